// The result bar of staff: after every act it is inside the window of a phone, with its way back,
// and so it is after a reload. Nobody presses again because nothing seemed to happen.
import type { Locator, Page } from '@playwright/test'
import { kept, publish, titled, writeNews } from './desk'
import { sendForm, unique } from './inbox'
import { ofList } from './long'
import { allSteps, comeIn, expect, h1, people, test as base } from './staff'
import { House } from './staff-house'

/** A house of its own, half an hour before people eat together. */
const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      await house.restart('2026-11-24T16:30+01:00')
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.describe.configure({ mode: 'default' })

const bar = (page: Page) => page.locator('.result')
const way = (page: Page) => bar(page).getByRole('button', { name: 'Maak ongedaan', exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** The bar says this, lies inside the window, and a press on its way back reaches it. */
async function inSight(page: Page, words: string | RegExp) {
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
    .toEqual({ inside: true, reached: true })
}

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
  const { items } = (await found.json()) as { items: { id: string; day: string; status: string }[] }
  const date = items.find(l => l.day >= '2026-12-01' && l.status === 'open')!.id
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

interface Deed {
  is: string
  who: { name: string; sub: string } | (typeof people)['sanne']
  /** In the daily check; the others in the long one. */
  daily?: true
  /** Does it, and gives what the bar says: now, and after a reload. */
  run(page: Page): Promise<readonly [now: string | RegExp, later: string | RegExp]>
}

let made = 0
const named = () => `Balk${Date.now() % 100_000}${++made}`

const deeds: readonly Deed[] = [
  {
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
  {
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
  {
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
  {
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
  {
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
  {
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
  {
    is: 'a message is answered',
    who: people.sanne,
    async run(page) {
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
      await page.getByLabel('Je antwoord').fill('Ja, kom gerust langs.')
      await button(page, 'Verstuur antwoord').click()
      return ['Je antwoord gaat over 10 minuten weg.', 'Je gaf antwoord op een bericht.']
    },
  },
  {
    is: 'all drafts of a week go online',
    who: people.sanne,
    async run(page) {
      await page.goto('/beheer/week?week=2026-W50')
      await button(page, 'Kopieer vorige week').first().click()
      await button(page, /^Kopieer \d+ datums?$/).click()
      await inSight(page, /als concept\./)
      await page.reload()
      await inSight(page, /staat ook in deze week, als concept\./)
      await button(page, /^Publiceer /).click()
      return [/online/, /staat online\./]
    },
  },
  {
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
  {
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
  {
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
  {
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
  {
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
  {
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
  {
    is: 'a volunteer moves over the board',
    who: people.sanne,
    async run(page) {
      const name = unique('Tirza')
      await sendForm(page, '/api/volunteers', {
        name,
        phone: '0612345678',
        roles: ['unknown'],
        availability: ['2-afternoon'],
        about: 'Ik bak graag.',
      })
      await page.goto('/beheer/vrijwilligers')
      await page.getByRole('row').filter({ hasText: name }).getByRole('link').click()
      await page.getByRole('radio', { name: 'Gebeld' }).check()
      await button(page, 'Bewaar').click()
      return ['Dit staat nu bij Gebeld.', 'Je verzette een aanmelding van een vrijwilliger.']
    },
  },
  {
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
  {
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
  {
    is: 'other hours of one day',
    who: people.sanne,
    async run(page) {
      await page.goto('/beheer/week?week=2026-W50')
      await button(page, 'Andere openingstijden op woensdag').click()
      await page.getByRole('radio', { name: 'Andere tijden' }).check()
      await page.getByLabel('Tot', { exact: true }).fill(`16.${10 + (++made % 49)}`)
      await button(page, 'Bewaar').click()
      return ['Woensdag 9 december: open van', 'Woensdag 9 december heeft andere openingstijden.']
    },
  },
]

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const)
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true })
    for (const deed of ofList(deeds, d => d.daily === true))
      test(`the bar is in sight: ${deed.is}`, async ({ page }) => {
        await comeIn(page, deed.who as (typeof people)['sanne'])
        const [now, later] = await deed.run(page)
        await inSight(page, now)
        await page.reload()
        await inSight(page, later)
      })
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
