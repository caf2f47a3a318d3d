// What can go wrong between the click and the provider's page, each by what really causes it.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { wholeBrowser } from './browser'
import {
  alterQuestion,
  answerWith,
  codesOf,
  enterAs,
  expect,
  isClosed,
  isIn,
  main,
  onlyHere,
  openLogin,
  openPopup,
  otherWay,
  says,
  signInButton,
  status,
  stopClock,
  test,
  trouble,
} from './signin'
import { inLong } from './long'

const open = 'Het inlogvenster staat open.'
const notSignedIn = 'Je bent niet ingelogd.'

test.describe('unauthorized-domain', () => {
  const words =
    'Inloggen kan niet op dit webadres. Ga naar onze eigen website en probeer het daar opnieuw.'
  test.use({ baseURL: async ({ at }, use) => use(at.site.replace('localhost', '127.0.0.1')) })

  test.beforeEach(async ({ page, log, at }) => {
    // the provider does not know this address either: the silent check shows its refusal
    log.pass(/frame-ancestors/)
    const refused = page.waitForResponse(
      r => onlyHere(new URL(r.url()), at, '/authorize') && r.status() === 400,
    )
    await page.goto('/login')
    await refused
  })

  test('a popup on another address closes, and the page leads to the official one', async ({
    page,
    log,
    at,
  }) => {
    const codes = await codesOf(page)
    const popup = await openPopup(page)
    await isClosed(popup)
    await says(page, words)
    await expect(main(page).getByText(words)).toBeFocused()
    await log.takes('auth/unauthorized-domain')
    expect(await codes()).toEqual(['auth/unauthorized-domain'])
    await expect(signInButton(page)).toHaveCount(0)
    await expect(trouble(page).getByRole('button')).toHaveCount(0)
    await trouble(page).getByRole('link', { name: 'Naar onze eigen website' }).click()
    await expect(page).toHaveURL(at.site + '/login')
    await expect(signInButton(page)).toBeVisible()
  })

  test('a redirect on another address goes nowhere and leaves no mark', async ({ page, log }) => {
    const codes = await codesOf(page)
    const visited: string[] = []
    page.on('framenavigated', f => {
      if (f === page.mainFrame()) visited.push(f.url())
    })
    await otherWay(page).click()
    await says(page, words)
    await log.takes('auth/unauthorized-domain')
    expect(await codes()).toEqual(['auth/unauthorized-domain'])
    expect(visited).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('pendingRedirect'))).toBeNull()
    await expect(otherWay(page)).toHaveCount(0)
  })
})

test('popup-blocked: the browser itself holds the window back, and the way without one signs in', async ({
  playwright,
  at,
  log,
}) => {
  const browser = await playwright.chromium.launch({
    ...wholeBrowser,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })
  const context = await browser.newContext({ baseURL: at.site })
  log.watch(context)
  const page = await context.newPage()
  // A script presses the button, so that there is no click. Every look of the test at the page
  // counts as one for 5 s: it waits for the word.
  await page.addInitScript(() => {
    const button = () =>
      [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
        b => b.textContent === 'Inloggen',
      )
    const look = setInterval(() => {
      if (
        navigator.userActivation.isActive ||
        !button() ||
        !performance.getEntriesByType('resource').some(r => r.name.includes('/authorize?'))
      )
        return
      clearInterval(look)
      button()!.click()
      console.info('pressed')
    }, 50)
  })
  log.pass(/^pressed$/)
  const pressed = page.waitForEvent('console', m => m.text() === 'pressed')
  await page.goto('/login')
  await pressed
  const words = 'Je browser hield het inlogvenster tegen. Je kunt inloggen zonder los venster.'
  await says(page, words)
  await expect(main(page).getByText(words)).toBeFocused()
  expect(context.pages()).toHaveLength(1)
  await trouble(page).getByRole('button', { name: 'Verder met inloggen' }).click()
  await page.waitForURL(url => url.origin === at.provider)
  await enterAs(page, 'Bram')
  await isIn(page, 'Bram')
  await browser.close()
})

test.describe('popup-closed-by-user', () => {
  test(
    'eight seconds after the look that saw the window gone, not earlier, and the button works again',
    inLong,
    async ({ page, context, log: _ }) => {
      await page.addInitScript(() => {
        const real = window.open.bind(window)
        window.open = (...words) =>
          ((window as unknown as { popup: Window | null }).popup = real(...words))
      })
      await context.clock.install()
      await openLogin(page)
      const codes = await codesOf(page)
      await stopClock(context)
      const popup = await openPopup(page)
      await context.clock.runFor(1500)
      await popup.close()
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { popup: Window }).popup.closed))
        .toBe(true)
      await context.clock.runFor(500) // the look at 2 s sees it
      await context.clock.runFor(7999)
      await expect(status(page)).toHaveText(open)
      expect(await codes()).toEqual([])
      await context.clock.runFor(1)
      await expect(status(page)).toHaveText(notSignedIn)
      expect(await codes()).toEqual(['auth/popup-closed-by-user'])
      await expect(trouble(page)).toHaveCount(0)
      await expect(signInButton(page)).toBeFocused()
      await context.clock.resume()
      await enterAs(await openPopup(page), 'Bram')
      await isIn(page, 'Bram')
    },
  )

  test('a window that stays open is left alone', inLong, async ({ page, context }) => {
    await context.clock.install()
    await openLogin(page)
    const codes = await codesOf(page)
    await stopClock(context)
    const popup = await openPopup(page)
    await context.clock.runFor(600_000)
    await expect(status(page)).toHaveText(open)
    expect(await codes()).toEqual([])
    await context.clock.resume()
    await enterAs(popup, 'Bram')
    await isIn(page, 'Bram')
  })
})

test.describe('cancelled-popup-request', () => {
  test('a second press closes the first window at once, without a word, and the second window signs in', async ({
    page,
  }) => {
    await openLogin(page)
    const codes = await codesOf(page)
    const first = await openPopup(page)
    const second = await openPopup(page)
    await isClosed(first)
    await expect.poll(codes).toEqual(['auth/cancelled-popup-request'])
    await expect(status(page)).toHaveText(open)
    await expect(trouble(page)).toHaveCount(0)
    await enterAs(second, 'Bram')
    await isClosed(second)
    await isIn(page, 'Bram')
    expect(await codes()).toEqual(['auth/cancelled-popup-request', 'signed in'])
  })

  test('going on in this window closes the popup', async ({ page, at }) => {
    await openLogin(page)
    const popup = await openPopup(page)
    await otherWay(page).click()
    await isClosed(popup)
    await page.waitForURL(url => url.origin === at.provider)
    await enterAs(page, 'Bram')
    await isIn(page, 'Bram')
  })
})

test(
  'web-storage-unsupported: a browser that keeps nothing is told so, by popup and in this window',
  inLong,
  async ({ playwright, at, log }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'herstelruimte-profile-'))
    await mkdir(path.join(folder, 'Default'))
    await writeFile(
      path.join(folder, 'Default/Preferences'),
      JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
    )
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...wholeBrowser,
      baseURL: at.site,
    })
    log.watch(context)
    const page = context.pages()[0]!
    await page.goto('/login')
    const blocked = await page.evaluate(() => {
      try {
        return [localStorage, sessionStorage].length
      } catch (e) {
        return (e as Error).name
      }
    })
    expect(blocked, 'the setting works').toBe('SecurityError')
    await expect(signInButton(page)).toBeVisible()
    const codes = await codesOf(page)
    const words =
      'Je browser bewaart geen gegevens voor deze website. ' +
      'Zet cookies aan, of gebruik een gewoon venster in plaats van een privévenster.'
    await isClosed(await openPopup(page))
    await says(page, words)
    await expect(main(page).getByText(words)).toBeFocused()
    await isClosed(
      await openPopup(page, trouble(page).getByRole('button', { name: 'Opnieuw proberen' })),
    )
    await says(page, words)
    await otherWay(page).click()
    await expect.poll(codes).toEqual(Array(3).fill('auth/web-storage-unsupported'))
    await says(page, words)
    expect(page.url()).toBe(at.site + '/login')
    await context.close()
    await rm(folder, { recursive: true })
  },
)

test.describe('user-cancelled', () => {
  test.beforeEach(({ context, at }) => answerWith(context, at, 'access_denied'))

  test("who says no on the provider's page is told nothing but that", async ({ page, context }) => {
    await openLogin(page)
    const codes = await codesOf(page)
    await isClosed(await openPopup(page))
    await expect(status(page)).toHaveText(notSignedIn)
    expect(await codes()).toEqual(['auth/user-cancelled'])
    await expect(trouble(page)).toHaveCount(0)
    await context.unrouteAll()
    await enterAs(await openPopup(page), 'Bram')
    await isIn(page, 'Bram')
  })

  test('in this window as well', inLong, async ({ page, context, at }) => {
    await openLogin(page)
    await otherWay(page).click()
    await expect(page).toHaveURL('/auth-callback')
    await expect(main(page).getByText(notSignedIn)).toBeVisible()
    await expect(trouble(page)).toHaveCount(0)
    await context.unrouteAll()
    await main(page).getByRole('link', { name: 'Opnieuw inloggen' }).click()
    await expect(page).toHaveURL(at.site + '/login')
    await expect(signInButton(page)).toBeVisible()
  })
})

test.describe('internal-error', () => {
  const words =
    'Er ging iets mis aan onze kant. Probeer het later nog een keer. Lukt het niet? Neem dan contact met ons op.'

  for (const [name, begin] of [
    ['the provider says server_error', (context, at) => answerWith(context, at, 'server_error')],
    [
      'the provider refuses the question itself',
      (context, at) => alterQuestion(context, at, q => q.set('request', 'x')),
    ],
  ] as [
    string,
    (
      ...w: Parameters<typeof alterQuestion> extends [infer C, infer A, ...unknown[]]
        ? [C, A]
        : never
    ) => Promise<void>,
  ][]) {
    test(`${name}: the id on the page stands in the log, and trying again works`, async ({
      page,
      context,
      log,
      at,
    }) => {
      await begin(context, at)
      await openLogin(page)
      const codes = await codesOf(page)
      await isClosed(await openPopup(page))
      await says(page, words)
      await expect(main(page).getByText(words)).toBeFocused()
      expect(await codes()).toEqual(['auth/internal-error'])
      const id = await log.takes('auth/internal-error')
      await expect(trouble(page).getByText(`Noem dan deze code: ${id}`)).toBeVisible()
      await expect(trouble(page).getByRole('link').first()).toHaveAttribute(
        'href',
        /^(tel:|mailto:|\/contact)/,
      )
      await context.unrouteAll()
      await enterAs(
        await openPopup(page, trouble(page).getByRole('button', { name: 'Opnieuw proberen' })),
        'Bram',
      )
      await isIn(page, 'Bram')
    })
  }
})

test('argument-error: a browser that cannot open windows at all; the page can be refreshed', async ({
  page,
  log,
}) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('whole'))
      Object.defineProperty(window, 'open', { value: undefined })
  })
  await openLogin(page)
  const codes = await codesOf(page)
  await signInButton(page).click()
  const words = 'Er ging iets mis. Ververs de pagina en probeer het opnieuw.'
  await says(page, words)
  await expect(main(page).getByText(words)).toBeFocused()
  expect(await codes()).toEqual(['auth/argument-error'])
  await log.takes('auth/argument-error')
  await page.evaluate(() => sessionStorage.setItem('whole', '1'))
  const answered = page.waitForResponse(r => new URL(r.url()).pathname === '/auth-silent')
  await trouble(page).getByRole('button', { name: 'Ververs de pagina' }).click()
  await answered
  await expect(trouble(page)).toHaveCount(0)
  await enterAs(await openPopup(page), 'Bram')
  await isIn(page, 'Bram')
})
