// The result bar of staff: after every act it is inside the window of a phone, with its way back,
// and so it is after a reload. Nobody presses again because nothing seemed to happen.
import { request, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import type { Walked } from './bar-acts'
import { kept, publish, titled, writeNews } from './desk'
import { offerHelp, sendForm, unique } from './inbox'
import { inLong, ofList, rounds } from './long'
import { signInByCalls } from './session'
import { allSteps, comeIn, expect, h1, people, test as base } from './staff'
import { House } from './staff-house'

/** A house of its own, half an hour before people eat together. */
const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      if (rounds(0, 1)) await makeReady(house)
      else await house.restart('2026-11-24T16:30+01:00')
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
test.describe.configure({ mode: 'default' })

const sizes = [
  [390, 844],
  [320, 640],
] as const

const bar = (page: Page) => page.locator('.result')
const way = (page: Page) => bar(page).getByRole('button', { name: 'Maak ongedaan', exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** The bar says this, lies inside the window, and a press on its way back reaches it. */
async function inSight(page: Page, words: string | RegExp, back = true) {
  await expect(bar(page)).toContainText(words)
  await expect
    .poll(() =>
      bar(page).evaluate(el => {
        const { top, right, bottom, left } = el.getBoundingClientRect()
        const undo = [...el.querySelectorAll('button')].find(b => b.textContent === 'Maak ongedaan')
        const at = undo?.getBoundingClientRect()
        const hit = at && document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)
        return {
          inside: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
          reached: hit !== undefined && hit !== null && undo!.contains(hit),
        }
      }),
    )
    .toEqual({ inside: true, reached: back })
}

let made = 0
const named = () => `Balk${Date.now() % 100_000}${++made}`

interface Session {
  id: string
  occurrence: string
  start: string
  title: string
  capacity?: number
  taken: number
}
const today = async (page: Page) =>
  ((await (await page.request.get('/api/today')).json()) as { sessions: Session[] }).sessions
const eating = async (page: Page) => (await today(page)).find(s => s.start.includes('T17:00'))!

/** Somebody new on a date; left out, on the meeting at five. */
async function withSomebody(page: Page, name: string, more: object = {}, date?: string) {
  const occurrence = date ?? (await eating(page)).occurrence
  const answer = await page.request.post(`/api/occurrences/${occurrence}/people`, {
    data: { name, consent: true, source: 'balie', ifFull: 'chair', ...more },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return occurrence
}
/** A date in December that still has places, with somebody on it. */
async function later(page: Page, name: string) {
  const found = await page.request.get('/api/occurrences?zoek=Schrijfcaf%C3%A9')
  const { items } = (await found.json()) as {
    items: { id: string; title: string; day: string; status: string }[]
  }
  const date = items.find(
    l => l.title === 'Schrijfcafé' && l.day >= '2026-12-01' && l.status === 'open',
  )!.id
  await withSomebody(page, name, { contact: '06 12 34 56 78', source: 'telefoon' }, date)
  return date
}
async function full(page: Page) {
  const s = await eating(page)
  if (s.capacity === s.taken) return
  const answer = await page.request.put(`/api/occurrences/${s.occurrence}/seats`, {
    data: { was: s.capacity, seats: s.taken },
  })
  expect(answer.status()).toBe(200)
}

/** A date that no other deed is about: there are enough for each deed at both sizes. */
let used = 0
async function freshDate(as: APIRequestContext): Promise<string> {
  const found = await as.get('/api/occurrences?zoek=Creatief%20atelier')
  const { items } = (await found.json()) as { items: { id: string; day: string }[] }
  const left = items.filter(l => l.day >= '2026-12-15').slice(used++)
  expect(left, 'dates that no deed used').not.toEqual([])
  return left[0]!.id
}
const byPhone = { contact: '06 12 34 56 78', source: 'telefoon' }
/** Such a date with somebody on it, for a deed that changes the date. */
const dateAlone = async (page: Page) =>
  withSomebody(page, named(), byPhone, await freshDate(page.request))
/** The date to which all come about whom a deed is, with this person too. */
let together: Promise<string> | undefined
async function dateWith(page: Page, name: string, contact = byPhone.contact) {
  together ??= freshDate(page.request)
  return withSomebody(page, name, { ...byPhone, contact }, await together)
}
/** On the screen of the date, with what stands under the name. */
async function opened(page: Page, date: string, name: string) {
  await page.goto('/registrationdetails/' + date)
  await page.locator('summary').filter({ hasText: name }).first().click()
}

async function press<T>(as: APIRequestContext, method: 'post' | 'put', url: string, data: object) {
  const answer = await as[method](url, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as T
}
const setSeats = (as: APIRequestContext, date: string, was: number, seats: number) =>
  press(as, 'put', `/api/occurrences/${date}/seats`, { was, seats })
const stopOffers = (as: APIRequestContext, date: string) =>
  press(as, 'put', `/api/occurrences/${date}/offers`, { stopped: true, reason: 'We verhuizen.' })

/** A date with one place, taken, and one person who waits for it by telephone. */
async function fullDate(as: APIRequestContext) {
  const date = await freshDate(as)
  const add = (name: string) =>
    press<{ act: { subject: string } }>(as, 'post', `/api/occurrences/${date}/people`, {
      name,
      contact: '06 12 34 56 78',
      consent: true,
      source: 'telefoon',
      ifFull: 'waitlist',
    })
  const { desk } = (await (await as.get(`/api/occurrences/${date}/people`)).json()) as {
    desk: { capacity: number }
  }
  await add(named())
  await setSeats(as, date, desk.capacity, 1)
  const name = named()
  return { date, name, entry: (await add(name)).act.subject }
}
/** The same, with a place that came free. */
async function freedDate(as: APIRequestContext) {
  const full = await fullDate(as)
  await setSeats(as, full.date, 1, 2)
  return full
}

/**
 * What takes hours: a place is not offered while it can still be taken away, and nobody was rung in
 * vain before they were tried in two halves of a day. For each size of the window.
 */
const ready = {
  held: [] as string[],
  unreached: [] as Awaited<ReturnType<typeof fullDate>>[],
}
async function makeReady(house: House) {
  const as = await request.newContext({ baseURL: house.site })
  const at = async (time: string) => {
    await house.restart(`2026-11-24T${time}+01:00`)
    await signInByCalls(as, people.sanne.login)
  }
  const ring = (tries: number) =>
    expect(async () => {
      for (const { entry } of ready.unreached)
        await press(as, 'post', `/api/calls/${entry}/outcome`, { outcome: 'notReached', tries })
    }).toPass({ timeout: 30_000 })
  await signInByCalls(as, people.sanne.login)
  for (const _ of sizes) {
    const { date } = await fullDate(as)
    await stopOffers(as, date)
    await setSeats(as, date, 1, 2)
    ready.held.push(date)
    ready.unreached.push(await freedDate(as))
  }
  // staff ring about places of this one, and some who wait for it have no telephone
  const trip = await as.get('/api/occurrences?zoek=Uitstapje')
  const { id } = ((await trip.json()) as { items: { id: string }[] }).items[0]!
  await setSeats(as, id, 12, 12 + sizes.length)
  await at('11:00')
  await ring(0)
  await at('16:30')
  await ring(1)
  await as.dispose()
}

/** On the waitlist of the date, with what staff can do for this person. */
async function waiter(page: Page, date: string, name: string) {
  await page.goto('/waitlist/' + date)
  await page.getByText(`Meer voor ${name}`).click()
}
/** An act on the whole list, which asks why. */
async function giveReason(page: Page, name: string) {
  await button(page, name).click()
  await page.getByLabel('Reden').fill('We verhuizen.')
  await page.locator('form').getByRole('button', { name, exact: true }).click()
}
async function callOff(page: Page, date: string) {
  await page.goto(`/beheer/datum/${date}/verander`)
  await page.getByRole('link', { name: 'Gaat niet door', exact: true }).click()
  await page.getByRole('radio', { name: 'Het weer' }).check()
  await page.getByLabel('Dit lezen bezoekers').fill('Het stormt.')
  await button(page, 'Verder').click()
  await button(page, /^Zeg af/).click()
  await expect(page.getByRole('heading', { name: 'Gaat niet door', exact: true })).toBeVisible()
}

/** An activity that goes on every Wednesday of December. */
async function weekly(page: Page, title: string) {
  await page.goto('/editactivity/new')
  await allSteps(page)
  const fill = (name: string, value: string) =>
    page.getByRole('textbox', { name, exact: true }).fill(value)
  await fill('Titel', title)
  await fill('Korte uitleg', 'We zingen samen.')
  await page.getByLabel('Wie ontvangt je?').first().selectOption('Loes')
  await page.getByRole('radio', { name: 'Creatief' }).check()
  await page.getByLabel('Waar', { exact: true }).selectOption('Atelier')
  await page.getByRole('radio', { name: 'Elke week' }).check()
  await button(page, 'woensdag').click()
  await page.getByLabel('Van', { exact: true }).fill('14:00')
  await page.getByLabel('Tot', { exact: true }).fill('15:30')
  await page.getByLabel('Eerste keer', { exact: true }).last().fill('2026-12-02')
  await button(page, 'Publiceer').click()
  await expect(page.getByRole('heading', { name: 'Datums die er zijn' })).toBeVisible()
}

/** A message that just came in. */
async function openMessage(page: Page) {
  const text = unique('Mag ik een keer komen kijken?')
  await sendForm(page, '/api/messages', {
    subject: 'firstVisit',
    message: text,
    email: 'vraag@voorbeeld.example',
  })
  await page.goto('/beheer/postvak')
  await page
    .getByRole('link', { name: text.slice(0, 20) })
    .first()
    .click()
}
/** Somebody who just offered help. */
async function openVolunteer(page: Page) {
  const name = await offerHelp(page)
  await page.goto('/beheer/vrijwilligers')
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click()
}

interface Deed {
  is: string
  who: { name: string; sub: string } | (typeof people)['sanne']
  /** In the daily check; the others in the long one. */
  daily?: true
  /**
   * Does it, and gives what the bar says: now, and after a reload. Without the second there is no
   * way back.
   */
  run(page: Page): Promise<readonly [now: string | RegExp, later?: string | RegExp]>
}

const deeds: Record<Walked, Deed> = {
  'date added': {
    is: 'the desk line',
    who: people.sanne,
    daily: true,
    async run(page) {
      const name = named()
      await page.goto('/beheer/vandaag')
      await page.getByText('Iemand belt om mee te doen').click()
      await page
        .getByRole('radio', { name: /[0-9] plek/ })
        .first()
        .check()
      await page.getByLabel('Naam', { exact: true }).fill(name)
      await page.getByRole('checkbox', { name: 'Ja, dat vindt de beller goed' }).check()
      await page.getByLabel('Naam', { exact: true }).press('Enter')
      const code = page.getByText(`Code voor ${name}:`)
      await expect(code).toBeVisible()
      const top = async (what: Locator) => (await what.boundingBox())!.y
      expect(await top(code)).toBeLessThan(await top(page.getByLabel('Naam', { exact: true })))
      return [`${name} staat `, `${name} staat `]
    },
  },
  'date unnamed': {
    is: 'a chair at the door',
    who: people.sanne,
    daily: true,
    async run(page) {
      await full(page)
      const { title } = await eating(page)
      await page.goto('/beheer/vandaag')
      const card = page.locator('section.sess-now').filter({ hasText: title })
      await card.getByRole('button', { name: 'Iemand zonder aanmelding' }).click()
      await card.getByRole('button', { name: 'Zet een stoel erbij' }).click()
      return ['Iemand zonder naam schuift aan.', 'Iemand zonder naam schuift aan']
    },
  },
  'date cancelled': {
    is: 'somebody is called off',
    who: people.sanne,
    daily: true,
    async run(page) {
      const name = named()
      const date = await withSomebody(page, name)
      await page.goto('/registrationdetails/' + date)
      await page.locator('summary').filter({ hasText: name }).first().click()
      await button(page, `Meld af: ${name}`).click()
      return [`${name} is afgemeld voor`, `${name} is afgemeld voor`]
    },
  },
  'date seats': {
    is: 'seats of a date',
    who: people.sanne,
    daily: true,
    async run(page) {
      const { occurrence } = await eating(page)
      await page.goto('/registrationdetails/' + occurrence)
      await button(page, 'Eén plek meer').click()
      return [/Er zijn nu \d+ plekken voor/, /Er zijn nu \d+ plekken voor/]
    },
  },
  'draft publish': {
    is: 'a text goes online',
    who: people.noor,
    daily: true,
    async run(page) {
      const title = titled('In beeld')
      await writeNews(page, title)
      await publish(page)
      return [`‘${title}’ staat online.`, `‘${title}’ staat online.`]
    },
  },
  'draft trash': {
    is: 'a text goes into the trash',
    who: people.noor,
    async run(page) {
      const title = titled('Naar de bak')
      await writeNews(page, title)
      await kept(page)
      await button(page, 'Verwijder').click()
      await button(page, 'Naar de prullenbak').click()
      await expect(page).toHaveURL(/\/beheer\/nieuws$/)
      return [`‘${title}’ staat in de prullenbak.`, `‘${title}’ staat in de prullenbak.`]
    },
  },
  'message answered': {
    is: 'a message is answered',
    who: people.sanne,
    async run(page) {
      await openMessage(page)
      await page.getByLabel('Je antwoord').fill('Ja, kom gerust langs.')
      await button(page, 'Verstuur antwoord').click()
      return ['Je antwoord gaat over 10 minuten weg.', 'Je gaf antwoord op een bericht.']
    },
  },
  'draft copied': {
    is: 'all drafts of a week go online',
    who: people.sanne,
    async run(page) {
      // on each phone another week: what was copied once stands there
      const week = page.viewportSize()!.width < 390 ? 'W49' : 'W50'
      await page.goto(`/beheer/week?week=2026-${week}`)
      await button(page, 'Kopieer vorige week').first().click()
      await button(page, /^Kopieer \d+ datums?$/).click()
      await inSight(page, /als concept\./)
      await page.reload()
      await inSight(page, /staat ook in deze week, als concept\./)
      await button(page, /^Publiceer /).click()
      return [/online/, /staat online\./]
    },
  },
  'date called': {
    is: 'what somebody said on the phone',
    who: people.sanne,
    async run(page) {
      await page.goto('/beheer/wachtlijst')
      await page
        .locator('.call')
        .getByRole('button', { name: /^(Voicemail|Gemaild)$/ })
        .click()
      return [/(: voicemail|is gemaild)/, /Je belde .+ over/]
    },
  },
  'date given': {
    is: 'a place for who waits',
    who: people.sanne,
    async run(page) {
      await full(page)
      const name = named()
      const waits = { contact: '06 12 34 56 78', source: 'telefoon', ifFull: 'waitlist' }
      await withSomebody(page, name, waits)
      const { title } = await eating(page)
      await page.goto('/beheer/vandaag')
      const card = page.locator('section.sess-now').filter({ hasText: title })
      await card.getByRole('button', { name: 'Iemand zonder aanmelding' }).click()
      await card
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('button', { name: /geef een plek/ })
        .click()
      return [`${name} heeft een plek.`, `${name} heeft een plek bij`]
    },
  },
  'date moved': {
    is: 'somebody goes to another date',
    who: people.sanne,
    async run(page) {
      const name = named()
      const date = await later(page, name)
      await page.goto('/registrationdetails/' + date)
      await page.locator('summary').filter({ hasText: name }).first().click()
      await button(page, 'Andere datum: ' + name).click()
      await button(page, new RegExp(`^Zet ${name} op `))
        .first()
        .click()
      return [`${name} staat nu op`, `${name} staat op een andere datum van`]
    },
  },
  'date message': {
    is: 'a message to who comes',
    who: people.sanne,
    async run(page) {
      const date = await later(page, named())
      await page.goto('/registrationdetails/' + date)
      await button(page, 'Bericht aan deelnemers').click()
      await page.getByLabel('Je bericht').fill('Neem een schrift mee.')
      await button(page, 'Kijk na wie het hoort').click()
      await button(page, /^(Verstuur|Zet) /).click()
      return [/weg|bellijst/, 'Je bericht gaat naar wie komt bij']
    },
  },
  'date values': {
    is: 'a value of all coming dates, in the editor',
    who: people.sanne,
    async run(page) {
      await weekly(page, titled('Zingen'))
      await page.reload()
      await allSteps(page)
      await button(page, /^Verander woensdag 2 december/).click()
      const form = page.getByRole('group', { name: /^Verander woensdag 2 december/ })
      await form.getByLabel('Wie ontvangt je?').selectOption('Iemand zonder account')
      await form.getByLabel('Voornaam van wie ontvangt').fill(named())
      await form.getByRole('button', { name: 'Bewaar deze datum' }).click()
      await form.getByRole('button', { name: /^Alle komende datums/ }).click()
      await form.getByRole('button', { name: 'Bewaar zonder bericht' }).click()
      return [/Bewaard op \d+ datums\./, /Bewaard op \d+ datums?: /]
    },
  },
  issue: {
    is: 'a newsletter is planned',
    who: people.noor,
    async run(page) {
      await page.goto('/beheer/nieuwsbrief')
      await page.getByRole('link', { name: 'Zomer: samen naar buiten' }).click()
      const back = button(page, 'Haal uit de planning')
      const plan = button(page, 'Plan of verstuur')
      await expect(back.or(plan)).toBeVisible()
      if (await back.isVisible()) await back.click()
      await plan.click()
      await page.getByRole('radio', { name: 'Op een dag en tijd' }).check()
      await page.getByRole('main').getByLabel('Dag', { exact: true }).fill('2026-12-01')
      await button(page, 'Zet in de planning').click()
      const said = '‘Zomer: samen naar buiten’ staat in de planning.'
      return [said, said]
    },
  },
  'volunteer moved': {
    is: 'a volunteer moves over the board',
    who: people.sanne,
    async run(page) {
      await openVolunteer(page)
      await page.getByRole('radio', { name: 'Gebeld' }).check()
      await button(page, 'Bewaar').click()
      return ['Dit staat nu bij Gebeld.', 'Je verzette een aanmelding van een vrijwilliger.']
    },
  },
  'request finished': {
    is: 'a question about rights is finished',
    who: people.sanne,
    async run(page) {
      const asked = await page.request.post('/api/rights-requests/desk', {
        data: { what: 'insight', via: 'telefoon', phone: '06 12 34 56 78', email: '' },
      })
      expect(asked.ok(), await asked.text()).toBe(true)
      await page.goto('/beheer/personen')
      await button(page, /^Open de vraag: /)
        .first()
        .click()
      await page
        .getByRole('radiogroup', { name: 'Hoe is het afgelopen?' })
        .getByRole('radio')
        .first()
        .check()
      await button(page, 'Handel af').click()
      return ['De vraag is afgehandeld.', 'De vraag is afgehandeld.']
    },
  },
  hours: {
    is: 'hours of volunteers',
    who: people.sanne,
    async run(page) {
      await page.goto('/beheer/cijfers')
      const part = button(page, /^(Vul in|Verander): uren van /).first()
      await part.click()
      const form = page.getByRole('form', { name: /^Uren van / })
      const given = form.getByLabel('Uren van alle vrijwilligers samen')
      await given.fill(String(1 + (++made % 9)))
      const why = form.getByLabel('Waarom nu?')
      if (await why.isVisible()) await why.fill('Van het rooster.')
      await form.getByRole('button', { name: 'Bewaar' }).click()
      return [/Bewaard: .+ uur op/, 'Uren ingevuld: ']
    },
  },
  'draft day': {
    is: 'other hours of one day',
    who: people.sanne,
    async run(page) {
      const [week, day] =
        page.viewportSize()!.width < 390
          ? ['2027-W02', 'Woensdag 13 januari']
          : ['2026-W50', 'Woensdag 9 december']
      await page.goto('/beheer/week?week=' + week)
      await button(page, 'Andere openingstijden op woensdag').click()
      await page.getByRole('radio', { name: 'Andere tijden' }).check()
      await page.getByLabel('Tot', { exact: true }).fill(`16.${10 + (++made % 49)}`)
      await button(page, 'Bewaar').click()
      return [`${day}: open van`, `${day} heeft andere openingstijden.`]
    },
  },
  'date restored': {
    is: 'somebody comes after all',
    who: people.sanne,
    async run(page) {
      const name = named()
      const date = await dateWith(page, name)
      await opened(page, date, name)
      await button(page, `Meld af: ${name}`).click()
      await page.getByText(/^Afgemeld \(\d+\)$/).click()
      await button(page, `Toch komen: ${name}`).click()
      return [`${name} komt toch naar`, `${name} komt toch naar`]
    },
  },
  'date waits': {
    is: 'somebody on the waitlist',
    who: people.sanne,
    async run(page) {
      const name = named()
      const { date } = await fullDate(page.request)
      await page.goto('/waitlist/' + date)
      await button(page, 'Iemand erop zetten').click()
      await page.getByLabel('Naam', { exact: true }).fill(name)
      await page.getByLabel('Telefoon of e-mail').fill('06 12 34 56 78')
      await page.getByRole('checkbox', { name: 'Ja, dat vindt de beller goed' }).check()
      await page.getByLabel('Naam', { exact: true }).press('Enter')
      return [`${name} staat op de wachtlijst`, `${name} staat op de wachtlijst van`]
    },
  },
  'date changed': {
    is: 'a sign-up is changed',
    who: people.sanne,
    async run(page) {
      const name = named()
      await opened(page, await dateWith(page, name), name)
      await button(page, `Verander: ${name}`).click()
      await page.getByLabel('Naam', { exact: true }).fill(name + ' Jansen')
      await button(page, 'Bewaar').click()
      return [`De aanmelding van ${name} is veranderd.`, `De aanmelding van ${name} is veranderd: `]
    },
  },
  'date skipped': {
    is: 'somebody is skipped',
    who: people.sanne,
    async run(page) {
      const { date, name } = await freedDate(page.request)
      await waiter(page, date, name)
      await button(page, `Sla over: ${name}`).click()
      await button(page, 'Sla over').click()
      return [`${name} is overgeslagen.`, `${name} is overgeslagen voor`]
    },
  },
  'date removed': {
    is: 'somebody leaves the waitlist',
    who: people.sanne,
    async run(page) {
      const { date, name } = await fullDate(page.request)
      await waiter(page, date, name)
      await button(page, `Haal van de lijst: ${name}`).click()
      return [`${name} staat niet meer op de lijst.`, `${name} staat niet meer op de lijst van`]
    },
  },
  'date putBack': {
    is: 'somebody whom nobody reached waits again',
    who: people.sanne,
    async run(page) {
      const { date, name } = ready.unreached.pop()!
      await page.goto('/waitlist/' + date)
      await page.getByText('Niet meer op de lijst (1)').click()
      await page.getByText(`Meer voor ${name}`).click()
      await button(page, `Zet terug: ${name}`).click()
      await page.getByLabel('Reden').fill('Belde zelf terug.')
      await button(page, 'Zet terug').click()
      return [`${name} staat weer op de lijst.`, `${name} staat weer op de lijst van`]
    },
  },
  'date opened': {
    is: 'a place is free for everybody',
    who: people.sanne,
    async run(page) {
      await page.goto('/waitlist/' + ready.held.pop()!)
      await giveReason(page, 'Maak vrij voor iedereen')
      return ['De plek is vrij voor iedereen.', 'De plek is vrij voor iedereen bij']
    },
  },
  'date stopped': {
    is: 'offers stop',
    who: people.sanne,
    async run(page) {
      const { date } = await fullDate(page.request)
      await page.goto('/waitlist/' + date)
      await giveReason(page, 'Stop met aanbieden')
      return ['Automatisch aanbieden staat stil.', 'Automatisch aanbieden staat stil bij']
    },
  },
  'date resumed': {
    is: 'offers go on',
    who: people.sanne,
    async run(page) {
      const { date } = await fullDate(page.request)
      await stopOffers(page.request, date)
      await page.goto('/waitlist/' + date)
      await giveReason(page, 'Ga weer verder')
      return ['Aanbieden gaat weer verder.', 'Aanbieden gaat weer verder bij']
    },
  },
  'date mailed': {
    is: 'an offer by mail',
    who: people.sanne,
    async run(page) {
      await page.goto('/beheer/wachtlijst')
      await button(page, /^Mail een aanbod tot /)
        .first()
        .click()
      return [/ krijgt om .+ uur een mail\./, / krijgt een mail over /]
    },
  },
  'date code': {
    is: 'a new code',
    who: people.sanne,
    async run(page) {
      const name = named()
      await opened(page, await dateWith(page, name), name)
      await button(page, `Maak een nieuwe code voor ${name}`).click()
      return [`Nieuwe code voor ${name}.`, `Nieuwe code voor ${name} bij`]
    },
  },
  'date unsent': {
    is: 'a mail stays here',
    who: people.sanne,
    async run(page) {
      const name = named()
      await opened(page, await dateWith(page, name, `${name}@voorbeeld.example`), name)
      await button(page, new RegExp(`^Niet versturen: .+ aan ${name}$`)).click()
      return [`De mail aan ${name} gaat niet weg.`, `De mail aan ${name} over`]
    },
  },
  'date off': {
    is: 'a date does not go on',
    who: people.sanne,
    async run(page) {
      await callOff(page, await dateAlone(page))
      return ['Creatief atelier gaat niet door.', / gaat niet door\./]
    },
  },
  'date onAgain': {
    is: 'a date goes on after all',
    who: people.sanne,
    async run(page) {
      const date = await dateAlone(page)
      await callOff(page, date)
      await page.getByRole('link', { name: 'Gaat het toch door?' }).click()
      await button(page, 'Ja, het gaat toch door').click()
      await expect(bar(page)).toContainText('gaat toch door.')
      const known = await page.request.get('/api/undo')
      const { items } = (await known.json()) as { items: { of: string; act: string }[] }
      expect(items.filter(i => i.of === date && i.act === 'off')).toEqual([])
      return ['Creatief atelier gaat toch door.']
    },
  },
  'date host': {
    is: 'somebody else receives',
    who: people.sanne,
    async run(page) {
      await page.goto(`/beheer/datum/${await dateWith(page, named())}/verander`)
      await page.getByRole('link', { name: 'Iemand anders ontvangt' }).click()
      await page.getByRole('main').getByRole('radio').nth(1).check()
      await button(page, / ontvangt$/).click()
      return [/ ontvangt\./, 'Iemand anders ontvangt bij']
    },
  },
  'date shifted': {
    is: 'a date is moved',
    who: people.sanne,
    async run(page) {
      await page.goto(`/beheer/datum/${await dateAlone(page)}/verander`)
      await page.getByRole('link', { name: 'Verplaatsen' }).click()
      const from = page.getByLabel('Van', { exact: true })
      await from.fill((await from.inputValue()).replace(/..$/, '50'))
      await button(page, 'Verder').click()
      await button(page, /^Verplaats/).click()
      return ['Creatief atelier is verplaatst.', / is verplaatst\./]
    },
  },
  'draft hide': {
    is: 'a text is hidden',
    who: people.noor,
    async run(page) {
      const title = titled('Uit beeld')
      await writeNews(page, title)
      await publish(page)
      await button(page, 'Maak onzichtbaar').click()
      return [`‘${title}’ is niet meer zichtbaar.`, `‘${title}’ is niet meer zichtbaar.`]
    },
  },
  'draft untrash': {
    is: 'a text comes out of the trash',
    who: people.noor,
    async run(page) {
      const title = titled('Uit de bak')
      const id = await writeNews(page, title)
      await button(page, 'Verwijder').click()
      await button(page, 'Naar de prullenbak').click()
      await expect(page).toHaveURL(/\/beheer\/nieuws$/)
      await page.goto('/editnews/' + id)
      await button(page, 'Zet terug uit prullenbak').click()
      return [`‘${title}’ is teruggezet als concept.`, `‘${title}’ is teruggezet als concept.`]
    },
  },
  'draft restore': {
    is: 'an earlier text comes back',
    who: people.noor,
    async run(page) {
      const title = titled('Eerder')
      await writeNews(page, title)
      await publish(page)
      await page.getByLabel('Samenvatting').fill('Nog korter.')
      await publish(page)
      await button(page, 'Laat de versies zien').click()
      await button(page, /^Zet terug: versie van /)
        .last()
        .click()
      return [`‘${title}’ is teruggezet als concept.`, `‘${title}’ is teruggezet als concept.`]
    },
  },
  'draft date': {
    is: 'a date is taken away, in the editor',
    who: people.sanne,
    async run(page) {
      const title = titled('Zingen')
      await weekly(page, title)
      await page.reload()
      await allSteps(page)
      await button(page, /^Verander woensdag 9 december/).click()
      await button(page, 'Haal deze datum weg').click()
      return ['De datum is weg: woensdag 9 december', `‘${title}’ heeft een datum minder.`]
    },
  },
  'message assigned': {
    is: 'a message is given to somebody',
    who: people.sanne,
    async run(page) {
      await openMessage(page)
      await page.getByLabel('Geef het aan iemand anders').selectOption({ label: 'Noor Haddad' })
      await button(page, 'Geef door').click()
      return ['Het is doorgegeven.', 'Je gaf een bericht door.']
    },
  },
  'message reopened': {
    is: 'a message is open again',
    who: people.sanne,
    async run(page) {
      await openMessage(page)
      await page.getByLabel('Je antwoord').fill('Ja, kom gerust langs.')
      await page.getByRole('radio', { name: 'Telefonisch beantwoord' }).check()
      await button(page, 'Telefonisch beantwoord').click()
      await expect(bar(page)).toContainText('Het bericht staat bij Klaar.')
      await button(page, 'Zet terug bij Open').click()
      return ['Het bericht staat weer bij Open.', 'Het bericht staat weer bij Open.']
    },
  },
  'volunteer vog': {
    is: 'a certificate was seen',
    who: people.sanne,
    async run(page) {
      await openVolunteer(page)
      await button(page, 'Ik heb de VOG gezien').click()
      return ['Genoteerd dat je de VOG zag.', 'Je noteerde iets over een VOG.']
    },
  },
}

for (const [width, height] of sizes)
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true })
    for (const deed of ofList(Object.values(deeds), d => d.daily === true))
      test(`the bar is in sight: ${deed.is}`, async ({ page }) => {
        await comeIn(page, deed.who as (typeof people)['sanne'])
        const [now, later] = await deed.run(page)
        await inSight(page, now, later !== undefined)
        await page.reload()
        if (later !== undefined) return inSight(page, later)
      })

    // it is about many dates, and its way back stands with it as long as the house is closed
    test(
      'a closure tells in sight what was done, and of its way back',
      inLong,
      async ({ page }) => {
        await comeIn(page, people.sanne)
        await page.goto('/beheer/dicht')
        await page.getByRole('radio', { name: 'Andere dagen of tijden' }).check()
        await page.getByLabel('Vanaf').fill('2027-04-07')
        await page.getByLabel('Tot en met').fill('2027-04-07')
        await page.getByRole('radio', { name: 'Er is iets met het gebouw.' }).check()
        await button(page, 'Kijk na wat er gebeurt').click()
        await button(page, 'Ja, we zijn dicht').click()
        await expect(page.getByText(/zijn we dicht\./)).toBeInViewport({ ratio: 1 })
        const panel = page.getByRole('region', { name: 'We zijn dicht' })
        await expect(panel.getByRole('button', { name: 'Maak ongedaan' })).toBeVisible()
        await page.goto('/beheer/week?week=2027-W14')
        await expect(panel).toContainText('Er is iets met het gebouw.')
        await panel.getByRole('button', { name: 'Maak ongedaan' }).click()
        await expect(page.getByText('Dat is teruggedraaid.')).toBeInViewport({ ratio: 1 })
        await expect(panel).toHaveCount(0)
      },
    )
  })

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a chair is put there once: what was done is in sight, and taken back it is gone', async ({
    page,
  }) => {
    await comeIn(page, people.sanne)
    await full(page)
    const { capacity, title } = await eating(page)
    await page.goto('/beheer/vandaag')
    await expect(h1(page)).toHaveText('Dinsdag 24 november')
    const card = page.locator('section.sess-now').filter({ hasText: title })
    await card.getByRole('button', { name: 'Iemand zonder aanmelding' }).click()
    await card.getByRole('button', { name: 'Zet een stoel erbij' }).click()
    await inSight(page, 'Iemand zonder naam schuift aan.')
    // the panel is closed: a second press on the same spot puts no second chair there
    await expect(card.getByRole('button', { name: 'Zet een stoel erbij' })).toHaveCount(0)
    expect((await eating(page)).capacity).toBe(capacity! + 1)
    await page.goto('/beheer/week')
    await inSight(page, 'Iemand zonder naam schuift aan')
    await way(page).click()
    await expect(bar(page)).toContainText('Ongedaan gemaakt: Iemand zonder naam schuift aan')
    expect((await eating(page)).capacity).toBe(capacity)
  })
})
