// What every browser test stands on: a page that is watched, and the acts that visitors share.
import {
  expect,
  test as base,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'

export { expect }

/** Statuses that a test expects; the browser writes its own line about them. */
const told = /the server responded with a status of (401|404|409|410|412|422|429|503)\b/

interface Watched {
  noise: string[]
  requests: { method: string; path: string; host: string }[]
}

interface Fixtures {
  /** With JavaScript, or the plain pages. */
  js: boolean
  /**
   * Nobody chose anything yet, so that the banner asks. In all other tests the choice was made: no.
   */
  firstVisit: boolean
  watched: Watched
}

/** Somebody who said no to statistics long ago. */
export const chose = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: 'cookieConsent', value: 'false', url }])

/** Every test fails on a console message, a CSP violation or a request to another host. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env['SITE']),
  firstVisit: [false, { option: true }],
  context: async ({ context, baseURL, firstVisit }, use) => {
    if (!firstVisit) await chose(context, baseURL!)
    await use(context)
  },
  js: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  watched: [
    async ({ page, baseURL }, use) => {
      const watched = watch(page)
      await use(watched)
      expect.soft(watched.noise, 'the console and the CSP are silent').toEqual([])
      expect
        .soft(
          watched.requests.filter(r => r.host !== new URL(baseURL!).host),
          'nothing is asked of another host',
        )
        .toEqual([])
    },
    { auto: true },
  ],
})

export function watch(page: Page): Watched {
  const watched: Watched = { noise: [], requests: [] }
  page.on('console', m => {
    if (!told.test(m.text())) watched.noise.push(`${m.type()}: ${m.text()}`)
  })
  page.on('pageerror', e => watched.noise.push('error: ' + e.message))
  page.on('request', r => {
    const u = new URL(r.url())
    if (u.protocol.startsWith('http'))
      watched.requests.push({ method: r.method(), path: u.pathname + u.search, host: u.host })
  })
  return watched
}

/** Waits until React runs the page; without JavaScript there is nothing to wait for. */
export async function settled(page: Page, js: boolean) {
  if (!js) return
  await page.waitForFunction(() => {
    const root = document.getElementById('root')!
    return (
      Object.keys(root).some(k => k.startsWith('__reactContainer')) &&
      document.readyState === 'complete'
    )
  })
  await page.evaluate(() => new Promise(done => requestIdleCallback(done, { timeout: 2000 })))
}

/** Where time stands still no moment is idle: a touch lets a page that is read run. */
export async function wake(page: Page) {
  const menu = page.getByRole('banner').getByRole('button')
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pointerdown')))
    await expect(menu).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** All of it is seen before anybody scrolls, and nothing lies over it. */
export async function inFirstScreen(page: Page, what: Locator) {
  await page.evaluate(() => scrollTo(0, 0))
  await expect(what).toBeInViewport({ ratio: 1 })
  const free = await what.evaluate(e => {
    const { left, width, top, bottom } = e.getBoundingClientRect()
    const at = (y: number) => e.contains(document.elementFromPoint(left + width / 2, y))
    return at(top + 2) && at(bottom - 2)
  })
  expect(free, `nothing lies over ${what.toString()}`).toBe(true)
}

export async function open(page: Page, path: string, js: boolean) {
  const response = await page.goto(path)
  await settled(page, js)
  return response
}

interface Person {
  name?: string
  email?: string
  phone?: string
}

/** Fills in who somebody is. A tick shows the field first. */
export async function fillPerson(page: Page, { name, email, phone }: Person) {
  if (name !== undefined) await page.getByLabel('Hoe mogen we je noemen?').fill(name)
  if (email !== undefined) await page.getByRole('checkbox', { name: 'E-mail', exact: true }).check()
  if (email !== undefined) await page.getByLabel('E-mailadres').fill(email)
  if (phone !== undefined)
    await page.getByRole('checkbox', { name: 'Telefoon', exact: true }).check()
  if (phone !== undefined) await page.getByLabel('Telefoonnummer').fill(phone)
}

export const consent = (page: Page) => page.getByRole('checkbox', { name: /^Ik vind het goed/ })

/** Fills in a sign-up and sends it. */
export async function signUp(page: Page, person: Person) {
  await fillPerson(page, person)
  await consent(page).check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
}

/** The scripts of the page wait until the answer is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {}
  const late = new Promise<void>(done => (arrive = done))
  await page.route(/\/assets\/(?!start-).*\.js$/, async route => {
    await late
    await route.continue()
  })
  return arrive
}
