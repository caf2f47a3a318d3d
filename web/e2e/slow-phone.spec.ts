// A slow phone: what a page asks for, and when; scripts that come late move nothing, and a page
// does without those that never come.
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { openDate } from './house'
import { pages as known } from './routes'
import { expect, fillPerson, holdScripts, settled, test } from './site'

declare global {
  interface Window {
    moved: number
  }
}

test.use({ firstVisit: true, viewport: { width: 360, height: 640 } })

const reading = [
  '/',
  '/agenda',
  '/stories',
  '/stories .item a',
  '/news',
  '/news .item a',
  '/requentlysaskedquestions',
  '/impact',
  '/printinfographic',
  '/about',
  '/verwijzers',
  '/agenda .act-main a',
  '/bestaat-niet',
  'series',
  'cancelled activity',
  'after signing up',
]
const forms = [
  '/contact',
  '/vrijwilligers',
  '/klachten',
  '/nieuwsbrief',
  '/privacy',
  '/mijn-aanmeldingen',
  'sign-up',
  'waitlist',
  'own sign-up',
  'own offer',
]

const kb = 1024
const budget = {
  reading: { scripts: 84 * kb, files: 8 },
  form: { scripts: 92 * kb, files: 12 },
}

/** A page of one thing is reached by a link of its list, or has a name in the list of all pages. */
async function pathOf(page: Page, at: string, request: APIRequestContext) {
  if (!at.startsWith('/')) return known[at]!.path(request)
  const [path, ...link] = at.split(' ')
  if (link.length === 0) return path!
  await page.goto(path!)
  return (await page.locator(link.join(' ')).first().getAttribute('href'))!
}

const isScript = (r: Request) => r.resourceType() === 'script'
const isFirst = (r: Request) => r.url().includes('/assets/start-')
const bytes = async (list: Request[]) => {
  const sizes = await Promise.all(list.map(async r => (await r.sizes()).responseBodySize))
  return sizes.reduce((sum, n) => sum + n, 0)
}

for (const [kind, pages] of Object.entries({ reading, form: forms }))
  for (const at of pages)
    test(`${at} brings no more than a slow phone bears`, async ({
      browser,
      page,
      baseURL,
      request,
    }) => {
      const path = await pathOf(page, at, request)
      // one that has nothing of the site yet
      const fresh = await browser.newPage({ baseURL: baseURL!, viewport: page.viewportSize() })
      const asked: Request[] = []
      fresh.on('request', r => asked.push(r))
      const html = await (await fresh.goto(path))!.text()
      await settled(fresh, true)
      await fresh.waitForLoadState('networkidle')
      const limit = budget[kind as keyof typeof budget]
      const scripts = asked.filter(isScript)
      expect(scripts.length, 'files of scripts').toBeLessThanOrEqual(limit.files)
      expect(await bytes(scripts), 'scripts').toBeLessThanOrEqual(limit.scripts)
      const first = asked.slice(
        0,
        asked.findIndex(r => isScript(r) && !isFirst(r)),
      )
      expect(await bytes(first), 'before the scripts').toBeLessThanOrEqual(120 * kb)
      if (kind === 'reading')
        expect(first.length, 'requests before the scripts').toBeLessThanOrEqual(10)
      const sheets = asked.filter(r => r.resourceType() === 'stylesheet')
      expect(sheets.length, 'style sheets').toBeLessThanOrEqual(2)
      expect(await bytes(sheets.slice(0, 1)), 'the first one').toBeLessThanOrEqual(10 * kb)
      expect(html.indexOf('rel="stylesheet"'), 'and where it stands').toBeLessThan(14 * kb)
      await fresh.close()
    })

/** How much has moved by itself since the page began. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    window.moved = 0
    new PerformanceObserver(list => {
      for (const e of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!e.hadRecentInput) window.moved += e.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

for (const at of [...reading, ...forms])
  test(`${at} keeps still when scripts come late, wherever one is`, async ({ page, request }) => {
    const path = await pathOf(page, at, request)
    await watchMoves(page)
    for (const far of [0, 0.4, 0.8]) {
      const arrive = await holdScripts(page)
      await page.goto(path)
      await page.evaluate(part => scrollTo(0, document.body.scrollHeight * part), far)
      const field = page.locator('main :is(input, textarea):visible').last()
      if (far === 0.8 && (await field.count())) await field.focus()
      // what the browser itself finds late moves before this
      await page.evaluate(async () => {
        await document.fonts.ready
        await new Promise(done => setTimeout(done, 2500))
      })
      arrive()
      await settled(page, true)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => window.moved), `at ${far}`).toBeLessThanOrEqual(0.02)
      if (far === 0.8 && (await field.count())) await expect(field).toBeFocused()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

test('a page to read waits for an idle moment or a touch, one with a form does not', async ({
  page,
}) => {
  await page.addInitScript(() => (window.requestIdleCallback = () => 0))
  const scripts: string[] = []
  page.on('request', r => {
    if (isScript(r) && !isFirst(r)) scripts.push(r.url())
  })
  await page.goto('/news')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => scripts.length).toBeGreaterThan(3)
  scripts.length = 0
  await page.goto('/contact')
  await expect.poll(() => scripts.length).toBeGreaterThan(3)
})

test('without its scripts a page is read, its menu opens and its form is sent', async ({
  page,
  request,
}) => {
  await holdScripts(page)
  const { activityId, id } = await openDate(request, 'atelier', 0)
  await page.goto(`/register/${activityId}/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true })
  await expect(menu.getByRole('link')).toHaveCount(8)
  await page.getByRole('link', { name: 'Sluit menu' }).click()
  await fillPerson(page, { name: 'Sanne', email: 'traag@example.nl' })
  await page.getByRole('checkbox', { name: /^Ik vind het goed/ }).check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt/)
})

for (const path of ['/', '/agenda', '/contact'])
  test(`${path}: at 20 KB a second the menu opens a second after the first words`, async ({
    page,
  }) => {
    const wire = await page.context().newCDPSession(page)
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 20 * kb,
      uploadThroughput: 20 * kb,
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
    await page.waitForTimeout(1000)
    const menu = page.getByRole('banner').getByText('Menu', { exact: true })
    await menu.click({ noWaitAfter: true, timeout: 1000 })
    await expect(
      page.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link'),
    ).toHaveCount(8, { timeout: 1000 })
  })
