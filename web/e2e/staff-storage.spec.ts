// Where tokens are, and where they never are.
import type { Page } from '@playwright/test'
import { ofList } from './long'
import {
  chooseAt,
  everythingKept,
  expect,
  greets,
  openLogin,
  ownDevices,
  people,
  redirectLink,
  signIn,
  signInPopup,
  signOut,
  test,
} from './staff'

/** Every token of the answers of the provider to any window of this browser, and every code. */
function secretsOf(page: Page): () => Promise<string[]> {
  const bodies: Promise<string>[] = []
  const codes: string[] = []
  page.context().on('response', r => {
    if (r.url().endsWith('/token')) bodies.push(r.text())
    const location = r.headers()['location']
    const code =
      location && URL.canParse(location) ? new URL(location).searchParams.get('code') : null
    if (code) codes.push(code)
  })
  return async () => {
    const answers = (await Promise.all(bodies)).map(b => JSON.parse(b) as Record<string, unknown>)
    return [
      ...codes,
      ...answers.flatMap(a => ['id_token', 'access_token', 'refresh_token'].map(k => String(a[k]))),
    ]
  }
}

for (const way of ofList(['popup', 'redirect'] as const, way => way === 'popup')) {
  test(`signing out leaves nothing behind (${way})`, async ({ page }) => {
    const secrets = secretsOf(page)
    if (way === 'popup') await signInPopup(page, people.noor)
    else await signIn(page, people.noor)
    await greets(page, people.noor)
    await expect
      .poll(
        async () => Object.keys(await everythingKept(page)),
        'the control: there is something to remove',
      )
      .toEqual(expect.arrayContaining(['workers', 'cached']))
    const kept = JSON.stringify(await everythingKept(page))
    const mine = await secrets()
    expect(
      mine.filter(s => kept.includes(s)).length,
      'the control: tokens are found where they are',
    ).toBeGreaterThanOrEqual(3)
    await page.evaluate(() => {
      sessionStorage.setItem('hr.staff.draft', 'x')
      localStorage.setItem('hr.staff.draft', 'x')
    })

    await signOut(page)
    expect(await everythingKept(page)).toEqual({})
    expect(
      (await page.context().cookies()).map(c => c.name),
      "the choice about statistics is a visitor's",
    ).toEqual(['cookieConsent'])
  })
}

test('signing out takes along what the screen of the door kept, with the proof of who taps', async ({
  page,
}) => {
  await signIn(page, people.jan)
  await page.getByRole('navigation').getByRole('link', { name: 'Vandaag' }).click()
  await expect
    .poll(async () => JSON.stringify(await everythingKept(page)), 'the control')
    .toMatch(/"hr-taps\/reading":.*"proof":"[\w-]{16}"/)
  await signOut(page)
  expect(await everythingKept(page)).toEqual({})
})

test("no token and no code in an address, in the history, in a call's path or in the server's log", async ({
  page,
  house,
  watched,
  context,
}) => {
  const secrets = secretsOf(page)
  await openLogin(page, '/login?terug=%2Fbeheer')
  await redirectLink(page).click()
  await chooseAt(page, people.ilja)
  await greets(page, people.ilja)
  await page.getByRole('link', { name: 'Accounts' }).click()
  await expect(page.getByRole('region', { name: 'Ilja Mulder (dat ben jij)' })).toBeVisible()

  const history = await (await context.newCDPSession(page)).send('Page.getNavigationHistory')
  const addresses = history.entries.map(e => e.url)
  expect(
    addresses.filter(
      a => a.startsWith(house.site) && /[?&](code|state|session_state|iss)=/.test(a),
    ),
  ).toEqual([])
  const mine = await secrets()
  expect(mine.length).toBeGreaterThanOrEqual(4)
  const [, ...tokens] = mine
  expect(
    watched.requests.filter(r => tokens.some(t => r.path.includes(t))),
    'only the code travels in an address, once',
  ).toEqual([])
  const ours = (await context.cookies()).map(c => c.value)
  await expect
    .poll(() => house.log, 'the control: the log tells of this session')
    .toContain('session posted')
  const words = [...mine, ...ours, people.ilja.name, 'ilja@', 'Bearer', 'code=', 'state=']
  expect(
    words.filter(w => house.log.replace(/^ {2}(Account|\w+ +koffie-).*$/gm, '').includes(w)),
  ).toEqual([])

  await page.goBack()
  await page.goBack()
  await expect(page, 'the callback does not come back').not.toHaveURL(/auth-callback|code=/)
})

test.describe('without a network', () => {
  test.use({
    expected: /ERR_INTERNET_DISCONNECTED|^error: (session|refresh) auth\/network-request-failed/,
  })

  test('Beheer still opens from what the browser kept, which holds nothing of anybody; signed out it does not', async ({
    page,
    context,
  }) => {
    await signIn(page, people.jan)
    await expect
      .poll(async () => Object.keys(await everythingKept(page)))
      .toEqual(expect.arrayContaining(['cached']))
    await page.reload()
    await greets(page, people.jan)
    const kept = await page.evaluate(async () => {
      const texts: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          texts.push(request.url + '\n' + (await (await cache.match(request))!.text()))
      }
      return texts
    })
    expect(kept.map(t => new URL(t.split('\n')[0]!).pathname)).toContain('/beheer')
    expect(
      kept.filter(t =>
        /Jan Bakker|\/api\//.test(t.split('\n')[0]! + (t.includes('/assets/') ? '' : t)),
      ),
    ).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await greets(page, people.jan)
    await context.setOffline(false)
    await page.reload()
    await ownDevices(page)
    await signOut(page)
    await context.setOffline(true)
    expect(
      await page.goto('/beheer').then(
        () => 'opens',
        () => 'fails',
      ),
    ).toBe('fails')
    await context.setOffline(false)
  })
})
