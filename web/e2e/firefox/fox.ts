// A Firefox for all tests of a worker, and what they ask of its pages.
import { test as base } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { axe } from '../axe'

export { expect } from '@playwright/test'

/** One that says that it is dark, or light: nothing but a setting can tell it so. */
export async function openFirefox(dark = false): Promise<Browser> {
  const executablePath = process.env['FIREFOX']
  if (!executablePath) throw new Error('FIREFOX names no browser')
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    },
  })
}

export const test = base.extend<object, { firefox: Browser }>({
  firefox: [
    async ({}, use) => {
      const firefox = await openFirefox()
      await use(firefox)
      await firefox.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** React runs the page, and what it fetches in idle time is there: fonts, the late code. */
export const isAlive = (page: Page) =>
  page.evaluate(async () => {
    const root = document.getElementById('root')!
    while (!Object.keys(root).some(k => k.startsWith('__reactContainer')))
      await new Promise(done => requestAnimationFrame(done))
    await new Promise(done => requestIdleCallback(done))
    await document.fonts.ready
  })

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(how: RunOptions): Promise<AxeResults> } }
    const results = await axe.run({ resultTypes: ['violations'] })
    return results.violations.map(
      v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).join(', ')}`,
    )
  })
  return found
}
