// Somebody wants to join; the coordinator moves them over the board, sees a certificate, and takes
// a wrong tap back.
import type { Page } from '@playwright/test'
import { offerHelp } from './inbox'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 240_000 }) // axe looks at several screens, in both colours

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page, words: string) => page.locator('[data-bar]').filter({ hasText: words })
const rowOf = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })

test('from new to called, with a note and a certificate', async ({ page }) => {
  const name = await offerHelp(page)
  await comeIn(page, people.sanne, '/beheer/vrijwilligers')
  await expect(h1(page)).toHaveText('Vrijwilligers')
  await expect(rowOf(page, name)).toContainText('weet nog niet')
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await rowOf(page, name).getByRole('link').click()
  await expect(h1(page)).toHaveText(name)
  await expect(main(page).getByText('Middag vaak')).toBeVisible()
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('a wrong tap, and back', async () => {
    await page.getByRole('radio', { name: 'Nu niet' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Bewaar', exact: true }).press('Enter')
    await expect(bar(page, 'Dit staat nu bij Nu niet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bewaar', exact: true })).toBeFocused()
    await expect(main(page).getByText(/^Wordt gewist op /)).toBeVisible()
    await page.getByRole('button', { name: 'Maak ongedaan' }).press('Enter')
    await expect(page.locator('.said p').filter({ hasText: 'Ongedaan gemaakt:' })).toBeVisible()
    await expect(main(page).getByText(/Bij ‘nu niet’ na 4 weken\./)).toBeVisible()
  })
  await page.getByRole('radio', { name: 'Gebeld' }).check()
  await page.getByRole('button', { name: 'Bewaar', exact: true }).click()
  await expect(bar(page, 'Dit staat nu bij Gebeld.')).toBeVisible()
  await page.getByRole('button', { name: 'Ik heb de VOG gezien' }).click()
  await expect(main(page).getByText(/^VOG gezien op .* door Sanne Visser\.$/)).toBeVisible()
  await page.getByLabel('Notitie voor collega’s').fill('Komt donderdag koffie drinken.')
  await page.getByRole('button', { name: 'Bewaar notitie' }).click()
  await expect(main(page).getByText('Je notitie is bewaard.')).toBeFocused()
  await page.goto('/beheer/vrijwilligers?staat=called')
  await expect(rowOf(page, name)).toContainText('gezien op')
})

test('redactie does not see volunteers', async ({ page }) => {
  await comeIn(page, people.noor)
  await expect(main(page).getByRole('link', { name: 'Vrijwilligers', exact: true })).toHaveCount(0)
  expect((await page.request.get('/api/volunteers')).status()).toBe(403)
})
