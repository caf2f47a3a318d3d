// The text comes first: the scripts of a page are asked for when it is seen.
import { expect, holdScripts, open, settled, test } from './site'

declare global {
  interface Window {
    draw: () => void
    shift: number
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

test('the menu works from the first byte, and what was opened early stays open', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver(list => {
      for (const e of list.getEntries()) window.shift += (e as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  const arrive = await holdScripts(page)
  await page.goto('/contact')
  const list = page.getByRole('navigation', { name: 'Menu', exact: true })
  const first = list.getByRole('link').first()
  const heading = page.getByRole('heading', { level: 1, name: 'Contact' })
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await expect(list.getByRole('link')).toHaveCount(8)
  await expect(heading).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.getByRole('link', { name: 'Sluit menu' }).click()
  await expect(heading).toBeVisible()
  await expect(list).toBeHidden()
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  const before = await first.boundingBox()
  // a font that comes late moves words too: this is about the scripts
  await page.evaluate(async () => {
    await document.fonts.ready
    window.shift = 0
  })
  arrive()
  await settled(page, true)
  const close = page.getByRole('button', { name: 'Sluit menu' })
  await expect(close).toHaveAttribute('aria-expanded', 'true')
  await expect(first).toBeFocused()
  expect(await first.boundingBox()).toEqual(before)
  expect(await page.evaluate(() => window.shift)).toBe(0)
  await expect(page).toHaveURL('/contact')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await expect(heading).toBeVisible()
  await page.keyboard.press('Space')
  await list.getByRole('link', { name: 'Nieuws' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nieuws' })).toBeFocused()
})
