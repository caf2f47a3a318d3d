// An evening at the door: how many presses each act takes, by thumb and by keyboard, and that no
// tap gets lost without network.
import type { Page } from '@playwright/test'
import { accessibleEverywhere } from './axe'
import { Presses, smallPhone, ways } from './presses'
import { comeIn, expect, h1, people, test as base } from './staff'
import { House } from './staff-house'
import { ofList } from './long'

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
test.describe.configure({ mode: 'default' }) // one house for all: it starts twice
// Without network the browser and the sign-in part say so in the console.
test.use({
  ...smallPhone,
  expected:
    /net::ERR_|Failed to load resource|Failed to fetch|session auth\/network-request-failed|shell auth\/internal-error/,
})

interface Session {
  id: string
  occurrence: string
  start: string
  taken: number
  capacity?: number
  here: number
  people?: { id: string; firstName: string; state: string }[]
}
interface Today {
  day: string
  dayParts: { tally: number; ticked: number }[]
  sessions: Session[]
}

const today = async (page: Page) => (await (await page.request.get('/api/today')).json()) as Today
const tallyOf = async (page: Page) => (await today(page)).dayParts.reduce((n, p) => n + p.tally, 0)

let made = 0
/** A name that nobody else has. */
const named = () => `Deur${Date.now() % 100_000}${++made}`

/** The meeting that runs, with somebody new on it. Gives both. */
async function somebody(page: Page) {
  const running = (await today(page)).sessions.find(s => s.start.includes('T17:00'))!
  const name = named()
  const answer = await page.request.post(`/api/occurrences/${running.occurrence}/people`, {
    data: { name, consent: true, source: 'balie', ifFull: 'chair' },
  })
  expect(answer.status()).toBe(200)
  return { name, session: running.id, occurrence: running.occurrence }
}

/** A date with so many free places. */
async function leave(page: Page, session: string, free: number) {
  const { occurrence, capacity, taken } = (await today(page)).sessions.find(s => s.id === session)!
  if (capacity === taken + free) return
  const answer = await page.request.put(`/api/occurrences/${occurrence}/seats`, {
    data: { was: capacity, seats: taken + free },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

const visit = (page: Page) => page.getByRole('button', { name: '1 bezoek', exact: true })
const er = (page: Page, name: string) => page.getByRole('button', { name: `Er: ${name}` })
const shown = (page: Page) => page.getByLabel('Geteld').first()
const desk = (page: Page) => page.getByText('Iemand belt om mee te doen')
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: er(page, name) })

for (const way of ofList(ways, way => way === 'by thumb')) {
  const keyed = way === 'by keyboard'
  test(`${way}: a visit takes one press, a tick one, a sign-up by phone three, a walk-in on a full date two`, async ({
    page,
  }) => {
    await comeIn(page, people.sanne)
    const one = await somebody(page)
    await leave(page, one.session, 3)
    await page.goto('/beheer/vandaag')
    await expect(h1(page)).toHaveText(/^Dinsdag 24 november$/)
    await expect(er(page, one.name)).toBeVisible()
    const presses = new Presses(page, way)

    const before = await tallyOf(page)
    await (keyed ? presses.key('+') : presses.on(visit(page)))
    await expect(shown(page)).toHaveText(String(before + 1))
    expect(presses.took(), 'count a visit').toBe(1)
    await expect.poll(() => tallyOf(page)).toBe(before + 1)

    await presses.on(er(page, one.name), 'Space')
    await expect(er(page, one.name)).toHaveAttribute('aria-pressed', 'true')
    expect(presses.took(), 'tick a person').toBe(1)
    await expect(er(page, one.name)).toBeVisible() // the row did not move

    const phoned = named()
    await (keyed ? presses.key('b') : presses.on(desk(page)))
    await expect(page.getByLabel('Naam', { exact: true })).toBeFocused()
    await page.keyboard.type(phoned)
    await page.keyboard.press('Tab')
    await page.keyboard.type('0612345678')
    const consent = page.getByRole('checkbox', { name: 'Ja, dat vindt de beller goed' })
    await presses.on(consent, 'Space')
    await presses.key('Enter', page.getByLabel('Naam', { exact: true }))
    await expect(page.getByText(`${phoned} staat erbij.`)).toBeVisible()
    expect(presses.took(), 'phone sign-up').toBe(3)
    await desk(page).click()

    await leave(page, one.session, 0)
    await page.reload()
    const without = card(page, one.name).getByRole('button', { name: 'Iemand zonder aanmelding' })
    await presses.on(without)
    await presses.on(page.getByRole('button', { name: 'Zet een stoel erbij' }))
    await expect(page.getByText('Iemand zonder naam schuift aan.')).toBeVisible()
    expect(presses.took(), 'walk in, full').toBe(2)
    await expect(page.getByText('Aangeschoven zonder naam: 1')).toBeVisible()
    if (!keyed) await accessibleEverywhere(page)
    await page.getByRole('button', { name: 'Maak ongedaan' }).last().click()
    await expect(page.getByText('Aangeschoven zonder naam')).toHaveCount(0)
  })
}

test('without network every tap is kept, also when the page dies, and counted once afterwards', async ({
  page,
  context,
}) => {
  await comeIn(page, people.jan)
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/beheer')) !== undefined))
    .toBe(true) // the worker keeps the frame
  await page.goto('/beheer/vandaag')
  const { name, session } = await somebody(page)
  await expect(er(page, name)).toBeVisible({ timeout: 20_000 }) // with the next look
  const before = await today(page)
  const hereOf = (day: Today) => day.sessions.find(s => s.id === session)!.here
  const tally = await tallyOf(page)

  await context.setOffline(true)
  await er(page, name).click()
  await expect(er(page, name)).toHaveAttribute('aria-pressed', 'true')
  for (let n = 0; n < 3; n++) await visit(page).click()
  await page.getByRole('button', { name: 'Tel er 1 af' }).click()
  await expect(shown(page)).toHaveText(String(tally + 2))
  await expect(page.getByText('Tikken werkt gewoon. 5 nog niet verstuurd.')).toBeVisible()

  await page.close()
  const again = await context.newPage()
  await again.goto('/beheer/vandaag')
  await expect(again.getByText('Namen staan nooit op deze telefoon.')).toBeVisible()
  await expect(again.getByText('5 nog niet verstuurd.').first()).toBeVisible()
  await expect(again.getByRole('main')).not.toContainText(name)
  await visit(again).click()
  await expect(shown(again)).toHaveText(String(tally + 3))

  await context.setOffline(false)
  await expect(again.getByText('Alles is verstuurd.')).toBeVisible({ timeout: 20_000 })
  await expect(er(again, name)).toHaveAttribute('aria-pressed', 'true')
  expect(await tallyOf(again)).toBe(tally + 3)
  expect(hereOf(await today(again))).toBe(hereOf(before) + 1)
})

test('on the page of a date a tick takes one press too, and the address of a sign-up leads there', async ({
  page,
}) => {
  await comeIn(page, people.sanne)
  const { name, session, occurrence } = await somebody(page)
  const meeting = async () => (await today(page)).sessions.find(s => s.id === session)!
  const { id } = (await meeting()).people!.find(p => p.firstName === name)!
  await page.goto(`/registrationdetails/${id}`)
  await expect(page).toHaveURL(new RegExp(`/registrationdetails/${occurrence}\\?wie=${id}$`))
  await expect(page.getByText('Aangemeld op')).toBeVisible()

  // 'Verander: …' ends with the same words
  const tick = page.getByRole('button', { name: `Er: ${name}`, exact: true })
  const presses = new Presses(page, 'by thumb')
  await presses.on(tick)
  await expect(tick).toHaveAttribute('aria-pressed', 'true')
  expect(presses.took(), 'tick a person').toBe(1)
  const state = async () => (await meeting()).people!.find(p => p.id === id)!.state
  await expect.poll(state).toBe('here')
  await accessibleEverywhere(page)
  await page.setViewportSize(smallPhone.viewport)
  await page.keyboard.press('Tab') // from then on the browser shows where one is
  await new Presses(page, 'by keyboard').on(tick, 'Space')
  await expect.poll(state).toBe('open')
})
