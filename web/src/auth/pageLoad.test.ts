import { describe, expect, it, vi } from 'vitest'
import { AuthError } from './errors'
import {
  eachInANewBrowser,
  type FakeBrowser,
  listen,
  pass,
  seconds,
  settle,
  user,
} from '../../test/fakeBrowser'

let browser: FakeBrowser
eachInANewBrowser(fresh => {
  browser = fresh
})

const get = 'GET /api/session'
const post = 'POST /api/session'
const remove = 'DELETE /api/session'

describe('page load', () => {
  it('without a stored person tells the server so, exactly once', async () => {
    const tab = await browser.started()
    await tab.auth.start()
    expect([browser.server.calls, tab.auth.user]).toEqual([[remove], null])
  })

  it('with one asks the server, posts the token of this page and raises the flag', async () => {
    await browser.keep(user())
    const tab = browser.tab()
    const heard = listen(tab)
    await browser.started(tab)
    expect(tab.auth.user?.uid).toBe('uid-1')
    expect(browser.server.calls).toEqual([get, post])
    expect(heard).toEqual([
      ['token', 'uid-1'],
      ['user', 'uid-1'],
    ])
    expect([...browser.flags]).toEqual(['browser'])
  })

  it.each<[string, 'cut' | { status: number; headers?: Record<string, string> }]>([
    ['no network', 'cut'],
    ['a proxy without a server', { status: 503 }],
    ['a broken server', { status: 500 }],
    ['too many calls', { status: 429 }],
    ['the sign-in page of a wifi', { status: 200, headers: { 'content-type': 'text/html' } }],
  ])('keeps the person with %s', async (_, answer) => {
    await browser.keep(user())
    browser.server.next[get] = [answer]
    expect((await browser.started()).auth.user?.uid).toBe('uid-1')
  })

  it('keeps the person when the server never answers', async () => {
    await browser.keep(user())
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const tab = browser.tab()
    const going = tab.auth.start()
    await settle()
    await pass(30_000)
    await going
    expect(tab.auth.user?.uid).toBe('uid-1')
  })

  it('after a 401 renews once, posts and asks again', async () => {
    await browser.keep(user({ iat: seconds() - 600 }))
    browser.server.session = null
    const tab = await browser.started()
    expect(browser.server.calls).toEqual([get, post, get])
    expect([tab.auth.user?.refreshToken, browser.identity.refreshes]).toEqual(['r1', 1])
  })

  it('with the session of somebody else does the same', async () => {
    await browser.keep(user())
    browser.server.session = 'other'
    await browser.started()
    expect([browser.server.session, browser.identity.refreshes]).toEqual(['uid-1', 1])
  })

  it.each<[string, () => void, string]>([
    [
      'a second 401',
      () => {
        browser.server.next[get] = [{ status: 401 }, { status: 401 }]
      },
      'auth/user-token-expired',
    ],
    [
      'another refusal',
      () => {
        browser.server.next[get] = [{ status: 403 }]
      },
      'auth/user-token-expired',
    ],
    [
      'a refused POST',
      () => {
        browser.server.session = null
        browser.server.next[post] = [{ status: 403 }]
      },
      'auth/user-token-expired',
    ],
    [
      'a token of a password alone',
      () => {
        browser.server.session = null
        browser.server.next[post] = [{ status: 403, body: { code: 'auth/requires-second-step' } }]
      },
      'auth/user-token-expired',
    ],
    [
      'a refresh that is refused',
      () => {
        browser.server.session = null
        browser.identity.failures = [new AuthError('auth/user-token-expired')]
      },
      'auth/user-token-expired',
    ],
    [
      'an account that is off',
      () => {
        browser.server.session = null
        browser.identity.failures = [new AuthError('auth/user-disabled')]
      },
      'auth/user-disabled',
    ],
  ])('signs out and clears everything after %s', async (_, prepare, why) => {
    await browser.keep(user({ iat: seconds() - 600 }))
    prepare()
    const tab = browser.tab()
    const heard = listen(tab)
    await browser.started(tab)
    expect(tab.auth.user).toBeNull()
    expect(heard.at(-1)).toEqual(['user', null, why])
    expect(browser.server.calls.at(-1)).toBe(remove)
    expect(await browser.everything(tab)).not.toContain('uid-1')
    expect([...browser.flags]).toEqual([])
    expect(tab.news).toEqual(['signedOut'])
  })

  it('keeps the person when the session is gone and the provider is out of reach, too', async () => {
    await browser.keep(user())
    browser.server.session = null
    browser.identity.failures = [new AuthError('auth/network-request-failed')]
    expect((await browser.started()).auth.user?.uid).toBe('uid-1')
  })

  it('ends no session while the stores cannot be read', async () => {
    await browser.keep(user())
    const tab = browser.tab()
    vi.spyOn(tab.parts.store, 'load').mockRejectedValueOnce(
      new DOMException('broken', 'InvalidStateError'),
    )
    await browser.started(tab)
    expect([browser.server.calls, browser.server.session]).toEqual([[], 'uid-1'])
  })
})
