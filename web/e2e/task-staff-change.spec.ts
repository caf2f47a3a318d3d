// A date that people signed up for does not go on, or the house is closed: how many presses that
// takes from Vandaag, that visitors read it, and the ways back. And a rhythm that makes dates.
import type { Locator, Page } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import { accessibleEverywhere } from './axe'
import { Calendar, type Meeting } from './calendar'
import { allSteps, comeIn, expect, fitsItsWidth, people, test as base } from './staff'
import { House } from './staff-house'
import { inLong } from './long'

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
test.use({ viewport: { width: 390, height: 844 } })

interface Session {
  occurrence: string
  activity: string
  start: string
  title: string
}

/** The meal of today, with somebody new on it who has only a phone. */
async function meal(page: Page): Promise<Session> {
  const today = (await (await page.request.get('/api/today')).json()) as { sessions: Session[] }
  const one = today.sessions.find(s => s.start.includes('T17:00'))!
  const answer = await page.request.post(`/api/occurrences/${one.occurrence}/people`, {
    data: {
      name: `Gonda${Date.now() % 100_000}`,
      contact: '0612345678',
      consent: true,
      source: 'telefoon',
      ifFull: 'chair',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return one
}

/** Counts taps. */
function counting() {
  let n = 0
  return {
    tap: async (what: Locator) => {
      n++
      await what.click()
    },
    took: () => {
      const all = n
      n = 0
      return all
    },
  }
}

const main = (page: Page) => page.getByRole('main')

const mm = 96 / 25.4
/** What this button prints, on a sheet of A4 within its margins. */
async function onPaper(page: Page, name: string) {
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name }).click()
  await page.setViewportSize({ width: Math.round(184 * mm), height: Math.round(273 * mm) })
  await page.emulateMedia({ media: 'print' })
}
async function offPaper(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 390, height: 844 })
}
/** Words that stand on two lines. */
const broken = (page: Page, where: string) =>
  page.evaluate(where => {
    const found: string[] = []
    for (const el of document.querySelectorAll('.sheet ' + where))
      for (const text of el.childNodes)
        if (text instanceof Text)
          for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            if (range.getClientRects().length > 1) found.push(word)
          }
    return found
  }, where)

test('on the paper list of calls no name and no number is broken', async ({ page }) => {
  await comeIn(page, people.sanne)
  await page.goto('/beheer/wachtlijst')
  await onPaper(page, 'Print deze lijst')
  await expect(page.locator('.sheet tbody tr').first()).toBeVisible()
  await page.evaluate(() => {
    // as long as a name on paper can be
    document.querySelector('.sheet tbody td')!.textContent = 'Wilhelminacatharinas'
  })
  expect(await broken(page, ':is(.whole, .tel-whole)')).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})

test('five presses from Vandaag tell that it does not go on, and two that it does after all', async ({
  page,
}) => {
  await comeIn(page, people.sanne)
  const { occurrence, title } = await meal(page)
  const calendar = await Calendar.subscribe(page.request)
  await page.goto('/beheer/vandaag')
  const { tap, took } = counting()
  const card = main(page).locator('section').filter({ hasText: title })
  await tap(card.getByRole('link', { name: 'Gaat niet door' }).first())
  await expect(page.getByRole('heading', { name: 'Wat is er aan de hand?' })).toBeFocused()
  await accessibleEverywhere(page)
  await tap(page.getByRole('link', { name: 'Gaat niet door', exact: true }))
  await tap(page.getByRole('radio', { name: 'De begeleider is ziek' }))
  await expect(page.getByLabel('Dit lezen bezoekers')).toHaveValue('De begeleider is ziek.')
  await accessibleEverywhere(page)
  await tap(page.getByRole('button', { name: 'Verder' }))
  await expect(page.getByRole('heading', { name: 'Klopt dit?' })).toBeFocused()
  const act = page.getByRole('button', { name: /^Zeg af en vertel het \d+ mens/ })
  await expect(act).toBeVisible()
  await expect(main(page)).toContainText('Het begint binnen 3 uur. De mails gaan meteen weg.')
  await accessibleEverywhere(page)
  await fitsItsWidth(page)
  await page.goBack() // the answers are still there
  await expect(page.getByRole('radio', { name: 'De begeleider is ziek' })).toBeChecked()
  await page.goForward()
  await tap(act)
  await expect(page.getByRole('heading', { name: 'Gaat niet door' })).toBeVisible()
  expect(took(), 'cancel today').toBe(5)
  await calendar.shows(occurrence, 'CANCELLED')
  await expect(page.getByRole('heading', { name: /^Bel nu deze/ })).toBeVisible()
  await accessibleEverywhere(page)
  await fitsItsWidth(page)
  await test.step('the note for the door is read from three metres', async () => {
    await onPaper(page, 'Print een briefje voor de deur')
    const { letter, high } = await page.evaluate(() => {
      const h1 = document.querySelector('.door-title')!
      const { font } = getComputedStyle(h1)
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = font
      return {
        letter: pen.measureText('H').actualBoundingBoxAscent,
        high: document.querySelector('.door')!.getBoundingClientRect().height,
      }
    })
    expect(letter / mm).toBeGreaterThanOrEqual(16)
    expect(high / mm, 'one sheet').toBeLessThan(260)
    expect(await broken(page, '.door *')).toEqual([])
    await offPaper(page)
  })

  await page.getByRole('button', { name: 'Verteld' }).click()
  await expect(main(page)).toContainText('weet het.')

  const seen = await page.request.get('/api/home')
  expect(seen.ok()).toBe(true)
  await page.goto(`/beheer/vandaag`)
  await expect(main(page)).toContainText('Gaat niet door. De begeleider is ziek.')

  await page.goto(`/beheer/datum/${occurrence}/verander`)
  await tap(page.getByRole('link', { name: 'Gaat het toch door?' }))
  await expect(main(page)).toContainText('bericht dat het toch doorgaat')
  await accessibleEverywhere(page)
  await tap(page.getByRole('button', { name: 'Ja, het gaat toch door' }))
  await expect(main(page)).toContainText('gaat toch door.')
  expect(took(), 'on after all').toBe(2)
  await calendar.shows(occurrence, 'CONFIRMED')
})

test('somebody else receives in four presses, and one takes it back', async ({ page }) => {
  await comeIn(page, people.sanne)
  const { occurrence, title } = await meal(page)
  const calendar = await Calendar.subscribe(page.request)
  await page.goto('/beheer/vandaag')
  const { tap, took } = counting()
  const card = main(page).locator('section').filter({ hasText: title })
  await tap(card.getByRole('link', { name: 'Gaat niet door' }).first())
  await tap(page.getByRole('link', { name: 'Iemand anders ontvangt' }))
  await accessibleEverywhere(page)
  await tap(main(page).getByRole('radio').nth(1))
  await tap(page.getByRole('button', { name: / ontvangt$/ }))
  await expect(main(page)).toContainText('Niemand krijgt een mail.')
  expect(took(), 'other host').toBe(4)
  await calendar.shows(occurrence, 'CONFIRMED')
  await tap(page.getByRole('button', { name: 'Maak ongedaan' }))
  await expect(main(page)).toContainText('Ongedaan gemaakt:')
  expect(took(), 'take it back').toBe(1)
})

test('a date is moved and that is told, and one press takes it back', async ({ page }) => {
  await comeIn(page, people.sanne)
  const { items } = (await (await page.request.get('/api/desk-dates')).json()) as {
    items: { id: string; start: string }[]
  }
  let id = ''
  for (const d of items.filter(d => d.start > '2026-11-26')) {
    const c = await page.request.get(`/api/occurrences/${d.id}/choices`)
    const seen = (await c.json()) as { canMove: boolean; people: number }
    if (seen.canMove && seen.people > 0) {
      id = d.id
      break
    }
  }
  const calendar = await Calendar.subscribe(page.request)
  await page.goto(`/beheer/datum/${id}/verander`)
  const { tap, took } = counting()
  await tap(page.getByRole('link', { name: 'Verplaatsen' }))
  await expect(page.getByRole('heading', { name: 'Waarheen verplaats je het?' })).toBeFocused()
  await tap(page.getByRole('button', { name: 'Verder' })) // it stands there already
  await expect(main(page)).toContainText('Daar staat het al.')
  await expect(page.getByLabel('Datum')).toBeFocused()
  await page.getByLabel('Datum').fill('2026-12-23')
  await page.getByLabel('Van', { exact: true }).fill('14:00')
  await page.getByLabel('Tot', { exact: true }).fill('15:30')
  await expect(main(page)).toContainText('We zijn dan open.')
  await accessibleEverywhere(page)
  await fitsItsWidth(page)
  await tap(page.getByRole('button', { name: 'Verder' }))
  await expect(page.getByRole('heading', { name: 'Klopt dit?' })).toBeFocused()
  await expect(main(page)).toContainText('woensdag 23 december 2026, 14.00 tot 15.30 uur')
  const act = page.getByRole('button', { name: /^Verplaats en vertel het \d+ mens/ })
  await expect(act).toBeVisible()
  await accessibleEverywhere(page)
  await fitsItsWidth(page)
  await page.goBack() // the answers are still there
  await expect(page.getByLabel('Datum')).toHaveValue('2026-12-23')
  await page.goForward()
  await tap(act)
  await expect(main(page)).toContainText('verplaatste dit om')
  expect(took(), 'with one press that was refused').toBe(4)
  await accessibleEverywhere(page)
  await fitsItsWidth(page)
  const { date } = (await (await page.request.get(`/api/occurrences/${id}/choices`)).json()) as {
    date: { activityId: string }
  }
  const visitor = await page.context().browser()!.newPage()
  await visitor.goto(new URL(`/agendadetails/${date.activityId}/${id}`, page.url()).href)
  await expect(visitor.getByRole('main')).toContainText('Verplaatst naar woensdag 23 december')
  await visitor.close()
  await calendar.shows(id, 'CONFIRMED')
  await tap(page.getByRole('button', { name: 'Maak ongedaan' }))
  await expect(main(page)).toContainText('Ongedaan gemaakt:')
  await calendar.shows(id, 'CONFIRMED')
  await page.reload()
  await expect(main(page)).not.toContainText('woensdag 23 december')
})

test(
  'a date of later is called off, and one press takes that back before anybody hears',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.sanne)
    const { items } = (await (await page.request.get('/api/desk-dates')).json()) as {
      items: { id: string; start: string; kind?: string }[]
    }
    const later = items.filter(d => d.start > '2026-11-26')
    let id = ''
    for (const d of later) {
      const c = await page.request.get(`/api/occurrences/${d.id}/choices`)
      if (((await c.json()) as { canCallOff: boolean }).canCallOff) {
        id = d.id
        break
      }
    }
    const calendar = await Calendar.subscribe(page.request)
    await page.goto(`/registrationdetails/${id}`)
    await page.getByRole('link', { name: 'Gaat niet door of verandert' }).click()
    await page.getByRole('link', { name: 'Gaat niet door', exact: true }).click()
    await page.getByRole('radio', { name: 'Het weer' }).check()
    await page.getByLabel('Dit lezen bezoekers').fill('Bel Jan op 06 12 34 56 78')
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(main(page)).toContainText('Zet geen telefoonnummer in deze zin.')
    await page.getByLabel('Dit lezen bezoekers').fill('Het stormt.')
    await page.getByRole('button', { name: 'Verder' }).click()
    await page.getByRole('button', { name: /^Zeg af/ }).click()
    await expect(main(page)).toContainText('Het stormt.')
    await calendar.shows(id, 'CANCELLED')
    await page.getByRole('button', { name: 'Maak ongedaan' }).click()
    await expect(page.getByRole('heading', { name: 'Wat is er aan de hand?' })).toBeVisible()
    await calendar.shows(id, 'CONFIRMED')
  },
)

test('five presses close the house for the evening, and two open it again', async ({
  page,
  house,
}) => {
  await comeIn(page, people.sanne)
  const offs = async () => {
    const all = (await (await page.request.get(house.mail + '/messages.json')).json()) as {
      subject: string
    }[]
    return all.filter(m => m.subject.endsWith('gaat niet door')).length
  }
  const before = await offs()
  const { occurrence, title } = await meal(page)
  const calendar = await Calendar.subscribe(page.request)
  await page.goto('/beheer/vandaag')
  const { tap, took } = counting()
  await tap(main(page).getByRole('link', { name: 'We zijn dicht' }))
  await tap(page.getByRole('radio', { name: 'Vanavond' }))
  await tap(page.getByRole('radio', { name: 'Er is iets met het gebouw.' }))
  await tap(page.getByRole('button', { name: 'Kijk na wat er gebeurt' }))
  await expect(page.getByRole('heading', { name: 'Dit gebeurt er' })).toBeFocused()
  await expect(main(page)).toContainText(`${title} gaat niet door`)
  await tap(page.getByRole('button', { name: 'Ja, we zijn dicht' }))
  const said = page.getByRole('status').filter({ hasText: 'zijn we dicht.' })
  await expect(said).toBeFocused()
  await expect(said.getByRole('link', { name: 'Naar Bellen' })).toBeVisible()
  expect(took(), 'we zijn dicht').toBe(5)
  await calendar.shows(occurrence, 'CANCELLED')

  // who hears that it goes on again depends on who heard that it did not
  const mails = Number(/(\d+) mens(en)? krijg/.exec(await said.innerText())?.[1])
  await expect.poll(offs, { timeout: 20_000 }).toBe(before + mails)
  await page.goto('/beheer/vandaag')
  const panel = main(page).getByRole('region', { name: 'We zijn dicht' })
  await expect(panel).toContainText('Er is iets met het gebouw.')
  expect((await panel.locator('p').first().boundingBox())!.width, 'room to read').toBeGreaterThan(
    250,
  )
  await fitsItsWidth(page)
  await tap(panel.getByRole('link', { name: 'We zijn toch open' }))
  await expect(page.getByRole('heading', { name: 'Alles terug?' })).toBeFocused()
  await expect(main(page)).toContainText(`${title} gaat weer door`)
  await tap(page.getByRole('button', { name: 'Ja, we zijn toch open' }))
  await expect(page.getByRole('status').filter({ hasText: 'We zijn toch open.' })).toBeFocused()
  expect(took(), 'toch open').toBe(2)
  await calendar.shows(occurrence, 'CONFIRMED')
})

test('three presses publish what comes back each week', async ({ page }) => {
  await comeIn(page, people.sanne, '/editactivity/new')
  await allSteps(page)
  const fill = (name: string, value: string) =>
    page.getByRole('textbox', { name, exact: true }).fill(value)
  await fill('Titel', 'Zingen in de middag')
  await fill('Korte uitleg', 'We zingen samen.')
  await page.getByLabel('Wie ontvangt je?').first().selectOption('Loes')
  await page.getByRole('radio', { name: 'Creatief' }).check()
  await page.getByLabel('Waar', { exact: true }).selectOption('Atelier')
  const calendar = await Calendar.subscribe(page.request)
  const { tap, took } = counting()
  await tap(page.getByRole('radio', { name: 'Elke week' }))
  await tap(page.getByRole('button', { name: 'woensdag', exact: true }))
  await page.getByLabel('Van', { exact: true }).fill('14:00')
  await page.getByLabel('Tot', { exact: true }).fill('15:30')
  await page.getByLabel('Eerste keer', { exact: true }).last().fill('2026-12-02')
  await expect(main(page)).toContainText('Elke woensdag van 14.00 tot 15.30 uur')
  await tap(page.getByRole('button', { name: 'Publiceer', exact: true }))
  await expect(page.getByRole('heading', { name: 'Datums die er zijn' })).toBeVisible()
  expect(took(), 'weekly rhythm, published').toBe(3)
  const hour = new Intl.DateTimeFormat('nl', { timeZone: 'Europe/Amsterdam', timeStyle: 'short' })
  let fresh = await calendar.follows()
  while (fresh.length === 0) fresh = await calendar.follows() // it may be two seconds behind
  const last = Math.max(...fresh.map(e => e.start))
  expect(last, 'in summer time too').toBeGreaterThan(Date.parse('2027-04-01'))
  for (const e of fresh)
    expect([e.title, hour.format(e.start), hour.format(e.end), e.status]).toEqual([
      'Zingen in de middag',
      '14:00',
      '15:30',
      'CONFIRMED',
    ])
})

type Schemas = components['schemas']

/** Asks the server what the screens ask it; each act is checked first. */
function asking(page: Page) {
  const choices = async (occurrence: string) =>
    (await (
      await page.request.get(`/api/occurrences/${occurrence}/choices`)
    ).json()) as Schemas['DateChoices']
  const send = async <T>(url: string, data: object) => {
    const answer = await page.request.post(url, { data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as T
  }
  const act = async <T extends { fingerprint: string }>(
    occurrence: string,
    what: 'off' | 'move',
    data: object,
  ) => {
    const url = `/api/occurrences/${occurrence}/${what}`
    const check = await send<T>(url + '/check', data)
    const done = await send<Schemas['Done']>(url, { ...data, fingerprint: check.fingerprint })
    return { check, id: done.act.id }
  }
  return { choices, send, act, undo: (id: string) => send(`/api/acts/${id}/undo`, {}) }
}

test(
  'a calendar follows a change of one date, of later ones and of all',
  inLong,
  async ({ page }) => {
    test.slow() // visitors' reads follow each of twelve acts within two seconds
    await comeIn(page, people.sanne)
    const { choices, send, act, undo } = asking(page)
    const weather = { reason: 'weather', text: 'Het stormt.' }
    const { items } = (await (await page.request.get('/api/desk-dates')).json()) as {
      items: { id: string; start: string }[]
    }
    // one in the middle, so that the three are different dates
    let id = ''
    for (const d of items.filter(d => d.start > '2026-11-27')) {
      if (!(await choices(d.id)).canMany) continue
      const [later, all] = await Promise.all(
        ['later', 'all'].map(scope =>
          send<Schemas['TellCheck']>(`/api/occurrences/${d.id}/off/check`, { scope, ...weather }),
        ),
      )
      const changed = [1, later!.dates?.length ?? 0, all!.dates?.length ?? 0]
      if (changed[0]! >= changed[1]! || changed[1]! >= changed[2]!) continue
      if (all!.atOnce) continue // that cannot be taken back
      id = d.id
      break
    }
    expect(id, 'a date in the middle of others').not.toBe('')
    const calendar = await Calendar.subscribe(page.request)
    const seen: number[] = []
    for (const [scope, from, to] of [
      ['this', '09.10', '09.40'],
      ['later', '09.15', '09.45'],
      ['all', '09.20', '09.50'],
    ] as const) {
      const { date } = await choices(id)
      const off = await act<Schemas['TellCheck']>(id, 'off', { scope, ...weather })
      const dates = off.check.dates ?? [{ id, start: date.start, end: date.end }]
      seen.push(dates.length)
      const all = (status: Meeting['status']) =>
        dates.map(d => ({ occurrence: d.id, start: d.start, end: d.end, status }))
      await calendar.showsAll(all('CANCELLED'))
      await undo(off.id)
      await calendar.showsAll(all('CONFIRMED'))

      const move = { scope, own: true, day: date.day, from, to }
      const moved = await act<Schemas['MoveCheck']>(id, 'move', move)
      const gone = moved.check.dates ?? []
      const there = gone.map(d => ({
        occurrence: d.id,
        start: d.toStart ?? d.start,
        end: d.toEnd ?? d.end,
        status: 'CONFIRMED' as const,
      }))
      if (scope !== 'this') expect(there.length, scope).toBe(dates.length)
      const { start, end } = moved.check
      await calendar.showsAll(
        there.length > 0 ? there : [{ occurrence: id, start, end, status: 'CONFIRMED' }],
      )
      await undo(moved.id)
      await calendar.showsAll(all('CONFIRMED'))
    }
    expect(seen[0]).toBe(1)
    expect(seen[1]).toBeGreaterThan(1)
    expect(seen[2]).toBeGreaterThan(seen[1]!)
  },
)

test('a calendar follows one meeting of a series, and the others stay', async ({ page }) => {
  await comeIn(page, people.sanne)
  const { choices, act, undo } = asking(page)
  const { soon } = (await (
    await page.request.get('/api/occurrences')
  ).json()) as Schemas['Programme']
  const { id } = soon.find(d => d.kind === 'series')!
  const { meetings } = await choices(id)
  expect(meetings.length).toBeGreaterThan(2)
  const calendar = await Calendar.subscribe(page.request)
  const one = meetings[1]!
  const shows = (status: Meeting['status']) =>
    calendar.showsAll(
      meetings.map(m => ({
        occurrence: id,
        start: m.start,
        end: m.end,
        status: m.id === one.id ? status : 'CONFIRMED',
      })),
    )
  const off = await act(id, 'off', {
    session: one.id,
    reason: 'ill',
    text: 'De begeleider is ziek.',
  })
  await shows('CANCELLED')
  await undo(off.id)
  await shows('CONFIRMED')
})
