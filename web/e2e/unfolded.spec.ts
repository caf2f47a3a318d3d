// What is folded at first is as readable and accessible once it is open, on a narrow screen too.
import { violations } from './axe'
import { expect, open, test } from './site'

for (const path of [
  '/requentlysaskedquestions',
  '/requentlysaskedquestions?zoek=paardrijden',
  '/impact',
  '/printinfographic',
]) {
  test(`${path}: everything open`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await open(page, path, true)
    await page.evaluate(() =>
      document.querySelectorAll('details').forEach(d => {
        d.open = true
      }),
    )
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      'no sideways scrolling',
    ).toBeLessThanOrEqual(320)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violations(page)).toEqual([])
    }
  })
}
