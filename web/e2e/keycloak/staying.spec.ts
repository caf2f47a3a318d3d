import type { Page, Request } from '@playwright/test'
import { disable, logOut, person, refusedRefreshes, sessionsOf } from './admin'
import {
  expect,
  greets,
  open,
  refreshed,
  says,
  session,
  sessionCookie,
  signInPopup,
  signInRedirect,
  slowClock,
  test,
  toRefresh,
} from './acts'
import { ofList, rounds } from '../long'
import { addressOf } from './services'

const expired = 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.'

test('tokens are renewed five minutes before they end, not earlier', async ({ page, context }) => {
  await slowClock(context)
  const p = await person('refresh')
  await signInPopup(page, p)
  const cookie = await sessionCookie(context)
  let renewals = 0
  page.on('request', r => {
    if (r.url().endsWith('/protocol/openid-connect/token')) renewals++
  })
  await context.clock.fastForward(toRefresh - 60_000)
  expect(await session(page)).not.toBeNull() // a round trip: an early renewal would have begun
  expect(renewals).toBe(0)
  const done = refreshed(page)
  await context.clock.fastForward(60_000)
  await done
  expect(renewals).toBe(1)
  expect((await sessionCookie(context))!.value, 'the same session goes on').toBe(cookie!.value)
  const next = refreshed(page)
  await context.clock.fastForward(toRefresh)
  await next
  expect(renewals).toBe(2)
  await greets(page, p)
})

test('a log out by the beheerder reaches an open tab through the back channel', async ({
  page,
}) => {
  const p = await person('back-channel')
  await signInPopup(page, p)
  await logOut(p)
  await expect.poll(() => session(page), { message: 'the server heard it' }).toBeNull()
  expect(await sessionsOf(p)).toEqual([])
  // Any call of the open tab; it may have made one by itself, and then the link is gone.
  const week = page.getByRole('link', { name: 'Week' })
  await week.click({ timeout: 5_000 }).catch(() => undefined)
  await says(page, expired)
  await expect(page).toHaveURL(/\/login/)
})

test('a tab that does nothing notices a log out at its next refresh', async ({ page, context }) => {
  await slowClock(context)
  const p = await person('back-channel-idle')
  await signInPopup(page, p)
  await logOut(p)
  await context.clock.fastForward(toRefresh)
  await says(page, expired)
})

test('a disabled account ends at its next refresh, and is told why', async ({ page, context }) => {
  await slowClock(context)
  const p = await person('disabled-meanwhile')
  await signInRedirect(page, p)
  await disable(p)
  expect(await session(page), 'Keycloak tells nobody').not.toBeNull()
  await context.clock.fastForward(toRefresh)
  await says(page, 'Je account is uitgezet. Neem contact op met een collega die het beheer doet.')
  await expect.poll(() => session(page), { message: 'the server forgets it too' }).toBeNull()
})

test('a refresh token works once: the control of the race below', async ({ page }) => {
  const p = await person('rotation')
  const tokens = page.waitForResponse(r => r.url().endsWith('/protocol/openid-connect/token'))
  await signInPopup(page, p)
  const { refresh_token } = (await (await tokens).json()) as { refresh_token: string }
  const use = () =>
    page.request.post(
      `${addressOf('keycloak')}/realms/herstelruimte/protocol/openid-connect/token`,
      {
        form: { grant_type: 'refresh_token', client_id: 'herstelruimte-web', refresh_token },
      },
    )
  expect((await use()).status()).toBe(200)
  expect((await use()).status()).toBe(400)
  expect(await refusedRefreshes(p)).toHaveLength(1)
})

for (const locks of ofList([true, false], locks => locks)) {
  test(`two tabs want to renew at the same moment, time after time, and no session is lost (${locks ? 'with' : 'without'} navigator.locks)`, async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000)
    // fifty refreshes take more than eight hours of the browser's clock
    await context.clock.install({ time: Date.now() - 36_000_000 })
    if (!locks)
      await context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }),
      )
    const p = await person('race-' + locks)
    await signInPopup(page, p)
    const other = await context.newPage()
    await open(other, '/beheer')
    await greets(other, p)
    const renewals = [0, 0]
    const underWay = new Set<Request>() // a clock that leaps would end them: too late
    for (const [i, tab] of [page, other].entries()) {
      tab.on('request', r => underWay.add(r))
      tab.on('requestfinished', r => underWay.delete(r))
      tab.on('requestfailed', r => underWay.delete(r))
      tab.on('response', r => {
        if (r.url().endsWith('/protocol/openid-connect/token') && r.status() === 200) renewals[i]!++
      })
    }
    for (let round = 1; round <= rounds(5, 50); round++) {
      await expect.poll(() => underWay.size, { message: 'all is answered' }).toBe(0)
      const both = Promise.all([posted(page), posted(other)])
      await context.clock.fastForward(toRefresh)
      await both
      expect(renewals[0]! + renewals[1]!, 'one of the two renews').toBe(round)
    }
    expect(await refusedRefreshes(p)).toEqual([])
    expect(await sessionsOf(p)).toHaveLength(1)
    for (const tab of [page, other]) {
      await tab.reload()
      await greets(tab, p)
    }
  })
}

/** A tab has the new token, its own or the other's: it tells the server. */
const posted = (page: Page) =>
  page.waitForResponse(
    r => r.url().endsWith('/api/session') && r.request().method() === 'POST' && r.status() === 204,
  )
