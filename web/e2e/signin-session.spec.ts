// What can go wrong once somebody is known at the provider: at our own server, later on, and on
// leaving. What is done to an account, and every sign-out, reaches all windows
// of that person: in a house of its own, one after the other.
import { rm } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { now, ownFolder, runDemo, type Demo } from './demo'
import {
  codesOf,
  enterAs,
  expect,
  greets,
  isClosed,
  isIn,
  leave,
  leaveByFrame,
  main,
  openLogin,
  openPopup,
  says,
  sessionStatus,
  signInButton,
  signInPopup,
  status,
  stopClock,
  test as base,
  trouble,
  unfoldDevices,
  type Log,
  type Place,
} from './signin'
import { inLong } from './long'

const test = base.extend<object, { house: Demo }>({
  house: [
    async ({}, use) => {
      const folder = await ownFolder()
      const house = await runDemo(folder, ['--now=' + now])
      await use(house)
      await house.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  at: async ({ house }, use) => use({ site: house.site, provider: house.signIn }),
})

test.describe.configure({ mode: 'default' })

const expired = 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.'

const control = async (request: APIRequestContext, { provider }: Place, act: string) =>
  expect((await request.post(`${provider}/demo/${act}`, { maxRedirects: 0 })).status()).toBe(303)

const flag = (page: Page) =>
  page.evaluate(() => localStorage.getItem('hr:staff') ?? sessionStorage.getItem('hr:staff'))

test('login-blocked: signed out everywhere since, so the server refuses; the next try asks for the password', async ({
  page,
  context,
  browser,
  at,
}) => {
  await openLogin(page)
  const codes = await codesOf(page)
  const tab = await context.newPage()
  await openLogin(tab)
  await tab.getByLabel('Dit is een gedeelde computer').check() // so this tab keeps it to itself
  await enterAs(await openPopup(tab), 'Noor')
  await isIn(tab, 'Noor')
  const phone = await browser.newContext({ baseURL: at.site })
  const far = await phone.newPage()
  await signInPopup(far, 'Noor')
  await unfoldDevices(far)
  await main(far).getByRole('button', { name: 'Overal uitloggen' }).click()
  await expect(far).toHaveURL('/')
  const out = Date.now()
  await phone.close()
  await isClosed(await openPopup(page)) // the provider still knows her here
  const words = 'Het inloggen is niet afgemaakt. Probeer het opnieuw.'
  await says(page, words)
  await expect(main(page).getByText(words)).toBeFocused()
  expect(await codes()).toEqual(['auth/login-blocked'])
  expect(await sessionStatus(page)).toBe(401)
  expect(await flag(page)).toBeNull()
  const popup = await openPopup(
    page,
    trouble(page).getByRole('button', { name: 'Opnieuw proberen' }),
  )
  await expect(popup.getByText('Log nog een keer in om verder te gaan.')).toBeVisible()
  // tokens tell whole seconds: one of the same second could be from before
  await expect.poll(() => Date.now() - out).toBeGreaterThan(1000)
  await enterAs(popup, 'Noor')
  await isIn(page, 'Noor')
})

test.describe('user-token-expired', () => {
  test('ended by the beheerder: the next call finds out, unsaved text stays, and signing in leads back', async ({
    page,
    request,
    at,
  }) => {
    await signInPopup(page, 'Loes')
    await page.evaluate(() => localStorage.setItem('hr.staff.proef', 'een half verhaal'))
    await unfoldDevices(page)
    await control(request, at, 'users/loes/logout')
    await main(page).getByRole('button', { name: 'Overal uitloggen' }).click()
    await says(page, expired)
    await expect(page).toHaveURL('/login?terug=%2Fbeheer')
    expect(await flag(page)).toBeNull()
    expect(await sessionStatus(page)).toBe(401)
    await enterAs(await openPopup(page), 'Loes')
    await isIn(page, 'Loes')
    expect(await page.evaluate(() => localStorage.getItem('hr.staff.proef'))).toBe(
      'een half verhaal',
    )
  })
})

test.describe('at the refresh, five minutes before the tokens end', () => {
  /**
   * Signs in at a standing clock, does something to the account, and goes to the last moment before
   * the refresh, and past it.
   */
  async function upToRefresh(page: Page, log: Log, first: string, act: () => Promise<void>) {
    // the worker lives by the real clock, and the page does not wait for it
    log.pass(/^shell auth\/internal-error storage-messaging/)
    // a number of the bar would find it out before
    await page.route('**/api/waiting', route => route.fulfill({ json: { places: {} } }))
    await page.route('**/api/today*', route => route.fulfill({ status: 304 }))
    const clock = page.context().clock
    await clock.install()
    await openLogin(page)
    await stopClock(page.context())
    await enterAs(await openPopup(page), first)
    await expect.poll(() => flag(page)).toBe('1')
    // drawing takes a little of the clock, after the code of the screen came
    let ran = 0
    await expect(async () => {
      await clock.runFor(100)
      ran += 100
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 100 })
    }).toPass()
    await isIn(page, first)
    await act()
    const asked: string[] = []
    page.on('request', r => {
      if (r.url().endsWith('/token')) asked.push(r.url())
    })
    await clock.fastForward(599_999 - ran)
    await greets(page, first)
    expect(asked).toEqual([])
    await clock.runFor(1)
    await expect.poll(() => asked.length).toBe(1)
    await clock.resume()
  }

  test(
    'user-token-expired: a tab that does nothing is told too',
    inLong,
    async ({ page, request, at, log }) => {
      await upToRefresh(page, log, 'Loes', () => control(request, at, 'users/loes/logout'))
      await says(page, expired)
      await expect(page).toHaveURL('/login?terug=%2Fbeheer%2Fvandaag')
      await expect(signInButton(page)).toBeVisible()
    },
  )

  test(
    'user-disabled: the account is off, and the page says whom to ask',
    inLong,
    async ({ page, request, at, log }) => {
      await upToRefresh(page, log, 'Jan', async () => {
        await control(request, at, 'users/jan/disable')
        expect(await sessionStatus(page), 'the provider tells nobody').toBe(200)
      })
      await says(
        page,
        'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
      )
      await expect(trouble(page).getByRole('link').first()).toHaveAttribute(
        'href',
        /^(tel:|mailto:|\/contact)/,
      )
      await expect
        .poll(() => sessionStatus(page), { message: 'the server forgets it too' })
        .toBe(401)
      await control(request, at, 'users/jan/enable')
    },
  )
})

test(
  'requires-second-step: a password alone opens nothing, and the next try asks for all of it',
  inLong,
  async ({ page, request, at }) => {
    await control(request, at, 'users/jan/one-step')
    await openLogin(page)
    const codes = await codesOf(page)
    const popup = await openPopup(page)
    await enterAs(popup, 'Jan')
    await isClosed(popup)
    const words =
      'Je wachtwoord alleen is niet genoeg. ' +
      'Log nog een keer in, met je passkey of met een code uit je app. Heb je die nog niet? ' +
      'Dan maak je er een bij het inloggen.'
    await says(page, words)
    await expect(main(page).getByText(words)).toBeFocused()
    expect(await codes()).toEqual(['auth/requires-second-step'])
    expect(await sessionStatus(page)).toBe(401)
    expect(await flag(page)).toBeNull()
    await control(request, at, 'users/jan/two-steps')
    const again = await openPopup(page) // the provider knows him, and asks all the same
    await expect(again.getByText('Log nog een keer in om verder te gaan.')).toBeVisible()
    await enterAs(again, 'Jan')
    await isIn(page, 'Jan')
  },
)

test('no role: who may do nothing is told so, and may leave', async ({ page }) => {
  await openLogin(page)
  await enterAs(await openPopup(page), 'Wim')
  await expect(
    main(page).getByText(
      'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Naar Beheer' })).toHaveCount(0)
  expect(await sessionStatus(page)).toBe(200)
  await main(page).getByRole('button', { name: 'Uitloggen', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect(await sessionStatus(page)).toBe(401)
})

test(
  'sign-out failure: a DELETE that does not get through is only logged',
  inLong,
  async ({ page, context, log }) => {
    await signInPopup(page, 'Henk')
    await context.route('**/api/session', route =>
      route.request().method() === 'DELETE' ? route.abort('connectionreset') : route.continue(),
    )
    log.pass(/ERR_CONNECTION_RESET/)
    await leaveByFrame(page)
    await expect(page).toHaveURL('/')
    await log.takes('auth/network-request-failed', 'sign-out')
    expect(await flag(page)).toBeNull()
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Inloggen', exact: true }),
    ).toBeVisible()
    expect(await sessionStatus(page), 'the provider told the server as well').toBe(401)
  },
)

test(
  "weak-password: a new password that is too short is refused on the provider's page, and a longer one signs in",
  inLong,
  async ({ page, request, at, log }) => {
    log.pass(/^\[DOM\] Password forms/) // advice of the browser on the demo's own page
    await control(request, at, 'users/henk/password')
    await leave(page, at)
    await enterAs(page, 'Henk')
    const choose = async (password: string) => {
      await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(password)
      await page.getByLabel('Nog een keer je nieuwe wachtwoord').fill(password)
      await page.getByRole('button', { name: 'Wachtwoord bewaren' }).click()
    }
    await choose('elf tekens!')
    await expect(page.getByRole('alert')).toHaveText('Kies een wachtwoord van minstens 12 tekens.')
    await choose(String(Date.now()).slice(-12)) // never one of before
    await isIn(page, 'Henk')
  },
)

test('a press before the sign-in part is there asks for patience', async ({ page, context }) => {
  let let_go = () => {}
  const held = new Promise<void>(go => {
    let_go = go
  })
  await context.route(/\/assets\/auth-[^/]+\.js$/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/login')
  await signInButton(page).click()
  await expect(status(page)).toHaveText('Even geduld, het inloggen wordt klaargezet.')
  let_go()
  await expect
    .poll(async () => {
      const popup = page.waitForEvent('popup', { timeout: 500 }).catch(() => null)
      await signInButton(page).click()
      return (await popup) !== null
    })
    .toBe(true)
})
