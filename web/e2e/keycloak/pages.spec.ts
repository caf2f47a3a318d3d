// Keycloak's pages, in our house: words, looks, and no request to anybody else.
import type { Page } from '@playwright/test'
import { colours, violations } from '../axe'
import { person } from './admin'
import {
  Authenticator,
  enter,
  expect,
  fillIn,
  giveCode,
  linkApp,
  makePasskey,
  test,
  usePasskey,
} from './acts'
import { addressOf } from './services'
import { inLong } from '../long'

const oidc = () => `${addressOf('keycloak')}/realms/herstelruimte/protocol/openid-connect`

const signInAddress = (more: Record<string, string> = {}) =>
  `${oidc()}/auth?` +
  new URLSearchParams({
    client_id: 'herstelruimte-web',
    response_type: 'code',
    scope: 'openid',
    state: 'proef',
    redirect_uri: `${addressOf('site')}/auth-callback`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  })

/** Pages that were looked at: they are the same after a mistake, but for a line. */
const seen = new Set<string>()

/**
 * A page is ours when its heading is, its words are, and it fits on the smallest phone in both
 * modes.
 */
async function isOurs(page: Page, heading: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page).toHaveTitle(`${heading} – Herstelruimte`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
  const words = await page.locator('body').innerText()
  expect(words, 'je, not u; no English; no key without a text').not.toMatch(
    /\b(u|uw|U|Uw)\b|\b(the|your|please|submit|sign in|password)\b|\b[a-z]+[A-Z]\w+\b|\$\{/,
  )
  const fonts = await page.evaluate(() =>
    document.fonts.ready.then(all =>
      [...all].map(f => `${f.family.replaceAll('"', '')} ${f.status}`),
    ),
  )
  expect(fonts).toContain('Caprasimo loaded')
  expect(fonts.filter(f => f.endsWith('error'))).toEqual([])
  if (seen.has(heading)) return
  seen.add(heading)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `width at ${width}`,
      ).toBeLessThanOrEqual(width)
    }
    const look = colorScheme === 'dark' ? { rules: colours } : {}
    expect(await violations(page, look), colorScheme).toEqual([])
  }
}

test('the sign-in page, also after a mistake and for a forgotten password', async ({ page }) => {
  const p = await person('pages')
  await page.goto(signInAddress())
  await isOurs(page, 'Inloggen')
  await fillIn(page, p, 'niet mijn wachtwoord')
  await expect(page.getByRole('alert')).toBeVisible()
  await isOurs(page, 'Inloggen')
  await page.getByRole('link', { name: 'Wachtwoord vergeten?' }).click()
  await isOurs(page, 'Wachtwoord vergeten?')
})

test('the password can be shown and hidden again', async ({ page }) => {
  await page.goto(signInAddress())
  await page.locator('#password').fill('geheim')
  await page.getByRole('button', { name: 'Wachtwoord tonen' }).click()
  await expect(page.locator('#password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Wachtwoord verbergen' }).click()
  await expect(page.locator('#password')).toHaveAttribute('type', 'password')
})

test('a first passkey, the passkey after the password, and another way', async ({ page }) => {
  const p = await person('pages-passkey', { app: false })
  await Authenticator.of(page)
  await page.goto(signInAddress())
  await fillIn(page, p)
  await isOurs(page, 'Koppel een app voor je code')
  await page.getByRole('link', { name: 'Maak een passkey' }).click()
  await fillIn(page, p)
  await isOurs(page, 'Maak een passkey')
  await makePasskey(page)
  await page.waitForURL(url => url.origin === addressOf('site'))
  await page.goto(signInAddress({ prompt: 'login' }))
  await isOurs(page, 'Inloggen')
  await expect(page.locator('#passkey')).toBeVisible()
  await page.locator('#password').fill(p.password)
  await page.locator('#kc-login').click()
  await isOurs(page, 'Log in met je passkey')
  await usePasskey(page)
  await page.waitForURL(url => url.origin === addressOf('site'))
  // now an app beside it
  await page.goto(signInAddress({ acr_values: 'code-app', prompt: 'login' }))
  await page.locator('#password').fill(p.password)
  await page.locator('#kc-login').click()
  await usePasskey(page)
  await linkApp(page)
  await page.waitForURL(url => url.origin === addressOf('site'))
  await page.goto(signInAddress({ prompt: 'login' }))
  await page.locator('#password').fill(p.password)
  await page.locator('#kc-login').click()
  await page.locator('#try-another-way').click()
  await isOurs(page, 'Hoe wil je inloggen?')
  await page.getByRole('button', { name: 'Code uit je app' }).click()
  await isOurs(page, 'Vul je code in')
})

test('linking an app, and the code at the next sign-in', inLong, async ({ page }) => {
  const p = await person('pages-code', { app: false })
  await page.goto(signInAddress({ acr_values: 'code-app' }))
  await fillIn(page, p)
  await isOurs(page, 'Koppel een app voor je code')
  await page.locator('#mode-manual').click()
  await isOurs(page, 'Koppel een app voor je code')
  await page.locator('#totp').fill('12')
  await page.locator('#saveTOTPBtn').click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.locator('#mode-barcode').click()
  const key = await linkApp(page)
  await page.waitForURL(url => url.origin === addressOf('site'))
  await page.goto(signInAddress({ prompt: 'login' }))
  await page.locator('#password').fill(p.password)
  await page.locator('#kc-login').click()
  await isOurs(page, 'Vul je code in')
  await giveCode(page, { ...p, key })
  await page.waitForURL(url => url.origin === addressOf('site'))
})

test('a new password, and details that miss', async ({ page }) => {
  const p = await person('pages-password', {
    requiredActions: ['UPDATE_PASSWORD', 'UPDATE_PROFILE'],
  })
  await page.goto(signInAddress())
  await enter(page, p)
  const headings = ['Kies een nieuw wachtwoord', 'Vul je gegevens aan']
  for (let left = 2; left > 0; left--) {
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    expect(headings).toContain(heading)
    headings.splice(headings.indexOf(heading), 1)
    await isOurs(page, heading)
    if (heading === 'Kies een nieuw wachtwoord') {
      for (const field of ['#password-new', '#password-confirm'])
        await page.locator(field).fill('een heel nieuw wachtwoord')
    }
    await page.locator('[type=submit]').click()
  }
  await page.waitForURL(url => url.origin === addressOf('site'))
})

test('an expired page, a wrong address, a foreign website and a browser without cookies', async ({
  page,
  browser,
}) => {
  await page.goto(signInAddress())
  const action = new URL((await page.locator('#kc-form-login').getAttribute('action'))!)
  await page.goto(signInAddress({ redirect_uri: 'https://ergens.example/' }))
  await isOurs(page, 'Er ging iets mis')
  await page.goto(signInAddress({ client_id: 'vreemd' }))
  await isOurs(page, 'Er ging iets mis')
  await page.goto(signInAddress())
  action.searchParams.set('session_code', 'oud')
  action.searchParams.set('execution', '00000000-0000-4000-8000-000000000000')
  await page.goto(action.href)
  await isOurs(page, 'Deze pagina is verlopen')
  const forgetful = await (await browser.newContext()).newPage()
  await forgetful.goto(action.href)
  await isOurs(forgetful, 'Er ging iets mis')
  await forgetful.context().close()
})

test('signing out by hand asks once, and says when it is done', async ({ page }) => {
  const p = await person('pages-out')
  await page.goto(signInAddress())
  await enter(page, p)
  await page.waitForURL(url => url.origin === addressOf('site'))
  await page.goto(oidc() + '/logout')
  await isOurs(page, 'Wil je uitloggen?')
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await isOurs(page, 'Je bent uitgelogd.')
})
