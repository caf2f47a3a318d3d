// The screens of an evening as they look: on a narrow phone no word loses its last letter to the
// next line, nothing sticks out, and axe is silent in the light and in the dark.
import type { Page } from '@playwright/test'
import { some } from './long'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test, type Person } from './staff'

test.describe.configure({ timeout: 120_000 })

interface Screen {
  path: string
  who?: Person
  act?: (page: Page) => Promise<unknown>
}

const month = '?van=2026-11-01&tot=2026-11-30'
const unfold = async (page: Page) => {
  await page.evaluate(() => {
    for (const d of document.querySelectorAll('main details')) d.setAttribute('open', '')
  })
}

const screens: Record<string, Screen> = {
  today: { path: '/beheer/vandaag' },
  'today, of a host': { path: '/beheer/vandaag', who: people.jan },
  'today, all open': { path: '/beheer/vandaag', act: unfold },
  'a day that was': { path: '/beheer/vandaag?dag=2026-11-17', act: unfold },
  'a day without anything': { path: '/beheer/vandaag?dag=2026-11-28' },
  practice: { path: '/beheer/vandaag?oefenen=1' },
  calls: { path: '/beheer/wachtlijst' },
  figures: { path: '/beheer/cijfers' + month },
  'figures, all open': { path: '/beheer/cijfers' + month, act: unfold },
  persons: { path: '/beheer/personen' },
  closed: { path: '/beheer/dicht' },
  more: { path: '/beheer', act: unfold },
  log: { path: '/beheer/logboek', who: people.ilja },
  status: { path: '/beheer/status', who: people.ilja },
}

/** Words of which one letter stands alone on a line. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      if (!node.parentElement!.checkVisibility({ visibilityProperty: true })) continue
      if (node.parentElement!.closest('.sr, code, svg')) continue
      if (node.parentElement!.getBoundingClientRect().width < 3) continue // for the ear alone
      for (const { 0: word, index } of node.textContent!.matchAll(/[\p{L}]{3,}/gu)) {
        const lines = new Map<number, number>()
        for (let i = index; i < index + word.length; i++) {
          const letter = document.createRange()
          letter.setStart(node, i)
          letter.setEnd(node, i + 1)
          const top = Math.round(letter.getBoundingClientRect().top)
          lines.set(top, (lines.get(top) ?? 0) + 1)
        }
        if (lines.size > 1 && [...lines.values()].includes(1)) found.add(word)
      }
    }
    return [...found]
  })

for (const [name, { path, who = people.sanne, act }] of some(screens, 'today', 'figures'))
  test(`${name}: whole words, nothing sticks out, accessible`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 })
    await comeIn(page, who, path)
    await expect(h1(page)).toBeVisible()
    await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0)
    await act?.(page)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await brokenWords(page), `at ${width} px`).toEqual([])
    }
    await fitsItsWidth(page)
    await isAccessible(page, name === 'today') // the frame is the same everywhere
  })
