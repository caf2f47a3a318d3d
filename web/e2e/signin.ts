// What tests of signing in stand on: watched pages, the demo's provider, and the acts of who signs
// in.
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'

export { expect }

export interface Place {
  site: string
  provider: string
}

interface Fixtures {
  /** Where the test plays. */
  at: Place
  log: Log
}

/**
 * Every page and popup of a test stays silent, but for what the test expects, and asks nothing of
 * any host but the two.
 */
export const test = base.extend<Fixtures>({
  at: async ({}, use) => use({ site: process.env['SITE']!, provider: process.env['SIGNIN']! }),
  baseURL: async ({ at }, use) => use(at.site),
  log: [
    async ({ context, at }, use) => {
      const log = new Log(at)
      log.watch(context)
      await use(log)
      expect.soft(log.lines, 'the console and the CSP are silent').toEqual([])
      expect.soft(log.strangers, 'nothing is asked of another host').toEqual([])
    },
    { auto: true },
  ],
})

/** The browser's own line about a refusal that the client handles. */
const refusal = /the server responded with a status of (400|401|403|429)\b/

/** The consoles of all pages of a test. */
export class Log {
  lines: string[] = []
  readonly strangers: string[] = []
  private readonly hosts: string[]
  private readonly passed: RegExp[] = [refusal]

  constructor({ site, provider }: Place) {
    this.hosts = [site, site.replace('localhost', '127.0.0.1'), provider]
      .filter(Boolean)
      .map(a => new URL(a).host)
  }

  watch(context: BrowserContext) {
    const page = (p: Page) => {
      p.on('console', m => this.hear(m.text()))
      p.on('pageerror', e => this.hear(`error: ${e.name} ${e.message}`))
    }
    context.pages().forEach(page)
    context.on('page', page)
    context.on('request', r => {
      const { host, protocol } = new URL(r.url())
      if (protocol.startsWith('http') && !this.hosts.includes(host)) this.strangers.push(r.url())
    })
  }

  /** Lines of the browser itself that belong to what the test does. */
  pass(line: RegExp) {
    this.passed.push(line)
    this.lines = this.lines.filter(l => !line.test(l))
  }

  /**
   * Waits for the line in which the client logs this code, so many times, and gives the id in it.
   */
  async takes(code: string, doing = 'sign-in', times = 1): Promise<string> {
    const wanted = new RegExp(`^${doing} ${code} (\\S+)$`)
    const found = () => this.lines.filter(l => wanted.test(l))
    await expect.poll(() => found().length, { message: `${doing} ${code} is logged` }).toBe(times)
    const id = wanted.exec(found()[0]!)![1]!
    this.lines = this.lines.filter(l => !wanted.test(l))
    return id
  }

  private hear(line: string) {
    if (!this.passed.some(p => p.test(line))) this.lines.push(line)
  }
}

export const main = (page: Page) => page.getByRole('main')
export const signInButton = (page: Page) =>
  main(page).getByRole('button', { name: 'Inloggen', exact: true })
export const otherWay = (page: Page) =>
  main(page).getByRole('link', { name: 'Inloggen in dit venster' })
export const status = (page: Page) => main(page).getByRole('status').last()
export const trouble = (page: Page) => main(page).locator('.alert')

/** The message, word for word. */
export const says = (page: Page, words: string) =>
  expect(trouble(page).locator('p').first()).toHaveText(words)

/** Opens the sign-in page and waits until the silent check is over. */
export async function openLogin(page: Page, path = '/login') {
  const answered = page.waitForResponse(r => new URL(r.url()).pathname === '/auth-silent')
  await page.goto(path)
  await answered
  await expect(page.locator('iframe')).toHaveCount(0)
}

/**
 * From now on, the codes with which sign-ins of this page end: the sign-in part tells them here as
 * it tells the page.
 */
export async function codesOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(async () => {
    const part = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
      .map(l => l.href)
      .find(h => /\/assets\/auth-[^/]+\.js$/.test(h))
    const { auth } = (await import(part!)) as {
      auth: Record<string, (...words: unknown[]) => Promise<unknown>>
    }
    const codes: string[] = ((window as unknown as { codes: string[] }).codes = [])
    for (const way of ['signInPopup', 'signInRedirect'] as const) {
      const real = auth[way]!.bind(auth)
      auth[way] = (...words) => {
        const answer = real(...words)
        answer.then(
          () => codes.push('signed in'),
          (e: { code?: string }) => codes.push(e.code ?? 'no code'),
        )
        return answer
      }
    }
  })
  return () => page.evaluate(() => (window as unknown as { codes: string[] }).codes)
}

/** Presses "Inloggen" and gives the window that opens. */
export async function openPopup(page: Page, button = signInButton(page)): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

/** The popup is gone, whoever closed it. */
export const isClosed = (popup: Page) =>
  expect.poll(() => popup.isClosed(), { message: 'the window closes' }).toBe(true)

/** Presses the button of a demo account on the provider's page. */
export const enterAs = (page: Page, first: string) =>
  page.getByRole('button', { name: new RegExp(`^Inloggen als ${first},`) }).click()

/** On a screen of the staff: each role begins at its own. */
export async function isIn(page: Page, first: string) {
  await expect(page).toHaveURL(/\/beheer(\/[a-z]+)?$/)
  await greets(page, first)
  expect(await sessionStatus(page)).toBe(200)
}

export const greets = (page: Page, first: string) =>
  expect(page.locator('.sbar')).toContainText('Dag ' + first)

/** By the frame of the staff area. */
export const leaveByFrame = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Uitloggen', exact: true }).click()

/** "Meer", with the own sign-ins unfolded. */
export async function unfoldDevices(page: Page) {
  await page.getByRole('navigation', { name: 'Beheer' }).getByRole('link', { name: 'Meer' }).click()
  await main(page).getByText('Bekijk en log uit').click()
}

/** Of the server's word about this browser's cookie: 401 is nobody. */
export const sessionStatus = async (page: Page) =>
  (await page.request.get(new URL('/api/session', page.url()).href)).status()

export async function signInPopup(page: Page, first: string) {
  await openLogin(page)
  await enterAs(await openPopup(page), first)
  await isIn(page, first)
}

/** Leaves for the provider in this window. */
export async function leave(page: Page, { provider }: Place, path = '/login') {
  await openLogin(page, path)
  await otherWay(page).click()
  await page.waitForURL(url => url.origin === provider)
}

export const onlyHere = (url: URL, { provider }: Place, path: string) =>
  url.origin === provider && url.pathname === path

/** The provider gets another question than the one that was asked. */
export async function alterQuestion(
  context: BrowserContext,
  { provider }: Place,
  change: (words: URLSearchParams) => void,
) {
  await context.route(
    url => url.origin === provider && url.pathname === '/authorize',
    async route => {
      const url = new URL(route.request().url())
      const silent = url.searchParams.get('prompt') === 'none'
      if (!silent && route.request().method() === 'GET') change(url.searchParams)
      await route.continue({ url: url.href })
    },
  )
}

/** Instead of asking anything, the provider sends the browser back with this error. */
export async function answerWith(context: BrowserContext, { provider }: Place, error: string) {
  await context.route(
    url =>
      url.origin === provider &&
      url.pathname === '/authorize' &&
      url.searchParams.get('prompt') !== 'none',
    route => {
      const asked = new URL(route.request().url()).searchParams
      const back = new URL(asked.get('redirect_uri')!)
      back.search = new URLSearchParams({
        error,
        state: asked.get('state')!,
        iss: provider,
      }).toString()
      return route.fulfill({ status: 302, headers: { location: back.href } })
    },
  )
}

/** Stops the clock of all pages. From here on time goes by `context.clock.runFor` only. */
export async function stopClock(context: BrowserContext) {
  await context.clock.install()
  await context.clock.pauseAt(Date.now() + 60_000)
}

/** The site tells the page another client id than its own. */
export const asClient = (context: BrowserContext, clientId: string) =>
  context.route('**/config.json', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), clientId } })
  })
