// What staff do when they sign in, and pages that are watched while they do.
import {
  expect,
  test as base,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test'
import { settled, watch } from '../site'
import { freshCode, type Person } from './admin'
import { addressOf } from './services'

export { expect }

interface Fixtures {
  /** Lines of the console that a test expects, beside the ones about refused calls. */
  expected: RegExp
  watched: void
}

/**
 * Every page and popup of a test stays silent and asks nothing of any host but the site and
 * Keycloak.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(addressOf('site')),
  expected: [/^nothing$/, { option: true }],
  watched: [
    async ({ context, expected }, use) => {
      const pages: ReturnType<typeof watch>[] = []
      context.on('page', page => pages.push(watch(page)))
      await use()
      const hosts = [addressOf('site'), addressOf('keycloak')].map(a => new URL(a).host)
      const noise = pages
        .flatMap(p => p.noise)
        .filter(line => !refusal.test(line) && !expected.test(line))
      expect.soft(noise, 'the console and the CSP are silent').toEqual([])
      expect
        .soft(
          pages.flatMap(p => p.requests).filter(r => !hosts.includes(r.host)),
          'nothing is asked of another host',
        )
        .toEqual([])
    },
    { auto: true },
  ],
})

/**
 * The browser's own lines about a refusal that the client handles and about a test that types
 * before a field has taken the focus, and the one about a late copy of the staff area (staff.ts).
 */
const refusal =
  /status of (400|401|403)\b|^info: Autofocus processing was blocked|storage-messaging\/timeout$/

export const open = async (page: Page, path: string) => {
  await page.goto(path)
  await settled(page, true)
}

/** Presses "Inloggen", once more if that was too early, and gives the window that opens. */
export async function openPopup(page: Page): Promise<Page> {
  await open(page, '/login')
  const popup = page.waitForEvent('popup')
  const button = page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true })
  await button.click()
  const ready = page.getByText('Het inloggen staat klaar.').waitFor()
  await Promise.race([popup, ready.then(() => button.click())])
  return popup
}

export async function fillIn(page: Page, p: Person, password = p.password) {
  await page.locator('#username').fill(p.login)
  await page.locator('#password').fill(password)
  await page.locator('#kc-login').click()
}

/** Password, and the code of the app. */
export async function enter(page: Page, p: Person) {
  await fillIn(page, p)
  await giveCode(page, p)
}

export async function giveCode(page: Page, p: Person) {
  await page.locator('#otp').fill(await freshCode(p.key!))
  await page.locator('#kc-login').click()
}

export async function signInPopup(page: Page, p: Person) {
  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await enter(popup, p)
  await closed
  await isIn(page, p)
}

export async function signInRedirect(page: Page, p: Person) {
  await leave(page)
  await enter(page, p)
  await isIn(page, p)
}

/** Presses "Inloggen in dit venster" and arrives at Keycloak. */
export async function leave(page: Page, login = '/login') {
  await open(page, login)
  // A press that comes before the sign-in is ready is told so, and done again.
  const away = (url: URL) => url.origin === addressOf('keycloak')
  await expect(async () => {
    if (!away(new URL(page.url())))
      await page.getByRole('link', { name: 'Inloggen in dit venster' }).click({ timeout: 2_000 })
    await page.waitForURL(away, { timeout: 5_000 })
  }).toPass()
}

/** The frame of the staff area greets the person, and the server knows the session. */
export async function isIn(page: Page, p: Person) {
  await expect(page).toHaveURL(/\/beheer(\/[a-z]+)?$/)
  await greets(page, p)
  expect(await session(page)).toMatchObject({ uid: p.id, name: p.name })
}

export const greets = (page: Page, { name }: Person) =>
  expect(page.locator('.sbar')).toContainText('Dag ' + name.split(' ', 1)[0])

/** What the server says to this browser's cookie; null: it knows nobody. */
export async function session(
  page: Page,
): Promise<{ uid: string; name: string; roles: string[] } | null> {
  const answer = await page.request.get('/api/session')
  expect([200, 401]).toContain(answer.status())
  return answer.status() === 200 ? answer.json() : null
}

export const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(c => c.name.endsWith('hr_session'))

export const says = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

export async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Uitloggen', exact: true }).click()
  await expect(page).toHaveURL('/')
}

/** Links an app for codes and gives its key. */
export async function linkApp(page: Page): Promise<string> {
  await page.locator('#mode-manual').click()
  const key = await page.locator('#kc-totp-secret-key').innerText()
  await page.locator('#totp').fill(await freshCode(key))
  await page.locator('#userLabel').fill('Mijn telefoon')
  await page.locator('#saveTOTPBtn').click()
  return key
}

/** A phone or computer that makes and keeps passkeys, and says yes by itself. */
export class Authenticator {
  private constructor(
    private readonly line: CDPSession,
    private readonly id: string,
  ) {}

  static async of(page: Page): Promise<Authenticator> {
    const line = await page.context().newCDPSession(page)
    await line.send('WebAuthn.enable')
    const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Authenticator(line, authenticatorId)
  }

  async passkeys() {
    const { credentials } = await this.line.send('WebAuthn.getCredentials', {
      authenticatorId: this.id,
    })
    return credentials
  }

  /** In another window of the same device: the browser keeps them for each window apart. */
  async in(page: Page): Promise<Authenticator> {
    const other = await Authenticator.of(page)
    for (const credential of await this.passkeys())
      await other.line.send('WebAuthn.addCredential', { authenticatorId: other.id, credential })
    return other
  }

  /** The finger is the right one, or not. */
  async verifies(isUserVerified: boolean) {
    await this.line.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified })
  }
}

export const makePasskey = (page: Page) => page.locator('#registerWebAuthn').click()
export const usePasskey = (page: Page) => page.locator('#passkey').click()

/** Both calls of a refresh: new tokens, and the server's session after them. */
export const refreshed = (page: Page) =>
  Promise.all([
    page.waitForResponse(
      r => r.url().endsWith('/protocol/openid-connect/token') && r.status() === 200,
    ),
    page.waitForResponse(
      r =>
        r.url().endsWith('/api/session') && r.request().method() === 'POST' && r.status() === 204,
    ),
  ])

/**
 * The browser's clock runs an hour behind the world's, so that tests can move it on without a token
 * looking old.
 */
export const slowClock = (context: BrowserContext) =>
  context.clock.install({ time: Date.now() - 3_600_000 })

/** Until the refresh, from a sign-in or a refresh on: 15 minutes of life, 5 minutes early. */
export const toRefresh = 600_000
