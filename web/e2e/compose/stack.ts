// The stack that is tested: cmd/check says where it is (SITE, LOGIN), and where a test may keep
// what the next one needs (KEPT).
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { totp } from '../keycloak/admin'
import { fillIn, openPopup, session, sessionCookie } from '../keycloak/acts'

const at = (name: string) => path.join(process.env['KEPT']!, name)

/** The acts of e2e/keycloak look here for the two addresses. */
export default function known() {
  process.env['SERVICES'] = process.env['KEPT']
  writeFileSync(
    at('services.json'),
    JSON.stringify({
      site: { address: process.env['SITE'] },
      keycloak: { address: process.env['LOGIN'] },
    }),
  )
}

export interface Account {
  login: string
  password: string
  key: string
}

export const keep = (a: Account) =>
  writeFileSync(at('account.json'), JSON.stringify(a), { mode: 0o600 })
export const kept = () => JSON.parse(readFileSync(at('account.json'), 'utf8')) as Account

/** The cookie is kept for the Go side, which reads the status with it. */
export async function keepCookie(context: BrowserContext) {
  const cookie = (await sessionCookie(context))!
  expect(cookie.name, 'a cookie that only this host gets').toBe('__Host-hr_session')
  writeFileSync(at('cookie'), `${cookie.name}=${cookie.value}`, { mode: 0o600 })
}

/** Signs in with password and code, in the window that opens. */
export async function signIn(page: Page, { login, password, key }: Account) {
  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await fillIn(popup, { id: '', login, name: '', password })
  await popup.locator('#otp').fill(totp(key, 1))
  await popup.locator('#kc-login').click()
  await closed
  await isBeheerder(page)
}

export async function isBeheerder(page: Page) {
  await expect(page).toHaveURL('/beheer/status')
  await expect(page.locator('.sbar')).toContainText('Dag Bea')
  expect((await session(page))!.roles).toEqual(['beheerder'])
}

/** Opens the status page and finds each part of the house on it. */
export async function seesStatus(page: Page) {
  await page.goto('/beheer/status')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { checks } = (await (await page.request.get('/api/status')).json()) as {
    checks: { title: string; state: string; says: string }[]
  }
  expect(checks.length).toBeGreaterThan(5)
  for (const { title } of checks)
    // what is not used is folded away
    await expect(page.getByRole('main').getByText(title, { exact: true })).toBeAttached()
}

/** A text and its photo, for the Go side: it looks whether both are still there. */
export const keepItem = (item: { id: string; title: string; media: string; sum: string }) =>
  writeFileSync(at('item.json'), JSON.stringify(item), { mode: 0o600 })
