// A first-time visitor looks at the first page: is it open, what happens, what do I do, who comes
// here. With and without JavaScript.
import { expect, open, test } from './site'

test('everything in the order in which people ask for it', async ({ page, js }) => {
  await open(page, '/', js)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Vandaag en morgen',
    'Voor het eerst? Zo gaat het',
    'Een verhaal van een bezoeker',
    'Nieuws',
    'Dit deden we samen in 2025',
  ])
  await expect(main.getByText('Nu open')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Bekijk het programma' })).toHaveAttribute(
    'href',
    '/agenda',
  )
  await expect(
    main.getByText('Wij geven geen behandeling en zijn geen crisisdienst.'),
  ).toBeVisible()
  await expect(main.getByRole('link', { name: 'Bekijk wie je nu kan helpen' })).toHaveAttribute(
    'href',
    '/contact#hulp',
  )
  await expect(main.getByRole('link', { name: 'Meld je aan voor de nieuwsbrief' })).toHaveAttribute(
    'href',
    '/nieuwsbrief',
  )
})

test.describe('on the first visit', () => {
  test.use({ firstVisit: true })

  test('what, where and for whom stand above the question about statistics', async ({
    page,
    js,
  }) => {
    await open(page, '/', js)
    const lead = page.getByText(
      'Een huiskamer in Veldermeer voor wie het moeilijk heeft, en voor naasten.',
    )
    const banner = page.getByRole('region', { name: 'Keuze over statistiek' })
    for (const size of [page.viewportSize()!, { width: 320, height: 640 }]) {
      await page.setViewportSize(size)
      await expect(banner).toBeInViewport({ ratio: 1 })
      const [words, box] = await Promise.all([lead.boundingBox(), banner.boundingBox()])
      expect(words!.y + words!.height).toBeLessThan(box!.y)
    }
  })
})

test('the newest story opens', async ({ page, js }) => {
  await open(page, '/', js)
  const title = page
    .getByRole('region', { name: 'Een verhaal van een bezoeker' })
    .getByRole('heading', { level: 3 })
  const words = await title.textContent()
  await title.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words!)
})

test('two pieces of news, the pinned one first', async ({ page, js }) => {
  await open(page, '/', js)
  const news = page.getByRole('region', { name: 'Nieuws' })
  await expect(news.getByRole('listitem')).toHaveCount(2)
  await expect(news.getByRole('listitem').first()).toContainText(
    'Donderdagavond tijdelijk gesloten',
  )
  await news.getByRole('link', { name: 'Al het nieuws' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nieuws')
})

test('three numbers lead to the rest of them', async ({ page, js }) => {
  await open(page, '/', js)
  const numbers = page.getByRole('region', { name: 'Dit deden we samen in 2025' })
  await expect(numbers.getByRole('listitem')).toHaveCount(3)
  await expect(numbers.getByRole('listitem').first()).toContainText(/436 *dagdelen open/)
  await numbers.getByRole('link', { name: 'Alle cijfers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wat levert het op?')
})

test('the text about money leads to the numbers', async ({ page, js }) => {
  await open(page, '/about', js)
  await page.getByRole('main').getByRole('link', { name: 'Impact' }).click()
  await expect(page).toHaveURL('/impact')
})
