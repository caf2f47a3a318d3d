// What holds for every public page, with and without JavaScript.
import type { Browser, Page } from '@playwright/test'
import { accessibleEverywhere, accessibleIn, accessibleOnDesk } from './axe'
import { openDate, pathOf, site } from './house'
import { ofList, rounds } from './long'
import { holdsLargeLetters, holdsSystemColours, readsInOrder } from './looks'
import { framed, pages } from './routes'
import { chose, expect, open, test } from './site'

/**
 * Text as people see it; on pages with a form all of it, because there JavaScript hides questions
 * and shows ticks. Without the buttons that need JavaScript ("Print", "Deel"), and without what
 * says something else then: the strip, what was chosen, the foot on paper.
 */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const elsewhere =
      'noscript, .notice, .my-choices, .print-foot, .menu-shut, main .row:has(> button[type=button])'
    const root = document.getElementById('root')!
    if (root.querySelector('form.form')) {
      const copy = root.cloneNode(true) as HTMLElement
      for (const n of copy.querySelectorAll(elsewhere)) n.remove()
      return copy.textContent!.replaceAll('(als dit voor jou geldt)', '').replace(/\s+/g, '')
    }
    // React still needs them
    const shown = [...root.querySelectorAll<HTMLElement>(elsewhere)].filter(n => !n.hidden)
    for (const n of shown) n.hidden = true
    const text = root.innerText.replace(/\s+/g, ' ').trim()
    for (const n of shown) n.hidden = false
    return text
  })
}

let plain: Promise<Page> | undefined
/** One for all tests of a worker. */
async function plainPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  await chose(context, site())
  return context.newPage()
}

async function plainText(browser: Browser, path: string): Promise<string> {
  const page = await (plain ??= plainPage(browser))
  await page.goto(site() + path)
  return textOf(page)
}

/**
 * Tab goes round once: first the skip link, every stop named and in sight, and never twice the
 * same. The header and the footer are the same on every page: without `framed` the skip link leads
 * past the one, and the walk ends at the other.
 */
async function walks(page: Page, framed: boolean) {
  await page.setViewportSize({ width: 390, height: 844 })
  const bare = (await page.locator('.skip').count()) === 0
  const whole = framed || bare || rounds(0, 1) > 0
  const seen: string[] = []
  for (let i = 0; i < 250; i++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusedStop)
    if (!stop || (i > 0 && !whole && !stop.inMain)) break
    if (i === 0 && !bare) expect(stop.name).toBe('Naar de inhoud')
    expect.soft(stop.name, `the stop after ${seen.at(-1)} has a name`).not.toBe('')
    expect.soft(stop.hidden, `${stop.name} is in sight`).toBe('')
    seen.push(stop.name)
    if (i === 0 && !whole) {
      await page.keyboard.press('Enter')
      await expect(page.locator('main:focus'), 'the skip link leads to the text').toHaveCount(1)
    }
  }
  expect(seen.length, 'Tab ends somewhere').toBeLessThan(250)
}

/** Runs in the page: what has the focus. Nothing when it went back to the browser itself. */
function focusedStop() {
  const e = document.activeElement as HTMLElement | null
  if (!e || e === document.body) return null
  const box = e.getBoundingClientRect()
  const label =
    e instanceof HTMLInputElement ||
    e instanceof HTMLTextAreaElement ||
    e instanceof HTMLSelectElement
      ? e.labels?.[0]?.textContent
      : ''
  const name = (
    e.ariaLabel ||
    label ||
    e.textContent ||
    e.querySelector('title, img')?.getAttribute('alt') ||
    ''
  ).trim()
  const target =
    label && e.matches('[type=radio], [type=checkbox]')
      ? (e.closest('label')?.getBoundingClientRect() ?? box)
      : box
  const outside =
    target.bottom <= 0 ||
    target.top >= innerHeight ||
    target.right <= 0 ||
    target.left >= innerWidth
  return {
    name,
    inMain: e.closest('main') !== null,
    hidden: target.width < 2 || target.height < 2 ? 'no size' : outside ? 'outside the window' : '',
  }
}

/** A printed page has no menu, and paper enough for its words. */
async function prints(page: Page, sheets: number | undefined) {
  await page.emulateMedia({ media: 'print' })
  const menus = await page
    .locator('nav:visible, .cookie-in:visible, .notice:visible, .exit-bar:visible')
    .count()
  expect.soft(menus, 'menus and notices on paper').toBe(0)
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
  const count = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(count).toBeGreaterThan(0)
  if (sheets) expect(count, 'sheets').toBeLessThanOrEqual(sheets)
  await page.emulateMedia({ media: null })
}

/** The same page with another choice, or another reason to refuse; Firefox sees these every day. */
const variants = new Set([
  'programme with a filter',
  'stories about a theme',
  'unknown story',
  'news of a year',
  'news item that is over',
  'unknown news item',
  'questions that fit',
  'no question that fits',
  'impact of another year',
  'contact about a story',
  'week on large paper',
  'week in large print',
  'empty week on paper',
  'sign-up half way a series',
  'swapped ids',
])

for (const [name, shown] of ofList(Object.entries(pages), ([name]) => !variants.has(name))) {
  test(`${name}: readable, accessible, quiet`, async ({ page, browser, request, watched }) => {
    const path = await shown.path(request)
    const answer = await open(page, path, true)
    expect(answer!.status()).toBe(shown.status ?? 200)
    expect(
      watched.requests.filter(r => r.path.startsWith('/api/')),
      'hydrates without asking the API',
    ).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.h1)
    await expect(page).toHaveTitle(shown.title)
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await test.step('the same text with and without JavaScript', async () => {
      let again = false
      await expect(async () => {
        // other tests sign up meanwhile: a status may change between the two looks
        if (again) await open(page, path, true)
        again = true
        const text = await textOf(page)
        expect(text).toBe(await plainText(browser, path))
      }).toPass({ timeout: 20_000 })
    })
    await test.step('no sideways scrolling', async () => {
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        expect
          .soft(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
          .toBeLessThanOrEqual(width)
      }
    })
    await test.step('in the order in which it is seen', () => readsInOrder(page))
    await test.step('letters twice as large', () => holdsLargeLetters(path))
    await test.step('in the colours of the system', () => holdsSystemColours(page))
    await test.step('axe', () => accessibleEverywhere(page, framed.has(name)))
    if (framed.has(name)) await test.step('axe on a desk', () => accessibleOnDesk(page))
    if (shown.says) await expect(page.getByRole('main')).toContainText(shown.says)
    await test.step('search engines', async () => {
      const meta = page.locator('meta[name=robots]')
      if (shown.indexed) await expect(meta).toHaveCount(0)
      await expect(page.locator('link[rel=canonical]')).toHaveCount(
        (await meta.count()) > 0 ? 0 : 1,
      )
    })
    await test.step('by the keyboard alone', () => walks(page, framed.has(name)))
    if (framed.has(name) || shown.sheets || rounds(0, 1))
      await test.step('on paper', () => prints(page, shown.sheets))
  })
}

test('a form with mistakes is accessible', async ({ page, request }) => {
  await open(page, pathOf.register(await openDate(request, 'Samen eten', 5)), true)
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('group', { name: /^Kijk nog even/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) await accessibleIn(page, colorScheme)
})

// Promise 32: whoever reads elsewhere reads the time of the house.
test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('every time and day is as the house says it', async ({ page, browser, request }) => {
    const date = await openDate(request, 'Samen eten', 5)
    for (const path of ['/', '/agenda', pathOf.details(date)]) {
      // other tests sign up meanwhile
      await expect(async () => {
        await open(page, path, true)
        expect(await textOf(page), path).toBe(await plainText(browser, path))
      }).toPass({ timeout: 20_000 })
    }
  })
})
