// A provider that is in trouble, a server that has had enough, and a site that is not set up: in a
// house of its own, one after the other, because all of it reaches everybody.
import { rm } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { now, ownFolder, runDemo, type Demo } from './demo'
import {
  asClient,
  codesOf,
  enterAs,
  expect,
  isClosed,
  isIn,
  leaveByFrame,
  main,
  onlyHere,
  openLogin,
  openPopup,
  otherWay,
  says,
  sessionStatus,
  signInButton,
  signInPopup,
  status,
  stopClock,
  test as base,
  trouble,
} from './signin'
import { inLong } from './long'

const unreachable =
  'We kunnen de inlogdienst nu niet bereiken. Controleer je internet en probeer het opnieuw.'
const misconfigured =
  'Inloggen werkt nu niet, omdat er iets niet goed is ingesteld. Neem contact met ons op als dit zo blijft.'
const back = 'De inlogdienst doet het weer. Je kunt inloggen.'

/** The site, its provider and its data, for these tests alone. */
class House {
  constructor(
    private readonly folder: string,
    public now: Demo,
  ) {}

  /** The same data at the same address, stopped and started in another way. */
  async restart(...words: string[]) {
    const { port } = new URL(this.now.site)
    await this.now.stop()
    this.now = await runDemo(this.folder, ['--port', port, ...words])
  }

  async hinder(kind: 'down' | 'slow' | 'html' | 'none') {
    const answer = await fetch(this.now.signIn + '/demo/trouble', {
      method: 'POST',
      body: new URLSearchParams({ kind, seconds: '600' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
  }
}

const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const folder = await ownFolder()
      const house = new House(folder, await runDemo(folder, ['--now=' + now]))
      await use(house)
      await house.now.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  at: async ({ house }, use) => use({ site: house.now.site, provider: house.now.signIn }),
})

test.describe.configure({ mode: 'default' })

const retry = (page: Page) => trouble(page).getByRole('button', { name: 'Opnieuw proberen' })

/** How often the provider was asked what it is. */
function questions(page: Page) {
  let asked = 0
  page.on('request', r => {
    if (r.url().endsWith('/.well-known/openid-configuration')) asked++
  })
  return () => page.evaluate(() => 0).then(() => asked)
}

async function comesIn(page: Page, context: BrowserContext) {
  await context.clock.resume()
  await enterAs(await openPopup(page), 'Bram')
  await isIn(page, 'Bram')
}

test.describe('network-request-failed', () => {
  test.afterEach(({ house }) => house.hinder('none'))

  test('the provider is down: said at once, again after a press, and over by itself within thirty seconds', async ({
    house,
    page,
    context,
    log,
  }) => {
    log.pass(/a status of 503/)
    await house.hinder('down')
    await context.clock.install()
    const asked = questions(page)
    await page.goto('/agenda')
    // the rest of the site knows nothing of it
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/login')
    await says(page, unreachable)
    await expect(trouble(page)).toHaveAttribute('role', 'alert')
    const codes = await codesOf(page)
    await isClosed(await openPopup(page))
    await says(page, unreachable)
    expect(await codes()).toEqual(['auth/network-request-failed'])
    await stopClock(context)
    await expect(retry(page)).not.toHaveAttribute('aria-busy')
    await retry(page).click()
    await expect(retry(page)).not.toHaveAttribute('aria-busy')
    await expect(main(page).getByText(unreachable)).toBeFocused()
    await house.hinder('none')
    const before = await asked()
    await context.clock.runFor(29_999)
    expect(await asked()).toBe(before)
    await says(page, unreachable)
    await context.clock.runFor(1)
    await expect(status(page)).toHaveText(back)
    expect(await asked()).toBe(before + 1)
    await expect(trouble(page)).toHaveCount(0)
    await comesIn(page, context)
  })

  test(
    'the provider is slow: said after thirty seconds, not earlier, and a press heals it',
    inLong,
    async ({ house, page, context }) => {
      await house.hinder('slow')
      await stopClock(context)
      let asked = false
      page.on('request', r => {
        asked ||= r.url().endsWith('/.well-known/openid-configuration')
      })
      await page.goto('/login')
      // a page whose code comes late is shown by a timer
      while (!asked) await context.clock.runFor(10)
      await context.clock.runFor(29_900)
      await page.evaluate(() => 0)
      await expect(trouble(page)).toHaveCount(0)
      await context.clock.runFor(100)
      await says(page, unreachable)
      await house.hinder('none')
      await retry(page).click()
      await expect(status(page)).toHaveText(back)
      await comesIn(page, context)
    },
  )

  test(
    'the provider answers with a web page: no JSON is no provider',
    inLong,
    async ({ house, page, context, log }) => {
      log.pass(/frame-ancestors/)
      await house.hinder('html')
      await context.clock.install()
      await page.goto('/login')
      await says(page, unreachable)
      await house.hinder('none')
      await retry(page).click()
      await expect(status(page)).toHaveText(back)
      await comesIn(page, context)
    },
  )

  test(
    'the exchange is slow: thirty seconds, and never taken for a closed window',
    inLong,
    async ({ page, context, at }) => {
      await context.route(
        url => onlyHere(url, at, '/token'),
        () => {},
      ) // never answers
      await context.clock.install()
      await openLogin(page)
      const codes = await codesOf(page)
      await stopClock(context)
      const popup = await openPopup(page)
      const exchange = page.waitForRequest(r => onlyHere(new URL(r.url()), at, '/token'))
      await enterAs(popup, 'Bram')
      await exchange
      await isClosed(popup)
      await context.clock.runFor(29_999)
      await expect(status(page)).toHaveText('Het inlogvenster staat open.')
      expect(await codes()).toEqual([])
      await context.clock.runFor(1)
      await says(page, unreachable)
      expect(await codes()).toEqual(['auth/network-request-failed'])
    },
  )

  test(
    'the browser is offline: the window closes, and the page notices that the network is back',
    inLong,
    async ({ page, context, log }) => {
      log.pass(/ERR_INTERNET_DISCONNECTED/)
      await context.clock.install()
      await openLogin(page)
      const codes = await codesOf(page)
      await context.setOffline(true)
      await isClosed(await openPopup(page))
      await says(page, unreachable)
      expect(await codes()).toEqual(['auth/network-request-failed'])
      await context.setOffline(false)
      await expect(async () => {
        // at once, or, when the network was not quite there, at the look of thirty seconds later
        const told = expect(status(page)).toHaveText(back, { timeout: 5000 })
        await told.catch(async (e: unknown) => {
          await context.clock.fastForward(30_000)
          throw e
        })
      }).toPass({ timeout: 45_000 })
      await comesIn(page, context)
    },
  )

  test(
    'sign-out failure: nobody hears it, the person is out, and the server is told later',
    inLong,
    async ({ house, page, context, log }) => {
      log.pass(/a status of 503|ERR_CONNECTION_RESET/)
      await signInPopup(page, 'Sanne')
      await house.hinder('down')
      await context.route('**/api/session', route =>
        route.request().method() === 'DELETE' ? route.abort('connectionreset') : route.continue(),
      )
      await leaveByFrame(page)
      await expect(page).toHaveURL('/')
      await log.takes('auth/network-request-failed', 'sign-out', 2)
      expect(await page.evaluate(() => localStorage.getItem('hr:staff'))).toBeNull()
      expect(await sessionStatus(page), 'the server has not heard it').toBe(200)
      await context.unrouteAll()
      await page.goto('/login')
      await expect.poll(() => sessionStatus(page)).toBe(401)
      await expect(signInButton(page)).toBeVisible()
    },
  )
})

test.describe('invalid-api-key', () => {
  test('a client id that cannot be one: said at once, and there is no button', async ({
    page,
    context,
    log,
  }) => {
    await asClient(context, 'herstelruimte:web')
    await page.goto('/login')
    await says(page, misconfigured)
    await log.takes('auth/invalid-api-key')
    await expect(signInButton(page)).toHaveCount(0)
    await expect(otherWay(page)).toHaveCount(0)
    await expect(trouble(page).getByRole('link').first()).toHaveAttribute(
      'href',
      /^(tel:|mailto:|\/contact)/,
    )
  })

  test('a client id of before, which the server refuses', async ({ page, context, log }) => {
    log.pass(/frame-ancestors/)
    await asClient(context, 'herstelruimte-oud')
    await page.goto('/login')
    await expect(signInButton(page)).toBeVisible()
    const refused = page.waitForResponse(
      r => r.url().includes('/v1/projects?key=herstelruimte-oud') && r.status() === 400,
    )
    await isClosed(await openPopup(page))
    await refused
    await says(page, misconfigured)
    await log.takes('auth/invalid-api-key')
    await expect(signInButton(page)).toHaveCount(0)
  })

  test('a client id that the provider refuses', inLong, async ({ page, context, log, at }) => {
    await context.route(
      url => onlyHere(url, at, '/token'),
      route => {
        const words = new URLSearchParams(route.request().postData()!)
        words.set('client_id', 'herstelruimte-oud')
        return route.continue({ postData: words.toString() })
      },
    )
    await openLogin(page)
    const codes = await codesOf(page)
    await enterAs(await openPopup(page), 'Bram')
    await says(page, misconfigured)
    await expect(main(page).getByText(misconfigured)).toBeFocused()
    expect(await codes()).toEqual(['auth/invalid-api-key'])
    await log.takes('auth/invalid-api-key')
    await expect(signInButton(page)).toHaveCount(0)
  })
})

test('requires-recent-login: two hours later a beheerder signs in once more, and the act is done', async ({
  house,
  page,
  context,
  browser,
}) => {
  await context.clock.install({ time: now })
  await signInPopup(page, 'Ilja')
  const other = await browser.newContext({ baseURL: house.now.site })
  const jan = await other.newPage()
  await signInPopup(jan, 'Jan')
  await house.restart('--now=' + now.replace('T10:', 'T12:'))
  const told = page.waitForResponse(
    r => r.url().endsWith('/api/session') && r.request().method() === 'POST' && r.status() === 204,
  )
  await context.clock.fastForward(7_200_000)
  await told // new tokens, the same sign-in
  await page.goto('/beheer/accounts')
  const ends = page.waitForResponse(r => r.request().method() === 'DELETE')
  await main(page).getByRole('button', { name: 'Overal uitloggen: Jan Bakker' }).click()
  await main(page).getByRole('button', { name: 'Ja, overal uitloggen' }).click()
  expect(await (await ends).json()).toMatchObject({ code: 'auth/requires-recent-login' })
  const words = 'Log nog een keer in. Dan weten we zeker dat jij het bent.'
  await says(page, words)
  await expect(main(page).getByText(words)).toBeFocused()
  expect(await sessionStatus(jan)).toBe(200)
  const popup = await openPopup(
    page,
    trouble(page).getByRole('button', { name: 'Log nog een keer in' }),
  )
  await expect(popup.getByText('Log nog een keer in om verder te gaan.')).toBeVisible()
  await enterAs(popup, 'Ilja')
  await expect(main(page).getByText('Jan Bakker is overal uitgelogd.')).toBeVisible()
  await expect(trouble(page)).toHaveCount(0)
  expect(await sessionStatus(jan)).toBe(401)
  await other.close()
})

test(
  'too-many-requests: the button rests for as long as the server says',
  inLong,
  async ({ page, context, request, at }) => {
    await openLogin(page)
    const codes = await codesOf(page)
    for (let n = 0, tried = 0; tried !== 429 && n < 100; n++) {
      tried = (
        await request.post('/api/session', { headers: { authorization: 'Bearer a.b.c' } })
      ).status()
    }
    await stopClock(context)
    const refused = page.waitForResponse(
      r => r.url() === at.site + '/api/session' && r.status() === 429,
    )
    await enterAs(await openPopup(page), 'Bram')
    const wait = Number((await refused).headers()['retry-after'])
    expect(wait).toBeGreaterThan(0)
    const words =
      'Je hebt het te vaak geprobeerd. Wacht een paar minuten en probeer het dan opnieuw.'
    await says(page, words)
    await expect(main(page).getByText(words)).toBeFocused()
    expect(await codes()).toEqual(['auth/too-many-requests'])
    await expect(signInButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(otherWay(page)).toHaveAttribute('aria-disabled', 'true')
    await signInButton(page).click({ force: true })
    await otherWay(page).click({ force: true })
    await context.clock.runFor(wait * 1000 - 1)
    await expect(signInButton(page)).toHaveAttribute('aria-disabled', 'true')
    expect(context.pages()).toHaveLength(1)
    expect(page.url()).toBe(at.site + '/login')
    await context.clock.runFor(1)
    await expect(status(page)).toHaveText('Je kunt het opnieuw proberen.')
    await expect(trouble(page)).toHaveCount(0)
    await expect(otherWay(page)).not.toHaveAttribute('aria-disabled')
    await openPopup(page)
  },
)

test(
  'auth-domain-config-required: a site without a provider says so, and the rest of it works',
  inLong,
  async ({ house, page, log, at }) => {
    await house.restart('--no-sign-in')
    await page.goto(at.site + '/login')
    await says(page, misconfigured)
    await log.takes('auth/auth-domain-config-required')
    await expect(signInButton(page)).toHaveCount(0)
    await expect(otherWay(page)).toHaveCount(0)
    await expect(trouble(page).getByRole('link').first()).toHaveAttribute(
      'href',
      /^(tel:|mailto:|\/contact)/,
    )
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Programma', exact: true })
      .click()
    await expect(page).toHaveURL(at.site + '/agenda')
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
  },
)
