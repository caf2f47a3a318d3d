import { newsOf, newsPath, readsWell } from './reading'
import { expect, open, test } from './site'

const h1 = { level: 1 } as const

test('read the news, and what was in an earlier year', async ({ page, js }) => {
  await open(page, '/news', js)
  await expect(page.getByRole('heading', h1)).toHaveText('Nieuws')
  const titles = page
    .getByRole('region', { name: 'Laatste berichten' })
    .getByRole('heading', { level: 3 })
  // pinned: older than the next
  await expect(titles.first()).toHaveText('Donderdagavond tijdelijk gesloten')
  // other tests publish too, with numbers in their titles
  const ofSample = (await titles.allTextContents()).filter(t => !/\d-\d/.test(t))
  expect(ofSample[1]).toBe('Nieuwe WRAP-groep, nog vier plekken')
  await expect(page.locator('main')).not.toContainText('Open rond de feestdagen') // comes in a week
  await expect(page.locator('main')).not.toContainText('Atelier exposeert') // is over
  await readsWell(page, js)
  await test.step('an item', async () => {
    await page.getByRole('link', { name: 'De lift doet het weer' }).click()
    await expect(page.getByRole('heading', h1)).toHaveText('De lift doet het weer')
    await expect(page).toHaveTitle('De lift doet het weer – Herstelruimte')
    await expect(page.getByText(/^\w+dag \d+ november 2026 · Redactie$/)).toBeVisible()
    await expect(page.getByText(/^Dit bericht is van/)).toHaveCount(0)
    await readsWell(page, js)
    await page.getByRole('link', { name: 'Al het nieuws' }).click()
    await expect(page.getByRole('heading', h1)).toHaveText('Nieuws')
  })
  await test.step('an earlier year', async () => {
    await page
      .getByRole('navigation', { name: 'Nieuws per jaar' })
      .getByRole('link', { name: '2025' })
      .click()
    await expect(page).toHaveURL(/\/news\?jaar=2025$/)
    await expect(page.getByRole('heading', { name: 'Nieuws uit 2025' })).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'Gemeente steunt ons twee jaar langer' }),
    ).toBeVisible()
    await expect(page.locator('main')).not.toContainText('De lift doet het weer')
    await readsWell(page, js)
  })
})

test('news that is over can still be read, and says how old it is', async ({ page, js }) => {
  const answer = await open(page, newsPath('Atelier exposeert in de bibliotheek'), js)
  expect(answer!.status()).toBe(200)
  await expect(page.getByText(/^Dit bericht is van \w+dag \d+ \w+ 2026\.$/)).toBeVisible()
  await readsWell(page, js)
})

test('news of next week, and news that never was, cannot be found', async ({ page, js }) => {
  for (const path of [newsPath('Open rond de feestdagen'), '/newsdetails/nws_bestaatniet']) {
    expect((await open(page, path, js))!.status()).toBe(404)
    await expect(page.getByRole('heading', h1)).toHaveText('We konden dit bericht niet vinden.')
    await expect(page.getByRole('link', { name: 'Bekijk het nieuws' })).toBeVisible()
  }
})

test('a year without news says so', async ({ page, js }) => {
  await open(page, '/news?jaar=2001', js)
  await expect(page.getByText('Er is geen nieuws uit 2001.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await readsWell(page, js)
})

test('machines find the feed, and who wrote an item when', async ({ page, js, request }) => {
  await open(page, '/news', js)
  await expect(
    page.locator('head link[rel=alternate][type="application/rss+xml"]'),
  ).toHaveAttribute('href', '/nieuws.rss')
  await expect(page.getByRole('link', { name: /RSS/ })).toHaveAttribute('href', '/nieuws.rss')
  const item = (await newsOf(request))[1]!
  await open(page, '/newsdetails/' + item.id, js)
  const [article] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(article!)).toMatchObject({
    '@type': 'Article',
    headline: item.title,
    datePublished: expect.stringContaining(item.day),
    publisher: { name: 'Herstelruimte' },
  })
})
