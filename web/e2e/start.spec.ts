// The text comes first: the scripts of a page are asked for when it is seen.
import { expect, open, settled, test } from './site'

declare global {
  interface Window {
    draw: () => void
  }
}

test('no script but the first is asked for before the page is seen', async ({ page }) => {
  await page.addInitScript(() => {
    const Seen = IntersectionObserver
    const waiting: (() => void)[] = []
    window.IntersectionObserver = class extends Seen {
      override observe(what: Element) {
        waiting.push(() => super.observe(what))
      }
    }
    window.draw = () => {
      window.IntersectionObserver = Seen
      for (const observe of waiting) observe()
    }
  })
  const scripts: string[] = []
  page.on('request', r => {
    if (r.resourceType() === 'script') scripts.push(new URL(r.url()).pathname)
  })
  await page.goto('/agenda')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/start-/)])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.draw())
  await settled(page, true)
  expect(scripts.length).toBeGreaterThan(3)
})

test('a hidden tab, which draws nothing, does not wait for it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.IntersectionObserver = class extends IntersectionObserver {
      override observe() {}
    }
  })
  await open(page, '/agenda', true)
})
