// What only a browser that runs scripts can be asked about paper; the visitor's road is in
// task-print.spec.ts.
import { sheets } from './paper'
import { wholeBrowser } from './browser'
import { expect, open, test } from './site'

test.use({ launchOptions: wholeBrowser }) // sheets of paper

test('a very full week runs on to a second sheet, and no sheet is empty', async ({ page, js }) => {
  await open(page, '/agenda/print?week=2026-W49', js)
  await page.evaluate(() => {
    const days = document.querySelector('.p-days')!
    for (const day of [...days.children])
      for (let i = 0; i < 2; i++) days.append(day.cloneNode(true))
  })
  await page.emulateMedia({ media: 'print' })
  const all = await sheets(page)
  expect(all.length).toBeGreaterThan(1)
  expect(all.length).toBeLessThanOrEqual(3)
})

test('words of sixty letters fit a phone of 320 pixels', async ({ page, js }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    '/agenda/print?week=2026-W49',
    '/agenda/print?vorm=maand',
    '/agenda/print?vorm=groot',
    '/agenda/print?vorm=flyer&activiteit=wrap',
  ]) {
    await open(page, path, js)
    await page.evaluate(() => {
      for (const e of document.querySelectorAll('.paper h1, .paper h3, .p-about, .p-how, .p-lead'))
        e.textContent = 'a'.repeat(60)
    })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      path,
    ).toBeLessThanOrEqual(320)
  }
})
