// Every public page in Firefox: the words, a silent console, and axe.
import type { Page } from 'puppeteer-core'
import { site } from '../house'
import { framed, pages } from '../routes'
import { expect, isAlive, test, violations } from './fox'

/** The browser's own line about a status that the page is meant to have. */
const told = /status of (404|410)|Failed to load resource/

for (const [name, shown] of Object.entries(pages)) {
  test(`${name}: readable, accessible, quiet`, async ({ firefox, request }) => {
    const path = await shown.path(request)
    const page = await firefox.newPage()
    const noise: string[] = []
    const hosts = new Set<string>()
    page.on('console', m => noise.push(`${m.type()}: ${m.text()}`))
    page.on('pageerror', e => noise.push(`error: ${e instanceof Error ? e.message : String(e)}`))
    page.on('request', r => /^http/.test(r.url()) && hosts.add(new URL(r.url()).host))
    try {
      await page.setViewport({ width: 390, height: 844 })
      const answer = await page.goto(site() + path, { waitUntil: 'load' })
      await isAlive(page)
      expect(answer!.status()).toBe(shown.status ?? 200)
      await reads(page, shown.title, shown.h1)
      // what axe says of every page is asked of Chromium; here of each frame, as it is slow
      if (framed.has(name)) expect(await violations(page)).toEqual([])
      await page.setViewport({ width: 320, height: 844 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        'no sideways scrolling',
      ).toBeLessThanOrEqual(320)
      expect(
        noise.filter(line => !told.test(line)),
        'the console and the CSP are silent',
      ).toEqual([])
      expect([...hosts], 'nothing is asked of another host').toEqual([new URL(site()).host])
    } finally {
      await page.close()
    }
  })
}

/** A page that the server had no time to draw gets its words in the browser. */
async function reads(page: Page, title: string | RegExp, h1: string | RegExp) {
  const fits = async (said: () => Promise<string>, words: string | RegExp) => {
    const soon = expect.poll(said)
    await (typeof words === 'string' ? soon.toBe(words) : soon.toMatch(words))
  }
  await fits(() => page.title(), title)
  const headings = () => page.$$eval('h1', all => all.map(h => h.textContent!.trim()))
  await expect.poll(async () => (await headings()).length).toBe(1)
  await fits(async () => (await headings())[0] ?? '', h1)
}
