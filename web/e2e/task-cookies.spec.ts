// The question about statistics, the strip.
import type { Page } from '@playwright/test'
import { site } from './house'
import { expect, open, test } from './site'

test.use({ firstVisit: true })

const banner = (page: Page) => page.getByRole('region', { name: 'Keuze over statistiek' })
const strip = (page: Page) => page.getByRole('complementary', { name: 'Wat deze site onthoudt' })
const press = (page: Page, name: 'Accepteren' | 'Afwijzen') =>
  banner(page).getByRole('button', { name }).click()
const choice = async (page: Page) =>
  (await page.context().cookies()).find(c => c.name === 'cookieConsent')

test('the banner asks, and hides nothing of the page', async ({ page, js }) => {
  await open(page, '/', js)
  await expect(banner(page)).toContainText("Mogen wij pagina's tellen? Wij volgen je niet. Privacy")
  await expect(banner(page)).toBeInViewport()
  const [yes, no] = await Promise.all(
    ['Accepteren', 'Afwijzen'].map(name =>
      banner(page).getByRole('button', { name }).boundingBox(),
    ),
  )
  expect([yes!.width, yes!.height].map(Math.round)).toEqual([no!.width, no!.height].map(Math.round))
  await page.mouse.wheel(0, 100_000)
  const last = page.getByRole('contentinfo').getByRole('link', { name: 'Toegankelijkheid' })
  await last.scrollIntoViewIfNeeded()
  await expect(async () => {
    const [link, box] = await Promise.all([last.boundingBox(), banner(page).boundingBox()])
    expect(link!.y + link!.height).toBeLessThanOrEqual(box!.y)
  }).toPass()
})

for (const [name, value] of [
  ['Accepteren', 'true'],
  ['Afwijzen', 'false'],
] as const) {
  test(`"${name}" is kept for a year, and leads to the same page`, async ({ page, js }) => {
    await open(page, '/agenda?vrij=1', js)
    await press(page, name)
    await expect(banner(page)).toHaveCount(0)
    expect(await choice(page)).toMatchObject({
      value,
      path: '/',
      sameSite: 'Lax',
      secure: false,
      httpOnly: false,
    })
    expect(Math.abs((await choice(page))!.expires - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(
      60,
    )
    await expect(page).toHaveURL(site() + '/agenda?vrij=1')
    await open(page, '/about', js)
    await expect(banner(page)).toHaveCount(0)
    await expect(strip(page)).toBeVisible() // it does not know of the banner
  })
}

test('the choice never leads to another site', async ({ request }) => {
  for (const form of [
    { cookieConsent: 'true', terug: '//elders.example' },
    { cookieConsent: 'true', terug: 'https://elders.example/' },
  ]) {
    const answer = await request.post(site() + '/api/cookie-choice', { form, maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([303, '/'])
  }
})

test('the first tab stop is the way past the menu', async ({ page, js }) => {
  await open(page, '/', js)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Naar de inhoud' })).toBeFocused()
})

test('the strip tells what is kept', async ({ page, js }) => {
  await open(page, '/', js)
  await expect(strip(page)).toContainText(
    'Deze site onthoudt op dit apparaat alleen wat nodig is, zoals je leesinstelling. Zie wat het onthoudt',
  )
  await expect(strip(page).getByRole('link', { name: 'Zie wat het onthoudt' })).toHaveAttribute(
    'href',
    '/privacy#mijn-keuzes',
  )
  await expect(strip(page).getByRole('button')).toHaveCount(js ? 1 : 0)
})

test('nothing of it is printed', async ({ page, js }) => {
  await open(page, '/about', js)
  await page.emulateMedia({ media: 'print' })
  await expect(banner(page)).toBeHidden()
  await expect(strip(page)).toBeHidden()
})
