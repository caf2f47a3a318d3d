// Answers that are not of the sign-in that asked, and other things that strangers send.
import type { Page } from '@playwright/test'
import { inLong, ofList } from './long'
import {
  alterQuestion,
  codesOf,
  enterAs,
  expect,
  isClosed,
  isIn,
  leave,
  leaveByFrame,
  main,
  onlyHere,
  openLogin,
  openPopup,
  says,
  sessionStatus,
  signInButton,
  signInPopup,
  test,
  trouble,
  type Place,
} from './signin'

const wrong = 'Het inloggen is niet goed gegaan. Probeer het opnieuw.'
const foreign = 'Deze inloglink hoort bij een ander venster. Begin hier opnieuw.'

/** A friendly page, without the code in its address, with a way to begin anew. */
async function isForeign(page: Page) {
  await expect(main(page).getByText(foreign)).toBeVisible()
  await expect(page).toHaveURL('/auth-callback')
  await expect(trouble(page)).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Opnieuw inloggen' })).toHaveAttribute(
    'href',
    '/login',
  )
}

/** The answer is refused, once. */
async function isRefused(page: Page) {
  await says(page, wrong)
  await expect(page).toHaveURL('/auth-callback')
  expect(await page.evaluate(() => sessionStorage.getItem('pendingRedirect'))).toBeNull()
  expect(await sessionStatus(page)).toBe(401)
  await page.reload() // an error comes out once
  await isForeign(page)
}

async function beginsAnew(page: Page, at: Place) {
  await main(page).getByRole('link', { name: 'Opnieuw inloggen' }).click()
  await expect(page).toHaveURL(at.site + '/login')
  await expect(signInButton(page)).toBeVisible()
}

/** Signs in as far as the answer, and gives its address unused. */
async function catchAnswer(page: Page, at: Place, first = 'Bram'): Promise<string> {
  await leave(page, at)
  let answer = ''
  await page.route(
    url => onlyHere(url, at, '/authorize'),
    async route => {
      answer = (await route.fetch({ maxRedirects: 0 })).headers()['location']!
      await route.fulfill({ contentType: 'text/html', body: '<title>gevangen</title>' })
    },
  )
  await enterAs(page, first)
  await expect(page).toHaveTitle('gevangen')
  await page.unrouteAll()
  return answer
}

test.describe('invalid-auth-event', () => {
  test('a forged answer, while a sign-in of this window is under way', async ({
    page,
    at,
    log,
  }) => {
    await leave(page, at)
    await page.goto(at.site + '/auth-callback?code=gestolen&state=verzonnen')
    await log.takes('auth/invalid-auth-event')
    await isRefused(page)
    await beginsAnew(page, at)
  })

  test('an answer without state, while a sign-in of this window is under way', async ({
    page,
    at,
    log,
  }) => {
    await leave(page, at)
    await page.goto(at.site + '/auth-callback?code=gestolen')
    await log.takes('auth/invalid-auth-event')
    await isRefused(page)
    await beginsAnew(page, at)
  })

  test('an answer that was used before', inLong, async ({ page, at, log }) => {
    // signing out reaches all windows of a person
    const answer = await catchAnswer(page, at, 'Ilja')
    await page.goto(answer)
    await isIn(page, 'Ilja')
    await leaveByFrame(page)
    await expect(page).toHaveURL('/')
    await leave(page, at)
    await page.goto(answer)
    await log.takes('auth/invalid-auth-event')
    await isRefused(page)
    await beginsAnew(page, at)
  })

  test('an answer that names another provider', async ({ page, at, log }) => {
    const answer = new URL(await catchAnswer(page, at))
    answer.searchParams.set('iss', 'https://inloggen.elders.example')
    await page.goto(answer.href)
    await log.takes('auth/invalid-auth-event')
    await isRefused(page)
  })

  // the very second is told in src/auth/signIn.test.ts: here the clock runs on while pages load
  for (const [seconds, what] of [
    [840, 'signs in'],
    [901, 'is too late'],
  ] as const) {
    test(`an answer ${seconds} s after the start ${what}`, async ({ page, context, at, log }) => {
      await context.clock.install()
      await leave(page, at)
      await context.clock.fastForward(seconds * 1000)
      await enterAs(page, 'Bram')
      if (what === 'signs in') return isIn(page, 'Bram')
      await log.takes('auth/invalid-auth-event')
      await says(page, wrong)
    })
  }

  test(
    'tokens for another question: the window closes, and the button of the page tries afresh',
    inLong,
    async ({ page, context, at, log }) => {
      await alterQuestion(context, at, q => q.set('nonce', 'van-een-ander'))
      await openLogin(page)
      const codes = await codesOf(page)
      const popup = await openPopup(page)
      await enterAs(popup, 'Bram')
      await isClosed(popup)
      await says(page, wrong)
      await expect(main(page).getByText(wrong)).toBeFocused()
      await expect(trouble(page).getByRole('button')).toHaveCount(0)
      await log.takes('auth/invalid-auth-event')
      expect(await codes()).toEqual(['auth/invalid-auth-event'])
      expect(await sessionStatus(page)).toBe(401)
      await context.unrouteAll()
      await openPopup(page)
      await isIn(page, 'Bram')
    },
  )
})

test.describe('an answer nobody here asked for', () => {
  const strange = [
    '',
    '?code=abc',
    '?code=abc&state=def',
    '?state=def',
    '?error=access_denied&state=def',
  ]
  // which answers are nobody's is told in src/auth/callback.test.ts
  for (const words of ofList(strange, words => words === '?code=abc&state=def')) {
    test(`/auth-callback${words} is a friendly page`, async ({ page }) => {
      await page.goto('/auth-callback' + words)
      await isForeign(page)
    })
  }

  test('opened in another browser it is a friendly page, and leaves the sign-in alone', async ({
    page,
    browser,
    at,
    log,
  }) => {
    const answer = await catchAnswer(page, at)
    const other = await browser.newContext({ baseURL: at.site })
    log.watch(other)
    const stranger = await other.newPage()
    await stranger.goto(answer)
    await isForeign(stranger)
    expect(await sessionStatus(stranger)).toBe(401)
    await other.close()
    await page.goto(answer)
    await isIn(page, 'Bram')
  })

  test('opened again by who is signed in, it sends them on', inLong, async ({ page, at }) => {
    const answer = await catchAnswer(page, at)
    await page.goto(answer)
    await isIn(page, 'Bram')
    await page.goto(answer)
    await isIn(page, 'Bram')
  })

  for (const words of ['', '?code=abc&state=def']) {
    test(`/auth-popup${words} in a window of its own shows the way on`, async ({ page, log }) => {
      log.pass(/^Scripts may close only the windows/)
      await page.goto('/auth-popup' + words)
      await expect(
        page.getByText('Deze inloglink hoort bij een ander venster. Begin hier opnieuw.'),
      ).toBeVisible()
      await expect(page).toHaveURL('/auth-popup')
    })
  }
})

test.describe('a stranger at the session API', () => {
  const parts = (n: number) => Array(n).fill('e30').join('.')
  for (const [name, authorization, status, code] of [
    ['no header', undefined, 400, 'auth/invalid-header'],
    ['another scheme', 'Basic abc', 400, 'auth/invalid-header'],
    ['two parts', 'Bearer ' + parts(2), 400, 'auth/invalid-header'],
    ['four parts', 'Bearer ' + parts(4), 400, 'auth/invalid-header'],
    ['9 KiB', `Bearer ${parts(2)}.${'a'.repeat(9 << 10)}`, 400, 'auth/invalid-header'],
    ['nonsense', 'Bearer a.b.c', 401, 'auth/invalid-token'],
    ['no algorithm', `Bearer ${btoa('{"alg":"none"}')}.e30.`, 401, 'auth/invalid-token'],
  ] as const) {
    test(`with ${name} hears ${code}`, async ({ request }) => {
      const answer = await request.post('/api/session', {
        headers: authorization === undefined ? {} : { authorization },
      })
      expect(answer.status()).toBe(status)
      expect(answer.headers()['content-type']).toBe('application/problem+json')
      expect(answer.headers()['set-cookie']).toBeUndefined()
      expect(await answer.json()).toMatchObject({ code })
    })
  }

  test(
    "with somebody's cookie beside another one is nobody",
    inLong,
    async ({ page, context, playwright, at }) => {
      await signInPopup(page, 'Bram')
      const { name, value } = (await context.cookies()).find(c => c.name.endsWith('hr_session'))!
      const bare = await playwright.request.newContext({ baseURL: at.site })
      const asks = async (cookie: string) =>
        (await bare.get('/api/session', { headers: { cookie } })).status()
      expect(await asks(`${name}=${value}`)).toBe(200)
      expect(await asks(`${name}=${value}; ${name}=${value}`)).toBe(200)
      expect(await asks(`${name}=${value}; ${name}=${'a'.repeat(43)}`)).toBe(401)
      expect(await asks(`${name}=${'a'.repeat(43)}; ${name}=${value}`)).toBe(401)
      await bare.dispose()
    },
  )

  test('who gets a second cookie put beside the own one is asked to sign in again, without an endless round', async ({
    page,
    context,
    at,
  }) => {
    await signInPopup(page, 'Bram')
    const { name } = (await context.cookies()).find(c => c.name.endsWith('hr_session'))!
    await context.addCookies([{ name, value: 'a'.repeat(43), domain: 'localhost', path: '/api' }])
    await page.reload()
    const words = 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.'
    await says(page, words)
    let asked = 0
    context.on('request', r => {
      if (onlyHere(new URL(r.url()), at, '/authorize')) asked++
    })
    const unknown = page.waitForResponse(
      r => r.url() === at.site + '/api/sessions' && r.status() === 401,
    )
    await openPopup(page) // the server makes a session, and then does not know it
    await unknown
    await expect(page).toHaveURL('/login?terug=%2Fbeheer')
    await says(page, words)
    await expect(signInButton(page)).toBeVisible()
    expect(asked).toBe(1)
    await context.clearCookies({ path: '/api' })
    await openPopup(page)
    await isIn(page, 'Bram')
    expect(asked).toBe(2)
  })
})
