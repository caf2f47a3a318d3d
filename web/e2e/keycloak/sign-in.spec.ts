import type { Page } from '@playwright/test'
import { disable, isLocked, person, sessionsOf, unlock } from './admin'
import {
  enter,
  expect,
  fillIn,
  isIn,
  leave,
  openPopup,
  says,
  session,
  sessionCookie,
  signInPopup,
  signInRedirect,
  signOut,
  test,
} from './acts'
import { addressOf } from './services'
import { inLong } from '../long'

const wrong =
  'Je gebruikersnaam of wachtwoord klopt niet. Heb je het vaker geprobeerd? Wacht dan een paar minuten.'

test('a popup signs in, closes itself and leads to Beheer', async ({ page, context }) => {
  const p = await person('popup')
  await signInPopup(page, p)
  expect(context.pages()).toHaveLength(1)
  expect(await sessionCookie(context)).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
  })
})

test('a redirect signs in and leads back to the page that was asked for', async ({ page }) => {
  const p = await person('redirect', { roles: ['redactie', 'gastheer'] })
  await leave(page, '/login?terug=%2Fbeheer')
  await enter(page, p)
  await isIn(page, p)
  expect(new Set((await session(page))!.roles)).toEqual(new Set(['redactie', 'gastheer']))
  expect(page.url()).not.toMatch(/code=|state=/)
})

test('a wrong password is told on the page of Keycloak, and the right one still works there', async ({
  page,
}) => {
  const p = await person('wrong-password')
  const popup = await openPopup(page)
  await fillIn(popup, p, 'niet mijn wachtwoord')
  await says(popup, wrong)
  expect(await session(page)).toBeNull()
  const closed = popup.waitForEvent('close')
  await enter(popup, p)
  await closed
  await isIn(page, p)
})

test(
  'after five wrong passwords the right one is refused too, until the lock ends',
  inLong,
  async ({ page }) => {
    const p = await person('locked')
    await leave(page)
    for (let i = 0; i < 5; i++) {
      await fillIn(page, p, `fout nummer ${i}`)
      await says(page, wrong)
    }
    expect(await isLocked(p)).toBe(true)
    await fillIn(page, p)
    await says(page, wrong)
    expect(await session(page)).toBeNull()
    await unlock(p)
    await enter(page, p)
    await isIn(page, p)
  },
)

test('a password that must change is changed before anybody is in', inLong, async ({ page }) => {
  const p = await person('new-password', { requiredActions: ['UPDATE_PASSWORD'] })
  await leave(page)
  await enter(page, p)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kies een nieuw wachtwoord')
  const change = async (first: string, second = first) => {
    await page.locator('#password-new').fill(first)
    await page.locator('#password-confirm').fill(second)
    await page.getByRole('button', { name: 'Verzenden' }).click()
  }
  await change('te kort')
  await says(page, 'Kies een wachtwoord van minstens 12 tekens.')
  await change('Wachtwoord123')
  await says(page, 'Dit wachtwoord is te makkelijk te raden. Kies een ander wachtwoord.')
  await change('een lang nieuw wachtwoord', 'een ander lang wachtwoord')
  await says(page, 'De twee wachtwoorden zijn niet hetzelfde.')
  await change('een lang nieuw wachtwoord')
  await isIn(page, p)
  await signOut(page)
  await signInRedirect(page, { ...p, password: 'een lang nieuw wachtwoord' })
})

test('a disabled account is told so, at the desk of Keycloak', async ({ page }) => {
  const p = await person('disabled-before')
  await disable(p)
  await leave(page)
  await fillIn(page, p)
  await says(page, 'Je account is uitgezet. Neem contact op met een collega die het beheer doet.')
  expect(await session(page)).toBeNull()
})

test('an account without a role is in, and may do nothing but leave', async ({ page }) => {
  const p = await person('no-role', { roles: [] })
  await leave(page)
  await enter(page, p)
  await says(
    page,
    'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
  )
})

test('signing out ends the session here, on the server and at Keycloak', async ({
  page,
  context,
}) => {
  const p = await person('sign-out')
  await signInPopup(page, p)
  const before = await sessionCookie(context)
  expect(await sessionsOf(p)).toHaveLength(1)
  expect(await stored(page)).toMatch(token)
  await signOut(page)
  expect(await sessionCookie(context)).toBeUndefined()
  expect(await sessionsOf(p)).toEqual([])
  expect(await stored(page)).not.toMatch(token)
  const again = await page.request.get('/api/session', {
    headers: { Cookie: `${before!.name}=${before!.value}` },
  })
  expect(again.status(), 'the old cookie opens nothing').toBe(401)
  await leave(page)
  await expect(page.locator('#password'), 'Keycloak asks who it is again').toBeVisible()
  expect(new URL(page.url()).origin).toBe(addressOf('keycloak'))
})

/** How every token begins. */
const token = /eyJ/

/** All that the browser keeps of this site for scripts. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const wait = <T>(r: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        r.onsuccess = () => done(r.result)
        r.onerror = () => failed(r.error)
      })
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const db = await wait(indexedDB.open(name!))
      for (const store of db.objectStoreNames)
        all.push(await wait(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    return JSON.stringify(all)
  })

test('who is signed in at Keycloak already needs no password in another browser window', async ({
  page,
  context,
  baseURL,
}) => {
  const p = await person('silent')
  await signInRedirect(page, p)
  const kept = (await context.cookies()).filter(c => !c.name.endsWith('hr_session'))
  const other = await (await context.browser()!.newContext({ baseURL: baseURL! })).newPage()
  await other.context().addCookies(kept) // only Keycloak's own
  await other.goto('/login')
  await says(other, `Je bent ingelogd als ${p.name}.`)
  expect(await session(other)).toMatchObject({ uid: p.id })
  await other.context().close()
})
