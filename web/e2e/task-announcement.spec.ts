// The announcement where no dialog can be: without scripts, or in an old browser (site.md section
// 4). The dialog: announcement.spec.ts.
import { rm } from 'node:fs/promises'
import { ownFolder, runDemo } from './demo'
import { expect, open, test } from './site'

const title = 'Donderdagavond gesloten'
const body =
  'We hebben even te weinig mensen. Daarom is het trefpunt op donderdagavond dicht tot 6 november. Op donderdag ben je wel gewoon welkom van 13.00 tot 17.00 uur.'

test('without JavaScript, or without dialogs, the same words stand at the top of two pages while they hold', async ({
  browser,
  js,
}) => {
  test.setTimeout(180_000)
  const folder = await ownFolder()
  const then = await runDemo(folder, ['--now=2025-12-31T23:00+01:00'])
  try {
    const context = await browser.newContext({ javaScriptEnabled: js, baseURL: then.site })
    const page = await context.newPage()
    await page.addInitScript(() => {
      delete (HTMLDialogElement.prototype as Partial<HTMLDialogElement>).showModal
    })
    for (const path of ['/', '/agenda', '/about']) {
      await open(page, path, js)
      const told = page.getByRole('complementary', { name: 'Melding' })
      if (path === '/about') await expect(told).toHaveCount(0)
      else await expect(told).toContainText(title + body)
    }
    await context.close()
  } finally {
    await then.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('nothing is told after the last day', async ({ page, js }) => {
  await open(page, '/', js)
  await expect(page.getByRole('complementary', { name: 'Melding' })).toHaveCount(0)
})
