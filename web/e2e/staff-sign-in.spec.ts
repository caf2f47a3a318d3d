// Signing in by both ways, and what a browser does for and with who is signed in.
import type { Page } from '@playwright/test'
import { inLong, ofList } from './long'
import {
  chooseAt,
  everythingKept,
  expect,
  first,
  greets,
  h1,
  isIn,
  open,
  openLogin,
  people,
  popupButton,
  sessionCookie,
  sessionOf,
  showsSignedIn,
  signIn,
  signInPopup,
  signInRedirect,
  signOut,
  test,
} from './staff'

// the roles differ on the server alone, and in what each sees (src/screens.test.ts)
for (const p of ofList(Object.values(people), p => p.login === 'bram')) {
  test(`${p.login} (${p.roles[0] ?? 'no role'}) signs in by a popup and by a redirect, each time with a new session`, async ({
    page,
    context,
  }) => {
    await openLogin(page)
    const [popup] = await Promise.all([page.waitForEvent('popup'), popupButton(page).click()])
    await popup.waitForURL(url => url.searchParams.has('display'))
    expect(
      await popup.evaluate(() => [innerWidth, innerHeight, /^\d{10}$/.test(window.name)]),
    ).toEqual([500, 600, true])
    const question = new URL(popup.url()).searchParams
    expect([
      question.get('display'),
      question.get('ui_locales'),
      question.get('code_challenge_method'),
    ]).toEqual(['popup', 'nl', 'S256'])
    const closed = popup.waitForEvent('close')
    await chooseAt(popup, p)
    await closed
    if (p.roles.length === 0) {
      await expect(page.getByRole('main')).toContainText(
        'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
      )
    } else {
      await isIn(page, p, first(p))
    }
    expect(context.pages()).toHaveLength(1)
    const cookie = (await sessionCookie(context))!.value
    await signOut(page)
    expect(await sessionCookie(context)).toBeUndefined()

    await signInRedirect(page, p)
    await isIn(page, p, first(p))
    const second = (await sessionCookie(context))!.value
    expect(second).not.toBe(cookie)
    const back = await page.request.get('/api/session', {
      headers: { Cookie: 'dev_hr_session=' + cookie },
    })
    expect(back.status(), 'the first value opens nothing any more').toBe(401)
  })
}

test('an account that is switched off is refused at the door, in words', async ({ page }) => {
  await signInRedirect(page, { login: 'puck', name: 'Puck Oudshoorn', roles: [] })
  await expect(page.getByRole('alert')).toHaveText(
    'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
  )
  expect(await sessionOf(page)).toBeNull()
})

for (const way of [signInPopup, signInRedirect]) {
  const by = way === signInPopup ? 'a popup' : 'a redirect'
  test(`${by} returns to the page that was asked for`, async ({ page }) => {
    await way(page, people.noor, { login: '/login?terug=' + encodeURIComponent('/agenda?vrij=1') })
    await expect(page).toHaveURL('/agenda?vrij=1')
    await expect(h1(page)).toHaveText('Programma')
    await showsSignedIn(page, true)
  })

  test(`${by} never leads to somebody else's page`, async ({ page }) => {
    await way(page, people.noor, {
      login: '/login?terug=' + encodeURIComponent('//elders.example/beheer'),
    })
    await isIn(page, people.noor, first(people.noor))
  })
}

test('a staff page asks to sign in first, and is there afterwards', async ({ page }) => {
  await open(page, '/beheer/accounts')
  await expect(h1(page)).toHaveText('Deze pagina is voor medewerkers.')
  const link = page.getByRole('main').getByRole('link', { name: 'Inloggen' })
  // the page is alive
  await expect(link).toHaveAttribute('href', '/login?terug=%2Fbeheer%2Faccounts')
  await link.click()
  await expect(page).toHaveURL('/login?terug=%2Fbeheer%2Faccounts')
  const [popup] = await Promise.all([page.waitForEvent('popup'), clickUntilOpen(page)])
  await chooseAt(popup, people.ilja)
  await expect(page).toHaveURL('/beheer/accounts')
  await expect(h1(page)).toHaveText('Accounts')
})

/** The button says so itself when it is pressed too early. */
async function clickUntilOpen(page: Page) {
  await expect(async () => {
    await popupButton(page).click()
    await expect(page.getByText('Het inlogvenster staat open.')).toBeVisible({ timeout: 500 })
  }).toPass()
}

const tricks = [
  'https://elders.example/',
  '/\\elders.example',
  'javascript:alert(1)',
  '/auth-callback?code=a&state=b',
  '/registrationdetails/aan_x',
  '/login',
]

test(
  'a signed-in person is sent on to pages of ours that may be named, by every trick to their first screen',
  inLong,
  async ({ page, house }) => {
    await signIn(page, people.jan)
    for (const terug of ['/beheer/accounts', '/about#huisregels']) {
      await page.goto('/login?terug=' + encodeURIComponent(terug))
      await expect(page).toHaveURL(terug)
    }
    for (const terug of tricks) {
      await page.goto('/login?terug=' + encodeURIComponent(terug))
      await expect(page, JSON.stringify(terug)).toHaveURL(house.site + first(people.jan))
    }
  },
)

test('the session cookie is for this site only, out of reach of scripts, and ends with the session', async ({
  page,
  context,
}) => {
  await signIn(page, people.bram)
  const cookie = (await sessionCookie(context))!
  expect(cookie).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    domain: 'localhost',
  })
  expect(cookie.value).toMatch(/^[\w-]{43}$/)
  expect(Math.abs(cookie.expires - (Date.now() / 1000 + 36_000))).toBeLessThan(60)
  expect(await page.evaluate(() => document.cookie)).not.toContain('hr_session')
})

test('a reload and a new tab are signed in too; signing out in one tab reaches every other', async ({
  page,
  context,
}) => {
  await signIn(page, people.sanne)
  await page.reload()
  await greets(page, people.sanne)
  const programme = await context.newPage()
  await open(programme, '/agenda')
  await showsSignedIn(programme, true)
  const third = await context.newPage()
  await open(third, '/beheer')
  await greets(third, people.sanne)

  await programme.getByRole('contentinfo').getByRole('button', { name: 'Uitloggen' }).click()
  await expect(programme).toHaveURL('/')
  await expect(h1(page)).toHaveText('Deze pagina is voor medewerkers.')
  await expect(h1(third)).toHaveText('Deze pagina is voor medewerkers.')
  for (const tab of [page, programme, third]) await showsSignedIn(tab, false)
  expect(await sessionOf(page)).toBeNull()
})

test('somebody else who signs in in another tab takes the place everywhere, without a reload', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await openLogin(other)
  const [popup] = await Promise.all([other.waitForEvent('popup'), popupButton(other).click()])
  await signIn(page, people.jan)
  const before = (await sessionCookie(context))!.value
  const programme = await context.newPage()
  await open(programme, '/agenda')

  const closed = popup.waitForEvent('close')
  await chooseAt(popup, people.ilja)
  await closed
  await isIn(other, people.ilja, first(people.ilja))
  await greets(page, people.ilja)
  await expect(page.getByText('Ilja Mulder, beheerder.')).toBeVisible()
  await showsSignedIn(programme, true)
  expect((await sessionCookie(context))!.value).not.toBe(before)
  expect(JSON.stringify(await everythingKept(programme))).not.toContain('Jan Bakker')
})

test('on a shared computer nothing outlives the tab, and no other tab is signed in', async ({
  page,
  context,
}) => {
  await signInPopup(page, people.loes, { shared: true, login: '/login?terug=%2Fbeheer' })
  await isIn(page, people.loes)
  expect((await sessionCookie(context))!.expires, 'gone with the browser').toBe(-1)
  expect(Object.keys(await everythingKept(page))).toEqual(['session'])
  await page.reload()
  await greets(page, people.loes)

  const other = await context.newPage()
  await open(other, '/beheer')
  await expect(h1(other)).toHaveText('Deze pagina is voor medewerkers.')
  await showsSignedIn(other, false)
  await page.close()
  expect(await everythingKept(other)).toEqual({})
})

test('on a shared computer the other way in is as quiet', inLong, async ({ page, context }) => {
  await signIn(page, people.loes, { shared: true })
  expect((await sessionCookie(context))!.expires).toBe(-1)
  expect(Object.keys(await everythingKept(page))).toEqual(['session'])
  await signOut(page)
  expect(await everythingKept(page)).toEqual({})
})
