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

test('a page whose script fails twice stays, with all that was typed', async ({ context }) => {
  const page = await context.newPage() // the browser tells of each script that fails
  const failed: string[] = []
  await page.route(/\/assets\/ContactPage-.*\.js$/, route => {
    failed.push(route.request().url())
    return route.abort()
  })
  await page.goto('/contact')
  const text = page.getByLabel('Je bericht')
  await text.fill('Mag ik een keer komen kijken?')
  await expect.poll(() => failed.length).toBeGreaterThan(1)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  await expect(text).toHaveValue('Mag ik een keer komen kijken?')
  await page.getByRole('button', { name: 'Verstuur mijn bericht' }).click()
  await expect(page.getByText('Kijk nog even naar deze 2 punten:')).toBeVisible()
  await expect(text).toHaveValue('Mag ik een keer komen kijken?')
})
