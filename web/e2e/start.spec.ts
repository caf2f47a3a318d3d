// The text comes first: the scripts of a page are asked for when it is seen.
import { expect, open, settled, test } from './site'

declare global {
  interface Window { draw: () => void }
}

test('no script but the first is asked for before the page is seen', async ({ page }) => {
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window)
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = job => waiting.push(job)
    window.draw = () => {
      window.requestAnimationFrame = draw
      waiting.forEach(job => draw(job))
    }
  })
  const scripts: string[] = []
  page.on('request', r => { if (r.resourceType() === 'script') scripts.push(new URL(r.url()).pathname) })
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
    window.requestAnimationFrame = () => 0
  })
  await open(page, '/agenda', true)
})
