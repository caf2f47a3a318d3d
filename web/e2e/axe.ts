import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Everything axe knows about the page as it stands now. It runs in the page, so without JavaScript
 * it cannot.
 */
export async function accessible(page: Page, js: boolean) {
  if (!js) return
  await page.emulateMedia({ reducedMotion: 'reduce' }) // colours must not be on their way
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect
    .soft(
      violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).join(', ')}`),
      'axe',
    )
    .toEqual([])
}
