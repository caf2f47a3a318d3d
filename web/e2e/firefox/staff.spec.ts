// The screens of an evening in Firefox: whole, in the light and in the dark, and axe is silent at
// every width.
import type { APIRequestContext } from '@playwright/test'
import type { Browser, Page } from 'puppeteer-core'
import { dateWith, pathOf, roomyDate, site } from '../house'
import { rounds, some } from '../long'
import { keepHere, signInByCalls } from '../session'
import { expect, openFirefox, test as base, violations } from './fox'

const test = base.extend({ baseURL: async ({}, use) => use(site()) })

type User = Awaited<ReturnType<typeof signInByCalls>>
type Cookie = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'][number]

const fullDate = (request: APIRequestContext) => dateWith(request, 'atelier', 'waitlist')
const month = '?van=2026-11-01&tot=2026-11-30'
const screens: Record<string, string | ((request: APIRequestContext) => Promise<string>)> = {
  today: '/beheer/vandaag',
  'one date': async request => `/registrationdetails/${(await roomyDate(request)).id}`,
  'who waits for a date': async request => pathOf.waitlist(await fullDate(request)),
  'a day that was': '/beheer/vandaag?dag=2026-11-17',
  calls: '/beheer/wachtlijst',
  figures: '/beheer/cijfers' + month,
  persons: '/beheer/personen',
  log: '/beheer/logboek',
  more: '/beheer',
  practice: '/beheer/vandaag?oefenen=1',
  'a day without anything': '/beheer/vandaag?dag=2026-11-28',
  week: '/beheer/week',
  'something changes': async request => `/beheer/datum/${(await roomyDate(request)).id}/verander`,
  'we are closed': '/beheer/dicht',
  programme: '/beheer/programma',
  activity: async request => `/editactivity/${(await roomyDate(request)).activityId}`,
  newsletters: '/beheer/nieuwsbrief',
}

/** A screen as the coordinator sees it, in a window of its own. */
async function isFine(firefox: Browser, user: User, cookies: Cookie[], path: string) {
  const context = await firefox.createBrowserContext()
  try {
    await context.setCookie(
      ...cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path })),
      { name: 'cookieConsent', value: 'false', domain: new URL(site()).hostname, path: '/' },
    )
    const page = await context.newPage()
    await page.goto(site() + '/robots.txt')
    await page.evaluate(keepHere, user)
    await page.setViewport({ width: 390, height: 844 })
    await page.goto(site() + path, { waitUntil: 'load' })
    await isWhole(page)
    for (const width of [320, 390, 1280]) {
      await page.setViewport({ width, height: 844 })
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
        .toBeLessThanOrEqual(width)
      expect.soft(await violations(page), `axe at ${width} px`).toEqual([])
    }
  } finally {
    await context.close()
  }
}

const pathTo = async (screen: (typeof screens)[string], request: APIRequestContext) =>
  typeof screen === 'string' ? screen : screen(request)

for (const [name, screen] of some(screens, 'today'))
  test(`${name}: nothing sticks out, accessible`, async ({ firefox, request }) => {
    const user = await signInByCalls(request, 'sanne')
    const path = await pathTo(screen, request)
    await isFine(firefox, user, (await request.storageState()).cookies, path)
  })

// A dark Firefox is another one, and takes its time: in the long run.
if (rounds(0, 1) > 0)
  test('in the dark too', async ({ request }) => {
    test.setTimeout(300_000)
    const user = await signInByCalls(request, 'sanne')
    const { cookies } = await request.storageState()
    const dark = await openFirefox(true)
    for (const [name, screen] of Object.entries(screens))
      await test.step(name, async () => isFine(dark, user, cookies, await pathTo(screen, request)))
    await dark.close()
  })

/** The screen and its frame are there, and nothing waits for an answer any more. */
const isWhole = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.sbar')?.textContent!.includes('Dag Sanne') &&
      document.querySelector('main h1') !== null &&
      document.querySelector('main [aria-busy=true], main .skeleton') === null,
  )
