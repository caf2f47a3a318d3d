// The result bar of staff: after every act it is inside the window of a phone, with its way back,
// and so it is after a reload. Nobody presses again because nothing seemed to happen.
import type { Page } from '@playwright/test'
import { kept, publish, titled, writeNews } from './desk'
import { sendForm, unique } from './inbox'
import { ofList } from './long'
import { comeIn, expect, h1, people, test as base } from './staff'
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

/** The meeting at five, with somebody new on it. */
async function withSomebody(page: Page, name: string) {
  const { occurrence } = await eating(page)
  const answer = await page.request.post(`/api/occurrences/${occurrence}/people`, {
    data: { name, consent: true, source: 'balie', ifFull: 'chair' },
  })
  expect(answer.status()).toBe(200)
  return occurrence
}
async function full(page: Page) {
  const s = await eating(page)
  if (s.capacity === s.taken) return
  const answer = await page.request.put(`/api/occurrences/${s.occurrence}/seats`, {
    data: { was: s.capacity, seats: s.taken },
  })
  expect(answer.status()).toBe(200)
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
      await page.getByLabel('Naam', { exact: true }).fill(name)
      await page.getByRole('checkbox', { name: 'Ja, dat vindt de beller goed' }).check()
      await page.getByLabel('Naam', { exact: true }).press('Enter')
      await expect(page.getByText(`Code voor ${name}:`)).toBeVisible()
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
        subject: 'visit',
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
      await inSight(page, /gekopieerd|erbij/)
      await button(page, /^Publiceer /).click()
      return [/online/, /staat online\./]
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
