// The figures of last week: taken along in two presses, filled in where nobody counted, and what
// each role reads of them. On a phone.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { press, type } from './keyboard'
import { Presses, smallPhone, ways } from './presses'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'
import { inLong, ofList } from './long'

test.use(smallPhone)
test.describe.configure({ timeout: 240_000 }) // axe looks at several screens, in both colours

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const rowOf = (page: Page, name: string) =>
  main(page)
    .getByRole('region', { name: 'Alles op een rij' })
    .getByRole('row', { name: new RegExp('^' + name) })
const missing = (page: Page) => main(page).getByRole('region', { name: 'Nog niet compleet' })

/** As the door counts it; with a reason, as that day may be over. */
const counts = (page: Page, day: string, visits: number) =>
  page.evaluate(
    async ([day, visits]) => {
      const taps = Array.from({ length: visits as number }, () => ({
        tapId: crypto.randomUUID(),
        kind: 'visit',
        day,
        dayPart: '13.00',
        change: 1,
        ageMs: 0,
        reason: 'turflijst',
        tapper: { uid: '', proof: '' },
      }))
      const answer = await fetch('/api/taps', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ taps }),
      })
      const { answers } = (await answer.json()) as { answers: { result: string }[] }
      return answers.map(a => a.result)
    },
    [day, visits],
  )

test('a week of figures is two presses away as Excel, and can be completed', async ({ page }) => {
  await comeIn(page, people.sanne)
  expect(new Set(await counts(page, '2026-11-17', 12))).toEqual(new Set(['counted']))
  await press(page, main(page).getByRole('link', { name: /^Cijfers/ }))
  await expect(h1(page)).toHaveText('Cijfers')
  await expect(h1(page)).toBeFocused()
  await test.step('two presses', async () => {
    const presses = new Presses(page, 'by keyboard')
    await presses.on(link(page, 'Vorige week'))
    const coming = page.waitForEvent('download')
    await presses.on(button(page, 'Excel'))
    const file = await coming
    expect(presses.took()).toBe(2)
    expect(file.suggestedFilename()).toBe('cijfers-2026-11-16-2026-11-22.xlsx')
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  })
  await expect(main(page).getByText('Het bestand staat bij je downloads.')).toBeFocused()
  await expect(page).toHaveURL('/beheer/cijfers?van=2026-11-16&tot=2026-11-22')
  await expect(link(page, 'Vorige week')).toHaveAttribute('aria-current', 'true')
  const before = Number(await rowOf(page, 'Bezoeken').getByRole('cell').first().textContent())
  expect(before).toBeGreaterThanOrEqual(12)
  await test.step('nobody counted a part of a day: it is filled in, with a reason', async () => {
    const items = missing(page).getByRole('listitem')
    const fill = missing(page).getByRole('button', { name: /^Vul in/ })
    const open = await fill.count()
    const which = (await items.first().locator('span').textContent())!
    await press(page, fill.first())
    await press(page, button(page, 'Bewaar'))
    await expect(page.getByLabel('Waarom nu?')).toHaveAttribute('aria-invalid', 'true')
    await isAccessible(page)
    await fitsItsWidth(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await type(page, page.getByLabel('Waarom nu?'), 'Van de papieren turflijst.')
    await type(page, page.getByRole('textbox', { name: 'Bezoeken' }), '7')
    await press(page, button(page, 'Bewaar'))
    await expect(missing(page).getByText(`Bewaard: ${which}.`)).toBeFocused()
    await expect(fill).toHaveCount(open - 1)
    await expect(rowOf(page, 'Bezoeken').getByRole('cell').first()).toHaveText(String(before + 7))
  })
  await test.step('a period in which nothing was counted says so', async () => {
    await press(page, link(page, 'Vorig jaar'))
    await expect(main(page).getByText('In deze periode is er nog niets geteld.')).toBeVisible()
    await isAccessible(page)
  })
  await test.step('the log book says who took them along', async () => {
    await page.goto('/beheer/logboek')
    await expect(
      main(page).getByRole('row').filter({ hasText: 'maakte een bestand van cijfers' }),
    ).toContainText('Sanne Visser')
  })
})

for (const way of ofList(ways, way => way === 'by thumb'))
  test(`${way}: the hours of volunteers of a part of a day take two presses, and one back`, async ({
    page,
  }) => {
    await comeIn(page, people.sanne, '/beheer/cijfers?van=2026-11-16&tot=2026-11-22')
    const hours = main(page).getByRole('region', { name: 'Vrijwilligersuren' })
    const fill = hours.getByRole('button', { name: /^Vul in: uren van woensdag 18 november/ })
    const presses = new Presses(page, way)
    await presses.on(fill)
    await expect(page.getByLabel('Uren van alle vrijwilligers samen')).toBeFocused()
    await page.keyboard.type('6,5')
    await type(page, page.getByLabel('Waarom nu?'), 'Van het rooster.')
    await presses.on(button(page, /^Bewaar$/))
    await expect(page.getByText(/^Bewaard: 6,5 uur op woensdag 18 november/)).toBeVisible()
    expect(presses.took(), 'hours of volunteers').toBe(2)
    await presses.on(page.locator('.said').getByRole('button', { name: 'Maak ongedaan' }))
    await expect(fill).toBeVisible()
    expect(presses.took(), 'taken back').toBe(1)
  })

test('by thumb: a week of figures is two presses away as Excel', async ({ page }) => {
  await comeIn(page, people.sanne, '/beheer/cijfers')
  const presses = new Presses(page, 'by thumb')
  await presses.on(link(page, 'Vorige week'))
  await expect(link(page, 'Vorige week')).toHaveAttribute('aria-current', 'true')
  const coming = page.waitForEvent('download')
  await presses.on(button(page, 'Excel'))
  expect((await coming).suggestedFilename()).toBe('cijfers-2026-11-16-2026-11-22.xlsx')
  expect(presses.took()).toBe(2)
})

test('the counts of a year wait in the editor of Impact', inLong, async ({ page }) => {
  await comeIn(page, people.noor, '/beheer/cijfers')
  await press(page, button(page, 'Zet klaar'))
  await expect(page).toHaveURL(/\/beheer\/impact\/.+\?jaar=2026$/)
  await expect(page.getByText(/^Dit jaar is nog niet om\./)).toBeVisible()
})

test('a host reads what the door counted, and of own dates what became of sign-ups', async ({
  page,
}) => {
  await comeIn(page, people.jan)
  expect(new Set(await counts(page, '2026-11-24', 12))).toEqual(new Set(['counted']))
  await page.goto('/beheer/cijfers')
  await expect(rowOf(page, 'Bezoeken').getByRole('cell').first()).not.toHaveText('0')
  await expect(rowOf(page, 'Aanmeldingen')).toBeVisible()
  await expect(button(page, 'Zet klaar')).toHaveCount(0)
})
