// What staff do when they sign in, in a house of their own, and browsers that are watched while
// they do.
import type { BrowserContext, Page } from '@playwright/test'
import type { Role } from '../src/auth/types'
import { firstOf } from '../src/screens'
import { accessibleEverywhere } from './axe'
import { keepSignedIn } from './session'
import { chose, expect, open as openPage, test as base, watch } from './site'
import { House } from './staff-house'

export { expect }
export const open = (page: Page, path: string) => openPage(page, path, true)

/** Opens all steps of an activity in its editor: a phone folds them. */
export async function allSteps(page: Page) {
  await page.locator('[data-step="4"]').waitFor({ state: 'attached', timeout: 30_000 })
  const folded = page.locator('[data-step]:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
}

interface Fixtures {
  /** Lines of the console that a test expects. */
  expected: RegExp
  /** A browser of somebody else, watched as well. */
  elsewhere: () => Promise<Page>
}

/** One house a worker: its tests run one after the other, and leave it without trouble. */
export const test = base.extend<Fixtures, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ house }, use) => use(house.site),
  expected: [/^nothing$/, { option: true }],
  elsewhere: async ({ browser, house, watched }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: house.site })
      await chose(context, house.site)
      contexts.push(context)
      context.on('page', page => gather(watched, page))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  watched: async ({ context, house, expected }, use) => {
    const watched: Watched = { noise: [], requests: [] }
    context.on('page', page => gather(watched, page))
    await use(watched)
    await house.trouble('none')
    const hosts = [house.site, house.signIn].map(a => new URL(a).host)
    expect
      .soft(
        watched.noise.filter(line => !refusal.test(line) && !expected.test(line)),
        'the console and the CSP are silent',
      )
      .toEqual([])
    expect
      .soft(
        watched.requests.filter(r => !hosts.includes(r.host)),
        'nothing is asked of another host',
      )
      .toEqual([])
  },
})

type Watched = ReturnType<typeof watch>

/** One list for all windows of a test. */
function gather(into: Watched, page: Page) {
  const seen = watch(page)
  seen.noise = into.noise
  seen.requests = into.requests
}

/**
 * The browser's own line about a refusal that the client handles, and the one of the client about
 * a worker that had not made its copy of the staff area within three seconds: nobody sees that.
 */
const refusal = /the server responded with a status of (400|401|403)\b|storage-messaging\/timeout$/

export interface Person {
  login: string
  name: string
  roles: Role[]
}

const person = (login: string, name: string, ...roles: Role[]): Person => ({ login, name, roles })

/**
 * The accounts of the demo that may sign in; one for each role, one of which two people have, and
 * one without.
 */
export const people = {
  jan: person('jan', 'Jan Bakker', 'gastheer'),
  loes: person('loes', 'Loes de Wit', 'begeleider'),
  noor: person('noor', 'Noor Haddad', 'redactie'),
  bram: person('bram', 'Bram Smit', 'redactie'),
  henk: person('henk', 'Henk Postma', 'vertrouwenspersoon'),
  sanne: person('sanne', 'Sanne Visser', 'coordinator'),
  ilja: person('ilja', 'Ilja Mulder', 'beheerder'),
  wim: person('wim', 'Wim Nieuwland'),
}

export const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
export const popupButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true })
export const redirectLink = (page: Page) =>
  page.getByRole('link', { name: 'Inloggen in dit venster' })

/** `/login` that knows where to go: from then on a window opens inside the click. */
export async function openLogin(page: Page, login = '/login') {
  // the last thing a first look does
  const looked = page.waitForResponse(r => r.url().includes('/auth-silent'))
  await open(page, login)
  await looked
  await expect(popupButton(page)).toBeVisible()
}

/** One press on the page of the sign-in service. */
export const chooseAt = (page: Page, p: Person) =>
  page.locator(`button[name=account][value=${p.login}]`).click()

export async function signInPopup(
  page: Page,
  p: Person,
  { shared = false, login = '/login' } = {},
) {
  await openLogin(page, login)
  if (shared) await page.getByRole('checkbox', { name: 'Dit is een gedeelde computer' }).check()
  const [popup] = await Promise.all([page.waitForEvent('popup'), popupButton(page).click()])
  const closed = popup.waitForEvent('close')
  await chooseAt(popup, p)
  await closed
}

export async function signInRedirect(
  page: Page,
  p: Person,
  { shared = false, login = '/login' } = {},
) {
  await openLogin(page, login)
  if (shared) await page.getByRole('checkbox', { name: 'Dit is een gedeelde computer' }).check()
  await redirectLink(page).click()
  await chooseAt(page, p)
}

/** By the screens of signing in; on "Meer", which is asked for. */
export async function signIn(page: Page, p: Person, options: { shared?: boolean } = {}) {
  await signInRedirect(page, p, { ...options, login: '/login?terug=%2Fbeheer' })
  await isIn(page, p)
}

/** Signed in, on "Meer" or another screen, which nobody waits for. */
export async function comeIn(page: Page, p: Person, path = '/beheer') {
  await keepSignedIn(page, p.login)
  await page.goto(path)
  if (path === '/beheer') await isIn(page, p)
}

/** The frame of the staff area greets the person, and the server knows the session. */
export async function isIn(page: Page, p: Person, at = '/beheer') {
  await expect(page).toHaveURL(at)
  await greets(page, p)
  expect(await sessionOf(page)).toMatchObject({ name: p.name, roles: p.roles })
}

/** On every screen of the area; a narrow one hides the words. */
export const greets = (page: Page, { name }: Person) =>
  expect(page.locator('.sbar')).toContainText('Dag ' + name.split(' ', 1)[0])

/** A place of the bar, or a screen that "Meer" lists. */
export const place = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^${name}( \\d+ open)?$`) })

/** Where signing in leads somebody who asked for no page. */
export const first = (p: Person) => firstOf(p.roles)

/** On "Meer": what the server says of the own sign-ins is there. */
export const ownDevices = (page: Page) =>
  expect(page.getByRole('main').getByText(/Ingelogd op \d+ appara/)).toBeVisible()

/** On "Meer": the own sign-ins, unfolded. */
export async function unfoldDevices(page: Page) {
  const own = page.getByRole('region', { name: 'Jij' })
  await own.getByText('Bekijk en log uit').click()
  return own
}

/** What the server says to this browser's cookie; null: it knows nobody. */
export async function sessionOf(
  page: Page,
): Promise<{ uid: string; name: string; roles: string[] } | null> {
  const answer = await page.request.get('/api/session')
  expect([200, 401]).toContain(answer.status())
  return answer.status() === 200 ? answer.json() : null
}

const footer = (page: Page) => page.getByRole('contentinfo')

/**
 * What every page of the layout shows of a sign-in: the footer's word and the menu's last entry.
 */
export async function showsSignedIn(page: Page, yes: boolean) {
  const bar = page.locator('.sbar') // the staff area has a frame of its own
  if (yes && (await bar.count()) > 0)
    return expect(bar.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  await expect(footer(page).getByRole('button', { name: 'Uitloggen' })).toHaveCount(yes ? 1 : 0)
  await expect(footer(page).getByRole('link', { name: 'Inloggen' })).toHaveCount(yes ? 0 : 1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Beheer/ })).toHaveCount(
    yes ? 1 : 0,
  )
  await page.getByRole('button', { name: 'Sluit menu' }).click()
}

export async function signOut(page: Page) {
  const frame = page.getByRole('banner').getByRole('button', { name: 'Uitloggen', exact: true })
  const desk = page.getByRole('main').getByRole('button', { name: 'Uitloggen', exact: true })
  await frame.or(desk).first().click()
  await expect(page).toHaveURL('/')
}

export const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(c => c.name === 'dev_hr_session')

/**
 * From a sign-in or a refresh to the next: tokens live 15 minutes and are renewed 5 minutes early.
 */
export const toRefresh = 600_000

export const isTokenCall = (house: House) => (r: { url(): string; method(): string }) =>
  r.url() === house.signIn + '/token' && r.method() === 'POST'

/** Both calls of a refresh: new tokens, and the server's session after them. */
export const renewed = (page: Page, house: House) =>
  Promise.all([
    page.waitForResponse(r => isTokenCall(house)(r.request()) && r.status() === 200),
    page.waitForResponse(
      r =>
        r.url().endsWith('/api/session') && r.request().method() === 'POST' && r.status() === 204,
    ),
  ])

/**
 * Every place of a browser in which a site can keep something, as text; empty when all of them are.
 */
export async function everythingKept(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const rows: Record<string, unknown> = {}
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name!)
        opening.onsuccess = () => done(opening.result)
        opening.onerror = () => failed(opening.error)
      })
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((done, failed) => {
          const asking = db.transaction(store).objectStore(store).getAll()
          asking.onsuccess = () => done(asking.result)
          asking.onerror = () => failed(asking.error)
        })
        if (all.length > 0) rows[`${name}/${store}`] = all
      }
      db.close()
    }
    const workers = (await navigator.serviceWorker.getRegistrations()).map(r => r.scope)
    const cached = await caches.keys()
    return {
      ...(localStorage.length > 0 ? { local: { ...localStorage } } : {}),
      ...(sessionStorage.length > 0 ? { session: { ...sessionStorage } } : {}),
      ...rows,
      ...(workers.length > 0 ? { workers } : {}),
      ...(cached.length > 0 ? { cached } : {}),
    }
  })
}

/**
 * On a phone and on a desk, in the light and in the dark; with the frame of the staff area where
 * that is looked at.
 */
export async function isAccessible(page: Page, framed = false) {
  await accessibleEverywhere(page, framed)
  await page.emulateMedia({ colorScheme: 'light' })
}

export async function fitsItsWidth(page: Page) {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
      .toBeLessThanOrEqual(width)
  }
}
