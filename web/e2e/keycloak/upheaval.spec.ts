// What happens to everybody at once. One test after the other: each leaves things as they were.
import { dropNewKey, logOutEverybody, newKey, person, sessionsOf } from './admin'
import {
  expect,
  isIn,
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
import { start, stop } from './services'
import { inLong } from '../long'

test('after "log out all" the next refresh is refused, and the person is told', async ({
  page,
  context,
}) => {
  await slowClock(context)
  const p = await person('log-out-all')
  await signInPopup(page, p)
  await logOutEverybody()
  expect(await session(page), 'Keycloak tells nobody').not.toBeNull()
  await context.clock.fastForward(toRefresh)
  await says(page, 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.')
  await expect.poll(() => session(page)).toBeNull()
  await signInPopup(page, p)
})

test('a new signing key is learnt by itself: who is in stays in, and others come in', async ({
  page,
  context,
  browser,
}) => {
  await slowClock(context)
  const stays = await person('key-before')
  await signInPopup(page, stays)
  try {
    const key = await newKey()
    const fresh = await browser.newContext()
    const desk = await fresh.newPage()
    const tokens = desk.waitForResponse(r => r.url().endsWith('/protocol/openid-connect/token'))
    const comes = await person('key-after')
    await signInRedirect(desk, comes)
    expect(kid(((await (await tokens).json()) as { id_token: string }).id_token)).toBe(key)
    await fresh.close()
    const done = refreshed(page)
    await context.clock.fastForward(toRefresh)
    await done
    expect(await session(page)).toMatchObject({ uid: stays.id })
  } finally {
    await dropNewKey()
  }
})

const kid = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid

test.describe('while Keycloak is away', () => {
  // A Keycloak that is still starting answers without its headers.
  test.use({
    expected:
      /ERR_CONNECTION_REFUSED|openid-configuration.* blocked by CORS policy|net::ERR_FAILED/,
  })

  test(
    'staff go on, the sign-in page says what is wrong, and all is well when it is back',
    inLong,
    async ({ page, context, browser }) => {
      await slowClock(context)
      const p = await person('restart')
      await signInPopup(page, p)
      await stop('keycloak')
      const stranger = await (await browser.newContext()).newPage()
      try {
        await page.reload()
        await isIn(page, p)
        await open(stranger, '/login')
        await says(
          stranger,
          'We kunnen de inlogdienst nu niet bereiken. Controleer je internet en probeer het opnieuw.',
        )
        await context.clock.fastForward(toRefresh) // fails in silence
        await isIn(page, p)
      } finally {
        await start('keycloak')
      }
      const done = refreshed(page)
      await context.clock.fastForward(30_000) // the first pause of the back-off
      await done
      await isIn(page, p)
      const again = stranger.getByRole('button', { name: 'Opnieuw proberen' })
      const signIn = stranger
        .getByRole('main')
        .getByRole('button', { name: 'Inloggen', exact: true })
      await expect(async () => {
        // every thirty seconds the page tries by itself, and takes the button away
        if (await again.isVisible()) await again.click({ timeout: 1000 })
        await expect(signIn).toBeVisible({ timeout: 5000 })
        await expect(again).toHaveCount(0)
      }).toPass()
      const q = await person('restart-new')
      await signInPopup(stranger, q)
      expect(await sessionsOf(p)).toHaveLength(1)
      await stranger.context().close()
    },
  )
})

test.describe('while the site restarts', () => {
  // What the open page asks meanwhile is refused.
  test.use({ expected: /ERR_CONNECTION_REFUSED|auth\/network-request-failed/ })

  test('staff are still signed in afterwards, with the same session', async ({ page, context }) => {
    await slowClock(context)
    const p = await person('site-restart')
    await signInPopup(page, p)
    const cookie = await sessionCookie(context)
    await stop('site')
    await start('site')
    await page.reload()
    await isIn(page, p)
    const done = refreshed(page)
    await context.clock.fastForward(toRefresh)
    await done
    expect((await sessionCookie(context))!.value).toBe(cookie!.value)
  })
})
