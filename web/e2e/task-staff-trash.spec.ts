// The lists of the desk, and what is thrown away for good.
import { comeIn, expect, h1, kept, people, test, titled, writeNews } from './desk'
import { isAccessible } from './staff'
import { inLong } from './long'

test.slow() // a whole path each: writing, two lists, the trash

test(
  'a list goes by the newest change or by title, and keeps the choice in its address',
  inLong,
  async ({ page }) => {
    const [zebra, aap] = [titled('Zebra'), titled('Aap')]
    await comeIn(page, people.noor)
    await writeNews(page, aap)
    await writeNews(page, zebra)
    await page.goto('/beheer/nieuws?status=draft')
    const order = page.getByRole('group', { name: 'Volgorde' })
    await expect(order.getByRole('button', { name: 'Nieuwste eerst' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const places = async () => {
      const titles = await page
        .getByRole('main')
        .getByRole('heading', { level: 2 })
        .allTextContents()
      return titles.indexOf(zebra) - titles.indexOf(aap)
    }
    await expect(page.getByRole('link', { name: aap })).toBeVisible()
    expect(await places(), 'written last, so first').toBeLessThan(0)
    await order.getByRole('button', { name: 'Op titel' }).click()
    await expect(page).toHaveURL(/op=title/)
    await expect.poll(places).toBeGreaterThan(0)
    await page.reload()
    await expect(order.getByRole('button', { name: 'Op titel' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await isAccessible(page)
  },
)

test('what lies in the trash is deleted for good after a question, and is nowhere any more', async ({
  page,
  request,
}) => {
  const title = titled('Dit moet weg')
  await comeIn(page, people.noor)
  const id = await writeNews(page, title)
  await kept(page)
  await page.getByRole('button', { name: 'Verwijder', exact: true }).click()
  await expect(page.getByText('Er staat nergens een link hiernaartoe.')).toBeVisible()
  await page.getByRole('button', { name: 'Naar de prullenbak' }).click()
  await expect(h1(page)).toHaveText('Nieuws')

  await page
    .getByRole('group', { name: 'Laat zien' })
    .getByRole('button', { name: 'Prullenbak' })
    .click()
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Verwijder definitief' }).press('Enter')
  await expect(page.getByText(`"${title}" en alle eerdere versies worden gewist.`)).toBeFocused()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Nee, laat staan' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Verwijder definitief' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ja, verwijder definitief' }).press('Enter')

  await expect(h1(page)).toHaveText('Nieuws')
  await expect(page.getByText(`"${title}" is definitief verwijderd.`)).toBeFocused()
  await page.goto('/beheer/nieuws?status=trashed')
  await expect(page.getByRole('group', { name: 'Volgorde' })).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.goto('/editnews/' + id)
  await expect(page.getByText('Deze tekst bestaat niet (meer).')).toBeVisible()
  expect((await request.get('/newsdetails/' + id)).status()).toBe(404)
})
