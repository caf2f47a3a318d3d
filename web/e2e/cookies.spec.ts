// What banner, strip and page counter do in a page that runs.
import type { Page } from '@playwright/test'
import { violations } from './axe'
import { site } from './house'
import { expect, open, test } from './site'

test.use({ firstVisit: true })

const banner = (page: Page) => page.getByRole('region', { name: 'Keuze over statistiek' })
const strip = (page: Page) => page.getByRole('complementary', { name: 'Wat deze site onthoudt' })
const press = (page: Page, name: 'Accepteren' | 'Afwijzen') =>
  banner(page).getByRole('button', { name }).click()

test('"Akkoord" is kept on this device and hides the strip, not the banner', async ({ page }) => {
  await open(page, '/', true)
  await strip(page).getByRole('button', { name: 'Akkoord' }).click()
  await expect(strip(page)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe('accepted')
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
})

test('a choice in one tab holds in the other', async ({ page, context }) => {
  await open(page, '/', true)
  const other = await context.newPage()
  await open(other, '/about', true)
  await press(other, 'Afwijzen')
  await strip(other).getByRole('button', { name: 'Akkoord' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(strip(page)).toHaveCount(0)
})

test('where nothing can be kept both go for this page, without a word', async ({ page }) => {
  await page.addInitScript(() => {
    const no = () => {
      throw new DOMException('no', 'SecurityError')
    }
    Object.defineProperty(document, 'cookie', { get: no, set: no })
    Object.defineProperty(window, 'localStorage', { get: no })
  })
  await page.route('**/api/cookie-choice', route => route.abort())
  await open(page, '/', true)
  await press(page, 'Accepteren')
  await strip(page).getByRole('button', { name: 'Akkoord' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(strip(page)).toHaveCount(0)
})

test('typed text and focus are given back', async ({ page }) => {
  await open(page, '/bestaat-niet', true)
  const field = page.getByLabel('Zoek in het programma')
  await field.fill('koken')
  await field.focus()
  await press(page, 'Afwijzen')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('koken')
})

test('only after yes are pages counted: each page once, by its pattern, and none with a secret', async ({
  page,
  request,
  watched,
  context,
}) => {
  const views = () => watched.requests.filter(r => r.path === '/api/pageviews').length
  const bodies: string[] = []
  page.on('request', r => {
    if (r.url().endsWith('/api/pageviews')) bodies.push(r.postData()!)
  })
  await open(page, '/', true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Over ons' }).click()
  await expect(page.locator('h1')).toHaveText('Over ons')
  await press(page, 'Afwijzen')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Programma' }).click()
  await expect(page.locator('h1')).toHaveText('Programma')
  expect(views()).toBe(0)
  await context.addCookies([{ name: 'cookieConsent', value: 'true', url: site() }])
  const { items } = (await (await request.get(site() + '/api/occurrences')).json()) as {
    items: { id: string; activityId: string }[]
  }
  const counted = page.waitForResponse(r => r.url().endsWith('/api/pageviews'))
  await open(page, `/agendadetails/${items[0]!.activityId}/${items[0]!.id}`, true)
  expect((await counted).status()).toBe(204)
  const next = page.waitForResponse(r => r.url().endsWith('/api/pageviews'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Programma' }).click()
  expect((await next).status()).toBe(204)
  await open(page, '/registrationdetails/aan_' + 'x'.repeat(43), true)
  await open(page, '/beheer', true)
  await open(page, '/bestaat-niet', true)
  expect(bodies).toEqual(['{"route":"/agendadetails/:a/:o"}', '{"route":"/agenda"}'])
})

test('both are accessible, also where the letters are large', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 568 })
    await open(page, '/about', true)
    await expect(page.locator('.cookie-in')).toBeVisible() // it comes when the page works
    expect(await violations(page, { within: ['.cookie-in', '.notice'] })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})

test('what gets the focus is never behind the banner', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await open(page, '/agenda', true)
  await expect(page.locator('.cookie-in')).toBeVisible() // it comes when the page works
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab')
    const hidden = () =>
      page.evaluate(() => {
        const [at, box] = [
          document.activeElement!.getBoundingClientRect(),
          document.querySelector('.cookie-in')!.getBoundingClientRect(),
        ]
        return !document.activeElement!.closest('.cookie-in') && at.height > 0 && at.top >= box.top
      })
    const words = await page.evaluate(() => document.activeElement!.textContent)
    // the page scrolls after the key
    await expect.poll(hidden, { message: `stop ${i}: ${words}` }).toBe(false)
  }
})
