// Five seconds: what of a page is wholly in the first screen of a small phone, above the question
// about statistics, which is open.
import type { Locator, Page } from '@playwright/test'
import { openDate } from './house'
import { expect, inFirstScreen, open, test } from './site'

test.use({ firstVisit: true, viewport: { width: 360, height: 640 } })

type Seen = (main: Locator) => Locator
const h1: Seen = main => main.getByRole('heading', { level: 1 })
const link =
  (name: string | RegExp): Seen =>
  main =>
    main.getByRole('link', { name }).first()
const part =
  (selector: string): Seen =>
  main =>
    main.locator(selector).first()
const opening = part('.sign b')

const pages: Record<string, readonly [path: string, ...seen: Seen[]]> = {
  home: ['/', h1, part('.lead'), opening, link('Bekijk het programma')],
  programme: ['/agenda', h1, part('.lead'), link('Nog plek'), part('.day-head'), part('.act h3')],
  referrers: ['/verwijzers', h1, part('.lead'), link(/^Bel /)],
  contact: ['/contact', h1, opening, part('.sign-phone')],
}

async function isSeen(page: Page, seen: readonly Seen[]) {
  const banner = page.getByRole('region', { name: 'Keuze over statistiek' })
  await expect(banner).toBeVisible()
  expect((await banner.boundingBox())!.height, 'the question').toBeLessThanOrEqual(120)
  for (const one of seen) await inFirstScreen(page, one(page.getByRole('main')))
  const foot = await page.getByRole('contentinfo').boundingBox()
  expect(foot!.height, 'the footer').toBeLessThanOrEqual(640)
}

for (const [name, [path, ...seen]] of Object.entries(pages))
  test(`${name}: what one came for is in the first screen`, async ({ page, js }) => {
    await open(page, path, js)
    await isSeen(page, seen)
  })

test('an activity: what one came for is in the first screen', async ({ page, js, request }) => {
  const { activityId, id } = await openDate(request, 'atelier', 0)
  await open(page, `/agendadetails/${activityId}/${id}`, js)
  await isSeen(page, [h1, part('.date-when'), part('.badge'), link('Meld je aan')])
})
