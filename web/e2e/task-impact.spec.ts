// A council member wants to know what it brings about: numbers, charts, where they come from, and
// one sheet of paper.
import { expect, open, test } from './site'

test('the six numbers of the newest year, and their year', async ({ page, js }) => {
  await open(page, '/impact', js)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wat levert het op?')
  await expect(page.getByText('Deze cijfers zijn van 2025. Die van 2026 volgen.')).toBeVisible()
  const six = page.getByRole('region', { name: 'Dit deden we samen in 2025' }).getByRole('listitem')
  await expect(six).toHaveCount(6)
  await expect(six.nth(0)).toContainText(/436 *dagdelen open/)
  await expect(six.nth(1)).toContainText(/7\.920 *bezoeken/)
  await expect(six.nth(1)).toContainText('Dat zijn er 18,2 per dagdeel.')
  await expect(six.nth(2)).toContainText(/405 *verschillende bezoekers/)
  await expect(six.nth(2)).toContainText('Dit is een schatting.')
  await expect(six.nth(5)).toContainText(/8,2 *rapportcijfer/)
  await expect(six.nth(5)).toContainText('101 mensen gaven een cijfer.')
})

test('another year by a link', async ({ page, js }) => {
  await open(page, '/impact', js)
  const years = page.getByRole('navigation', { name: 'Kies een jaar' })
  await expect(years.getByRole('link', { name: '2025' })).toHaveAttribute('aria-current', 'true')
  await years.getByRole('link', { name: '2023' }).click()
  await expect(page).toHaveURL('/impact?jaar=2023')
  await expect(page.getByRole('heading', { name: 'Dit deden we samen in 2023' })).toBeVisible()
  await expect(page.getByText('6.140').first()).toBeVisible()
  await open(page, '/impact?jaar=1999', js)
  await expect(page.getByRole('heading', { name: 'Dit deden we samen in 2025' })).toBeVisible()
})

test('each chart says its conclusion and has its data in a table', async ({ page, js }) => {
  await open(page, '/impact', js)
  for (const [title, row] of [
    ['Meer bezoeken dan in 2024', /2025\s*7\.920\s*436\s*18,2/],
    ['Hoe mensen ons vonden: het vaakst zelf of via bekenden', /Zelf of via bekenden\s*46\u00a0%/],
    [
      '95 van de 100 mensen voelen zich hier welkom',
      /Ik heb meer contact met anderen\s*76\u00a0%\s*101/,
    ],
  ] as const) {
    const chart = page
      .getByRole('figure')
      .filter({ has: page.getByRole('heading', { name: title }) })
    await expect(chart.getByRole('img').first()).toBeVisible()
    await chart.getByText('Bekijk als tabel').click()
    await expect(chart.getByRole('row').filter({ hasText: row })).toHaveCount(1)
  }
})

test('where it comes from, and what is too small to tell', async ({ page, js }) => {
  await open(page, '/impact', js)
  const origin = page.getByRole('region', { name: 'Waar komt dit vandaan?' })
  await expect(
    origin.getByRole('listitem').filter({ hasText: 'Rapportcijfer: 8,2' }),
  ).toContainText('Jaarlijkse vragenlijst op papier, anoniem, 101 antwoorden.')
  await expect(origin.getByRole('listitem').filter({ hasText: ': minder dan 5' })).toHaveCount(1)
  await expect(page.getByText('Een bezoek is één persoon, één dagdeel.')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveCount(2)
})

test('one sheet of paper, printed when asked', async ({ page, js }) => {
  await page.addInitScript(() => {
    ;(window as { printed?: number }).printed = 0
    window.print = () => {
      ;(window as { printed?: number }).printed!++
    }
  })
  await open(page, '/impact', js)
  await page.getByRole('link', { name: 'Print de infographic' }).click()
  await expect(page).toHaveURL('/printinfographic?jaar=2025')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dit deden we samen in 2025')
  await expect(page.getByRole('contentinfo').getByText('Over deze site')).toBeVisible()
  await expect(page.getByText(/\/impact\?jaar=2025/)).toBeVisible()
  await expect(page.getByText('Stand van dinsdag 24 november 2026')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  for (const jaar of [2023, 2025]) {
    await open(page, `/printinfographic?jaar=${jaar}`, js)
    const paper = await page.pdf({ preferCSSPageSize: true })
    expect(pagesOf(paper), 'one page').toBe(1)
    // A4 portrait in points
    expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
  }
  if (!js) return
  const printed = () => page.evaluate(() => (window as { printed?: number }).printed)
  expect(await printed(), 'never by itself').toBe(0)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  expect(await printed()).toBe(1)
})

/** The number of pages that a PDF says it has. */
const pagesOf = (pdf: Buffer) =>
  (pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length
