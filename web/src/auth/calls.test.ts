import { describe, expect, it, vi } from 'vitest'
import { AuthError, type AuthCode } from './errors'
import {
  eachInANewBrowser,
  type FakeBrowser,
  life,
  listen,
  pass,
  seconds,
  tokens,
  user,
} from '../../test/fakeBrowser'
import { recentLogin } from './sessionCalls'

let browser: FakeBrowser
eachInANewBrowser(fresh => {
  browser = fresh
})

const post = 'POST /api/session'
const call = 'GET /api/today'
const personal = { shared: false }
const code = (e: unknown) => (e instanceof AuthError ? e.code : e)

describe('a call of the staff API', () => {
  it('that is answered is left alone', async () => {
    const tab = await browser.signedIn()
    const before = browser.server.calls.length
    expect(await (await tab.auth.fetch('/api/today')).json()).toEqual({ for: 'uid-1' })
    expect(browser.server.calls.slice(before)).toEqual([call])
  })

  it('tells the clock of the server, by the first answer', async () => {
    const tab = await browser.signedIn()
    const date = new Date(tab.parts.clock.now() + 86_400_000).toUTCString()
    const answer = { status: 200, body: {}, headers: { date } }
    const ahead = async (...of: object[]) => {
      browser.server.next[call] = of as never
      await tab.auth.fetch('/api/today')
      return Math.round(tab.auth.ahead / 3_600_000)
    }
    expect(tab.auth.ahead).toBe(0)
    expect(await ahead(answer)).toBe(24)
    expect(await ahead({ ...answer, headers: {} }), 'an answer without a date').toBe(24)
  })

  it('after a 401 is repeated once, with a new session', async () => {
    const tab = await browser.signedIn()
    browser.server.session = null
    const before = browser.server.calls.length
    expect((await tab.auth.fetch('/api/today')).status).toBe(200)
    expect(browser.server.calls.slice(before)).toEqual([call, post, call])
  })

  it('ten of them after a 401 renew once', async () => {
    const tab = await browser.signedIn()
    browser.server.session = null
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tab.auth.fetch('/api/today')),
    )
    expect(answers.map(a => a.status)).toEqual(Array(10).fill(200))
    expect([browser.identity.refreshes, browser.server.count(post)]).toEqual([1, 2])
  })

  it('after a second 401 signs out, keeps unsaved text for this person and says why', async () => {
    const tab = await browser.signedIn()
    tab.session.setItem('hr.staff.note', 'text')
    browser.server.next[call] = [{ status: 401 }, { status: 401 }]
    const heard = listen(tab)
    expect((await tab.auth.fetch('/api/today')).status).toBe(401)
    expect(heard.at(-1)).toEqual(['user', null, 'auth/user-token-expired'])
    expect(await browser.everything()).not.toContain('"r1"')
    expect(tab.session.getItem('hr.staff.note')).toBe('text')
    await browser.signedIn(personal, tab)
    expect(tab.session.getItem('hr.staff.note')).toBe('text')
  })

  it('whose second 401 comes after somebody else signed in leaves that person alone', async () => {
    const tab = await browser.signedIn()
    const calls = vi.fn(async (...args: Parameters<typeof browser.server.fetch>) => {
      if (args[0] !== '/api/today') return browser.server.fetch(...args)
      if (calls.mock.calls.filter(c => c[0] === '/api/today').length === 2) {
        browser.identity.answer = { tokens: tokens({ sub: 'other' }), ...personal, returnTo: '/' }
        await tab.auth.signInPopup(personal)
      }
      return new Response(null, { status: 401 })
    })
    vi.stubGlobal('fetch', calls)
    expect((await tab.auth.fetch('/api/today')).status).toBe(401)
    expect(tab.auth.user?.uid).toBe('other')
  })

  it('with a session that was ended for good signs out, and asks for the password at the next sign-in', async () => {
    const tab = await browser.signedIn()
    browser.server.session = null
    browser.server.next[post] = [{ status: 403, body: { code: recentLogin } }]
    await tab.auth.fetch('/api/today')
    expect(tab.auth.user).toBeNull()
    await browser.signedIn(personal, tab)
    expect(browser.identity.asked.at(-1)).toEqual({ ...personal, again: true })
  })

  it('that cannot be healed because nothing answers rejects, and the person stays', async () => {
    const tab = await browser.signedIn()
    browser.server.session = null
    browser.identity.failures = [new AuthError('auth/network-request-failed')]
    expect(await tab.auth.fetch('/api/today').catch(code)).toBe('auth/network-request-failed')
    browser.server.next[post] = ['cut']
    expect(await tab.auth.fetch('/api/today').catch(code)).toBe('auth/network-request-failed')
    expect(tab.auth.user?.uid).toBe('uid-1')
    expect((await tab.auth.fetch('/api/today')).status).toBe(200)
  })

  it.each<AuthCode>(['auth/user-token-expired', 'auth/user-disabled'])(
    'whose refresh ends with %s signs out with that',
    async why => {
      const tab = await browser.signedIn()
      browser.server.session = null
      browser.identity.failures = [new AuthError(why)]
      const heard = listen(tab)
      expect(await tab.auth.fetch('/api/today').catch(code)).toBe(why)
      expect(heard.at(-1)).toEqual(['user', null, why])
    },
  )

  it('renews first when less than 30 s are left; without the provider it goes on all the same', async () => {
    const tab = await browser.signedIn()
    vi.setSystemTime(Date.now() + (life - 29) * 1000)
    browser.identity.failures = [new AuthError('auth/network-request-failed')]
    expect((await tab.auth.fetch('/api/today')).status).toBe(200)
    expect((await tab.auth.fetch('/api/today')).status).toBe(200)
    expect(browser.identity.refreshes).toBe(1)
  })

  it('of nobody gets the answer of the server', async () => {
    const tab = await browser.started()
    expect((await tab.auth.fetch('/api/today')).status).toBe(401)
    expect(browser.identity.refreshes).toBe(0)
  })
})

describe('a refresh', () => {
  const due = (life - 300) * 1000

  it('posts the new token; a POST that fails is logged, and the next token is posted', async () => {
    const tab = await browser.signedIn()
    browser.server.next[post] = [{ status: 500 }]
    const heard = listen(tab)
    await pass(due)
    expect([heard, tab.log, tab.auth.user?.refreshToken]).toEqual([
      [['token', 'uid-1']],
      ['session auth/login-blocked'],
      'r1',
    ])
    await pass(due)
    expect([browser.server.count(post), tab.auth.user?.refreshToken]).toEqual([3, 'r2'])
  })

  it('that says the account is off signs out', async () => {
    const tab = await browser.signedIn()
    browser.identity.failures = [new AuthError('auth/user-disabled')]
    const heard = listen(tab)
    await pass(due)
    expect(heard.at(-1)).toEqual(['user', null, 'auth/user-disabled'])
  })

  it('after a new sign-in elsewhere takes what that tab kept', async () => {
    const tab = await browser.signedIn()
    const elsewhere = user({ auth_time: seconds() + 5, jti: 'elsewhere' })
    browser.identity.claims = { auth_time: seconds() + 5 }
    const { refresh } = tab.parts.signIn
    tab.parts.signIn.refresh = async token => {
      const fresh = await refresh(token)
      await browser.tab().parts.store.save({ ...elsewhere, expiresAt: Date.now() + life * 1000 })
      return fresh
    }
    await pass(due)
    expect(tab.auth.user?.idToken).toBe(elsewhere.idToken)
  })

  it('after a new sign-in that kept nothing signs in again, silently, or ends', async () => {
    const tab = await browser.signedIn()
    browser.identity.claims = { auth_time: seconds() + 5 }
    browser.identity.silentAnswer = {
      tokens: tokens({ auth_time: seconds() + 5, jti: 'anew' }, { refreshToken: 'anew' }),
      shared: true,
      returnTo: '/',
    }
    await pass(due)
    expect(tab.auth.user).toMatchObject({ refreshToken: 'anew', shared: false })
    browser.identity.valid = 'anew'
    browser.identity.claims = { auth_time: seconds() + 9 }
    browser.identity.silentAnswer = null
    const heard = listen(tab)
    await pass(due)
    expect(heard.at(-1)).toEqual(['user', null, 'auth/user-token-expired'])
  })
})
