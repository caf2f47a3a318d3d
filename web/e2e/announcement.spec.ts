// The dialog of the announcement: when it comes, how it goes, and what it leaves alone; and the
// same words where no dialog can be, without scripts or in an old browser.
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from './axe'
import { ownFolder, runDemo } from './demo'
import { openDate, pathOf } from './house'
import { expect, open, test, wake } from './site'
import { inLong } from './long'

const version = 'trefpunt-2025-10-02-v3'
const inside = '2025-10-14T10:00:00+02:00'
const title = 'Donderdagavond gesloten'
const body =
  'We hebben even te weinig mensen. Daarom is het trefpunt op donderdagavond dicht tot 6 ' +
  'november. Op donderdag ben je wel gewoon welkom van 13.00 tot 17.00 uur.'

const dialog = (page: Page) => page.getByRole('dialog', { name: title })
const dismissal = async (page: Page) =>
  (await page.context().cookies()).find(c => c.name === 'announcement_dismissed')

/** Opens a page on a clock that stands still: only the test lets time go by. */
async function openAt(page: Page, moment: string, path = '/') {
  await stand(page, moment)
  await alive(page, () => page.goto(path))
}

async function stand(page: Page, moment: string) {
  // it runs until it is told to stand still
  await page.clock.install({ time: new Date(Date.parse(moment) - 60_000) })
  await page.clock.pauseAt(new Date(moment))
}

/** Loads a page until it runs, and the wait has begun. */
async function alive(page: Page, load: () => Promise<unknown>) {
  await load()
  await wake(page)
  for (let i = 0; i < 3; i++) await turn(page)
}

/** What the page had in hand is done. */
const turn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise(done => {
        const c = new MessageChannel()
        c.port1.onmessage = done
        c.port2.postMessage(0)
      }),
  )

async function shownAt(page: Page, moment: string, path = '/') {
  await openAt(page, moment, path)
  await page.clock.runFor(3000)
  await expect(dialog(page)).toBeVisible()
}

/** Lets the delay pass and proves that nothing came: what was decided is decided at once. */
async function staysAway(page: Page, ms = 3000) {
  await page.clock.runFor(ms)
  await turn(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('it comes three seconds after the page, not sooner, with the focus on its title', async ({
  page,
}) => {
  await openAt(page, inside)
  await staysAway(page, 2999)
  await page.clock.runFor(1)
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page)).toHaveAttribute('aria-modal', 'true')
  await expect(dialog(page).getByRole('heading', { name: title })).toBeFocused()
  await expect(dialog(page)).toContainText(body)
  await expect(dialog(page).getByRole('link')).toHaveCount(0) // no flyer
})

// The moment after the wait counts. The ends themselves: src/layout/announcement.test.ts.
for (const [moment, comes] of [
  ['2025-10-01T23:59:57+02:00', true], // three seconds later it is the first day
  ['2025-12-31T23:59:57+01:00', false], // the day after the last
] as const) {
  test(`somebody who comes at ${moment} ${comes ? 'sees it' : 'does not see it'}`, async ({
    page,
  }) => {
    await openAt(page, moment)
    if (!comes) return staysAway(page)
    await page.clock.runFor(3000)
    await expect(dialog(page)).toBeVisible()
  })
}

for (const [name, act] of [
  ['the button', page => dialog(page).getByRole('button', { name: 'Oké' }).click()],
  ['the cross', page => dialog(page).getByRole('button', { name: 'Sluit melding' }).click()],
  ['beside it', page => page.mouse.click(5, 400)],
  ['Escape', page => page.keyboard.press('Escape')],
] as [string, (page: Page) => Promise<void>][]) {
  test(`${name} ends it for thirty days, and gives the focus back`, async ({ page }) => {
    await openAt(page, inside)
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Home' })
    await link.focus()
    await page.clock.runFor(3000)
    await expect(dialog(page).getByRole('heading', { name: title })).toBeFocused()
    await act(page)
    await expect(dialog(page)).toHaveCount(0)
    await expect(link).toBeFocused()
    expect(await dismissal(page)).toMatchObject({
      value: version,
      path: '/',
      sameSite: 'Lax',
      secure: false,
    })
    // The cookie itself lives on the machine's clock.
    expect(
      Math.abs((await dismissal(page))!.expires - Date.now() / 1000 - 30 * 86_400),
    ).toBeLessThan(60)
    await alive(page, () => page.reload())
    await staysAway(page)
  })
}

test('another version in the cookie is no dismissal', async ({ page, baseURL }) => {
  await page
    .context()
    .addCookies([
      { name: 'announcement_dismissed', value: 'trefpunt-2025-10-02-v2', url: baseURL! },
    ])
  await shownAt(page, inside)
})

test('the word in the address shows it whatever the day and the cookie, after the same wait', async ({
  page,
  baseURL,
}) => {
  await page
    .context()
    .addCookies([{ name: 'announcement_dismissed', value: version, url: baseURL! }])
  await openAt(page, '2027-05-01T12:00:00+02:00', '/about?forceAnnouncement=1')
  await staysAway(page, 2999)
  await page.clock.runFor(1)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await dismissal(page))!.value).toBe(version)
})

test('the wait runs once a page load, not again on the next page', async ({ page }) => {
  await shownAt(page, inside)
  await page.keyboard.press('Escape')
  await page.context().clearCookies({ name: 'announcement_dismissed' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Programma' }).click()
  await expect(async () => {
    // the page waits for its code first, and then for the clock
    await page.clock.runFor(1000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Programma', { timeout: 500 })
  }).toPass()
  await staysAway(page, 10_000)
})

test('what lies behind cannot be reached and does not move; Tab stays inside', async ({ page }) => {
  await openAt(page, inside)
  await page.evaluate(() => scrollTo(0, 300))
  await page.clock.runFor(3000)
  await expect(dialog(page)).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(300)
  expect(await page.locator('#inhoud').evaluate(el => (el as HTMLElement).inert)).toBe(true)
  expect(
    await page
      .getByRole('contentinfo', { includeHidden: true })
      .evaluate(el => (el as HTMLElement).inert),
  ).toBe(true)
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement!.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.mouse.move(5, 400)
  await page.mouse.wheel(0, 500)
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => scrollY)).toBe(300)
  expect(await page.locator('#inhoud').evaluate(el => (el as HTMLElement).inert)).toBe(false)
})

test('typed text stays, and the cursor is where it was', async ({ page, request }) => {
  await openAt(page, inside, pathOf.register(await openDate(request, 'Samen eten', 5)))
  const name = page.getByLabel('Hoe mogen we je noemen?')
  await name.fill('Marieke')
  await name.evaluate((el: HTMLInputElement) => el.setSelectionRange(3, 5))
  await page.clock.runFor(3000)
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Snel weg' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Oké' }).click()
  await expect(name).toBeFocused()
  expect(
    await name.evaluate((el: HTMLInputElement) => [el.value, el.selectionStart, el.selectionEnd]),
  ).toEqual(['Marieke', 3, 5])
  await expect(page).toHaveURL(/\/register\//)
})

test('over the open menu it comes on top, and Escape ends only it', async ({ page }) => {
  await openAt(page, inside)
  await page.getByRole('button', { name: 'Menu' }).click()
  const first = page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()
  await expect(first).toBeFocused()
  await page.clock.runFor(3000)
  await expect(dialog(page).getByRole('heading', { name: title })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sluit menu' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await expect(first).toBeFocused()
})

test('when what had the focus is gone, the heading gets it', async ({ page }) => {
  await openAt(page, inside)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).focus()
  await page.clock.runFor(3000)
  await expect(dialog(page)).toBeVisible()
  await page.evaluate(() => document.querySelector('.foot-links')!.remove())
  await dialog(page).getByRole('button', { name: 'Oké' }).click()
  await expect(page.locator('h1')).toBeFocused()
})

test('the pages on the way of a sign-in never have it', async ({ page }) => {
  await stand(page, inside)
  await page.goto('/auth-popup?forceAnnouncement=1')
  await expect(page.locator('#inhoud h1')).toBeVisible()
  await staysAway(page, 10_000)
  await expect(page.getByRole('region', { name: 'Keuze over statistiek' })).toHaveCount(0)
  await expect(page.getByText('Deze site onthoudt')).toHaveCount(0)
})

test('it is accessible, in the light, in the dark and on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shownAt(page, inside)
  await page.clock.resume() // axe waits for things
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page, { within: ['dialog'] })).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await dialog(page).evaluate(el => el.getAnimations({ subtree: true }).length)).toBe(0)
  const button = await dialog(page).getByRole('button', { name: 'Sluit melding' }).boundingBox()
  expect(Math.min(button!.width, button!.height)).toBeGreaterThanOrEqual(44)
})

test(
  'without JavaScript, or without dialogs, the same words stand at the top of two pages while they hold, and not after',
  inLong,
  async ({ browser, baseURL }) => {
    const folder = await ownFolder()
    const then = await runDemo(folder, ['--now=2025-12-31T23:00+01:00'])
    try {
      for (const js of [true, false]) {
        const context = await browser.newContext({ javaScriptEnabled: js })
        const page = await context.newPage()
        await page.addInitScript(() => {
          delete (HTMLDialogElement.prototype as Partial<HTMLDialogElement>).showModal
        })
        const told = page.getByRole('complementary', { name: 'Melding' })
        for (const path of ['/', '/agenda', '/about']) {
          await open(page, then.site + path, js)
          if (path === '/about') await expect(told).toHaveCount(0)
          else await expect(told).toContainText(title + body)
        }
        await open(page, baseURL! + '/', js) // after the last day
        await expect(told).toHaveCount(0)
        await context.close()
      }
    } finally {
      await then.stop()
      for (const kept of [folder, then.data]) await rm(kept, { recursive: true, force: true })
    }
  },
)
