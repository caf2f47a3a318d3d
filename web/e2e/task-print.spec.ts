import { violations } from './axe'
import { wholeBrowser } from './browser'
import { a3, a4, a5, expectSize, sheets, wide } from './paper'
import { expect, open, settled, test } from './site'

test.use({ launchOptions: wholeBrowser }) // sheets of paper

test('print this week from the programme, and come back', async ({ page, js }) => {
  await open(page, '/agenda', js)
  await page.getByRole('link', { name: 'Print deze week' }).click()
  await expect(page).toHaveURL(/\/agenda\/print\?week=2026-W48$/)
  await expect(page).toHaveTitle('Programma 23 tot en met 29 november – Herstelruimte')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Programma 23 tot en met 29 november',
  )
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByText(/^Stand van dinsdag 24 november 2026, 1\d\.\d\d uur$/)).toBeVisible()
  const off = page.locator('.p-row', { hasText: 'Avondinloop' })
  await expect(off.locator('s')).toHaveText('Avondinloop')
  await expect(off).toContainText('GAAT NIET DOOR')
  await settled(page, js)
  if (js) await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  else
    expect(
      await page.locator('.p-tools noscript').evaluate(n => n.checkVisibility() && n.textContent),
    ).toBe("Kies 'Afdrukken' in het menu van je browser.")
  if (js) expect(await violations(page)).toEqual([])
  const [sheet, ...more] = await sheets(page)
  expect(more).toEqual([])
  expectSize(sheet!, wide(a4))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.p-tools')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Terug naar het programma' }).click()
  await expect(page).toHaveURL(/\/agenda\?week=2026-W48$/)
})

test('every form of paper has its size', async ({ page, js }) => {
  for (const [query, size, most] of [
    ['?week=2026-W49&vorm=a3', wide(a3), 1],
    ['?vorm=groot', a4, 4],
    ['?vorm=maand', a4, 2],
    ['?vorm=flyer&activiteit=wrap', a5, 1],
    ['?vorm=flyer&activiteit=wrap&aantal=4', a4, 1],
    ['?vorm=pamflet&week=gisteren', wide(a4), 1],
    ['?vorm=flyer', wide(a4), 1],
  ] as [string, number[], number][]) {
    await open(page, '/agenda/print' + query, js)
    const all = await sheets(page)
    expect(all.length, query).toBeLessThanOrEqual(most)
    for (const sheet of all) expectSize(sheet, size)
  }
})

test('an empty week says when the door is open', async ({ page, js }) => {
  await open(page, '/agenda/print?week=2030-W10', js)
  await expect(
    page.getByText(
      /^Er staat deze week nog niets in het programma\. De inloop is open op maandag van 13\.00 tot 17\.00 uur, /,
    ),
  ).toBeVisible()
  expect(await sheets(page)).toHaveLength(1)
})

test('a flyer carries the short address as a code, and the code leads to the next date', async ({
  page,
  js,
  baseURL,
}) => {
  const host = new URL(baseURL!).host
  await open(page, '/a/wrap', js)
  await expect(page).toHaveURL(/\/agendadetails\/act_\w+\/occ_\w+$/)
  await page.getByRole('link', { name: 'Print een flyer' }).click()
  await expect(page).toHaveURL(/\/agenda\/print\?vorm=flyer&activiteit=wrap$/)
  await expect(page.getByRole('img', { name: `QR-code naar ${host}/a/wrap` })).toBeVisible()
  await settled(page, js)
  if (js) expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Vier op een blad' }).click()
  await expect(page.locator('.p-copy')).toHaveCount(3)
  await page.getByRole('link', { name: 'Terug naar de activiteit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^WRAP/)
})

test('an activity that stopped tells so, and an address that never was is not found', async ({
  page,
  js,
}) => {
  expect((await open(page, '/a/zomertuin', js))!.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deze activiteit is gestopt.')
  await expect(page.getByRole('heading', { name: 'Misschien vind je dit ook fijn' })).toBeVisible()
  if (js) expect(await violations(page)).toEqual([])
  expect((await open(page, '/a/bestaat-niet', js))!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We konden dit niet vinden.')
})

test('a date that is cancelled offers the one after it', async ({ page, js }) => {
  await open(page, '/a/avondinloop', js)
  await expect(page.getByText('Gaat niet door').first()).toBeVisible()
  await expect(
    page.getByText(/^De volgende keer: donderdag \d+ december, 18\.30 uur\.$/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Kom op donderdag \d+ december$/ })).toBeVisible()
})

test('the programme can be followed in a calendar', async ({ page, js, request }) => {
  await open(page, '/agenda', js)
  const link = page.getByRole('link', { name: 'Zet in mijn agenda' })
  await expect(link).toHaveAttribute('href', '/agenda.ics')
  const feed = await request.get('/agenda.ics')
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const again = await request.get('/agenda.ics', {
    headers: { 'if-none-match': feed.headers()['etag']! },
  })
  expect(again.status()).toBe(304)
})
