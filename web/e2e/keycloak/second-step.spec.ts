// The second step: a passkey or a code from an app, for everybody, and how each is made and used.
import type { Page } from '@playwright/test'
import { api, person, stepsOf, totp, type Person } from './admin'
import {
  Authenticator,
  enter,
  expect,
  fillIn,
  giveCode,
  isIn,
  leave,
  linkApp,
  makePasskey,
  open,
  openPopup,
  says,
  session,
  signOut,
  test,
  usePasskey,
} from './acts'
import { addressOf } from './services'
import { inLong } from '../long'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
async function firstPasskey(page: Page, p: Person) {
  await leave(page)
  await fillIn(page, p)
  await page.getByRole('link', { name: 'Maak een passkey' }).click()
  await fillIn(page, p)
  await makePasskey(page)
  await says(page, alone)
  await leave(page)
  await usePasskey(page)
  await isIn(page, p)
}

/** What the site says to a sign-in that a password alone proved. */
const alone =
  'Je wachtwoord alleen is niet genoeg. ' +
  'Log nog een keer in, met je passkey of met een code uit je app. Heb je die nog niet? ' +
  'Dan maak je er een bij het inloggen.'

const atKeycloak = (url: URL) => url.origin === addressOf('keycloak')

test('whoever has no second step is not in, whatever the role; a passkey is offered first, and signs in with one press from then on', async ({
  page,
}) => {
  const device = await Authenticator.of(page)
  const roles = [
    'gastheer',
    'begeleider',
    'redactie',
    'vertrouwenspersoon',
    'coordinator',
    'beheerder',
  ]
  for (const role of roles) {
    const p = await person('first-' + role, { roles: [role], app: false })
    await leave(page)
    await fillIn(page, p)
    await expect(heading(page)).toHaveText('Koppel een app voor je code')
    expect(await session(page), role).toBeNull()
    if (role !== 'beheerder') continue
    await page.getByRole('link', { name: 'Maak een passkey' }).click()
    await fillIn(page, p)
    await device.verifies(false)
    await makePasskey(page)
    await says(
      page,
      'Er is nog geen passkey gemaakt. Probeer het nog een keer, of koppel een app voor je code.',
    )
    await device.verifies(true)
    await makePasskey(page)
    await says(page, alone)
    expect(await session(page), 'a passkey that was made was not used yet').toBeNull()
    expect(await stepsOf(p)).toEqual(['webauthn-passwordless'])
    await page.getByRole('link', { name: 'Opnieuw inloggen' }).click()
    await page.getByRole('link', { name: 'Inloggen in dit venster' }).click()
    await usePasskey(page)
    await isIn(page, p)
    await signOut(page)
    await leave(page)
    await usePasskey(page)
    await isIn(page, p)
    await signOut(page)

    const popup = await openPopup(page)
    await device.in(popup)
    const closed = popup.waitForEvent('close')
    await usePasskey(popup)
    await closed
    await isIn(page, p)
  }
})

test(
  'a popup that finds no second step goes on in the whole window, and a code app will do',
  inLong,
  async ({ page, context }) => {
    const p = await person('first-popup', { app: false })
    const popup = await openPopup(page)
    const closed = popup.waitForEvent('close')
    await fillIn(popup, p)
    await closed
    await page.waitForURL(atKeycloak)
    expect(context.pages()).toHaveLength(1)
    await fillIn(page, p)
    await expect(heading(page)).toHaveText('Maak een passkey')
    await page.getByRole('link', { name: 'Koppel een app voor je code' }).click()
    await fillIn(page, p)
    await expect(heading(page)).toHaveText('Koppel een app voor je code')
    expect(await session(page)).toBeNull()
    const key = await linkApp(page)
    await isIn(page, p)
    expect(await stepsOf(p)).toEqual(['otp'])
    await signOut(page)

    await leave(page)
    await fillIn(page, p)
    await page.locator('#otp').fill(totp(key, -10))
    await page.locator('#kc-login').click()
    await says(
      page,
      'Deze code klopt niet. Wacht op een nieuwe code in je app en probeer het opnieuw.',
    )
    expect(await session(page)).toBeNull()
    await giveCode(page, { ...p, key })
    await isIn(page, p)
  },
)

test(
  'a shared computer offers the code app only, and a password alone links none beside a passkey',
  inLong,
  async ({ page }) => {
    const shared = async () => {
      await open(page, '/login')
      await page.getByLabel('Dit is een gedeelde computer').check()
      await page.getByRole('link', { name: 'Inloggen in dit venster' }).click()
      await page.waitForURL(atKeycloak)
      await expect(page.locator('#username')).toBeVisible()
      await expect(page.locator('#passkey')).toBeHidden()
    }
    const fresh = await person('shared-first', { app: false })
    await shared()
    await fillIn(page, fresh, 'niet mijn wachtwoord')
    await expect(page.locator('#passkey'), 'after a mistake, too').toBeHidden()
    await fillIn(page, fresh)
    await expect(heading(page)).toHaveText('Koppel een app voor je code')
    await expect(page.getByRole('link', { name: 'Maak een passkey' })).toHaveCount(0)
    await linkApp(page)
    await isIn(page, fresh)
    await signOut(page)

    const p = await person('shared-passkey', { app: false })
    await Authenticator.of(page)
    await firstPasskey(page, p)
    await signOut(page)
    await shared()
    await fillIn(page, p)
    await expect(heading(page)).toHaveText('Log in met je passkey')
    await expect(page.locator('#try-another-way')).toHaveCount(0)
    await usePasskey(page)
    await expect(heading(page)).toHaveText('Koppel een app voor je code')
    const key = await linkApp(page)
    await isIn(page, p)
    expect(await stepsOf(p)).toEqual(['otp', 'webauthn-passwordless'])
    await signOut(page)
    await shared()
    await enter(page, { ...p, key }) // no word of the passkey
    await isIn(page, p)
  },
)

/** Signs in at Keycloak with a question that the site would not ask so. */
async function asks(page: Page, p: Person, words: Record<string, string>) {
  await leave(page)
  const address = new URL(page.url())
  for (const [name, value] of Object.entries(words)) address.searchParams.set(name, value)
  await page.goto(address.href)
  await fillIn(page, p)
}

test('a password alone opens nothing, whatever is asked of Keycloak with it', async ({ page }) => {
  const p = await person('one-step', { app: false })
  // Keycloak lets this in: no passkey is made, and no app is linked
  await asks(page, p, { acr_values: 'passkey' })
  await says(page, alone)
  expect(await session(page)).toBeNull()
  expect(await stepsOf(p)).toEqual([])
  // asked for the app by the site itself, it may be called off
  await page.context().clearCookies()
  await asks(page, p, { kc_action: 'CONFIGURE_TOTP' })
  await expect(heading(page)).toHaveText('Koppel een app voor je code')
  await page.locator('#kc-totp-settings-form').evaluate((form: HTMLFormElement) => {
    form.insertAdjacentHTML('beforeend', '<input type="hidden" name="cancel-aia" value="true">')
    form.submit()
  })
  await page.waitForLoadState()
  await expect(heading(page)).toHaveText('Koppel een app voor je code')
  expect(await session(page)).toBeNull()
  // the control: with the app it opens
  await linkApp(page)
  await isIn(page, p)
})

test('a name and a password get nobody a token, at no client', async ({ request }) => {
  const p = await person('direct')
  const clients = await api<{ clientId: string; publicClient: boolean }[]>('GET', '/clients')
  expect(clients.map(c => c.clientId)).toContain('admin-cli')
  for (const { clientId, publicClient } of clients) {
    const answer = await request.post(
      `${addressOf('keycloak')}/realms/herstelruimte/protocol/openid-connect/token`,
      {
        form: {
          grant_type: 'password',
          client_id: clientId,
          username: p.login,
          password: p.password,
        },
      },
    )
    expect([400, 401], clientId).toContain(answer.status())
    if (publicClient)
      expect(await answer.json(), clientId).toMatchObject({ error: 'unauthorized_client' })
  }
})
