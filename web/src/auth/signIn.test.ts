// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimsOf } from './claims'
import { fakeProvider, issuer, type FakeProvider, type Reply } from '../../test/fakeProvider'
import type { SignIn } from './types'

let provider: FakeProvider
let create: typeof import('./signIn').createSignIn
let signIn: SignIn
let opened: { closed: boolean; sent: string[] }[]
let left: string[]
let now: number
const clock = {
  now: () => now,
  after: (ms: number, run: () => void) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
}

beforeEach(async () => {
  vi.resetModules() // the page's arrival is remembered for the life of a page
  now = 1_800_000_000_000
  opened = []
  left = []
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.spyOn(window, 'open').mockImplementation(() => {
    const popup = { closed: false, sent: [] as string[] }
    opened.push(popup)
    return Object.assign(popup, {
      focus() {},
      close() {
        popup.closed = true
      },
      location: { replace: (url: string) => void popup.sent.push(url) },
    }) as unknown as Window
  })
  vi.spyOn(location, 'assign').mockImplementation(url => void left.push(String(url)))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  provider = fakeProvider()
  create = (await import('./signIn')).createSignIn
  signIn = create({ clock })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

const code = (p: Promise<unknown>) =>
  p.then(
    () => 'fine',
    (e: { code?: string }) => e.code ?? 'no code',
  )
const asked = (url: string) => Object.fromEntries(new URL(url).searchParams)
const say = (url: string) =>
  window.dispatchEvent(
    new MessageEvent('message', { origin: location.origin, data: { source: 'oidc-client', url } }),
  )
const sent = (n = 0, round = 0) =>
  vi.waitFor(() => {
    const url = opened[n]?.sent[round]
    if (!url) throw new Error('not sent on yet')
    return url
  })
const states = () => Object.keys(sessionStorage).filter(key => key.startsWith('hr.signin.'))
const count = (part: string) => provider.calls.filter(call => call.url.includes(part)).length

/** A new page, after a redirect. */
async function comeBack(url: string): Promise<SignIn> {
  history.replaceState(null, '', url)
  vi.resetModules()
  return (await import('./signIn')).createSignIn({ clock })
}
async function redirectTo(options: Parameters<SignIn['redirect']>[0] = { shared: false }) {
  signIn.redirect(options).catch(() => {})
  await vi.waitFor(() => expect(left).toHaveLength(1))
  return left[0]!
}

describe('a popup sign-in', () => {
  it('asks with PKCE, state, nonce, in Dutch and for a popup, and brings the tokens', async () => {
    const result = signIn.popup({ shared: true, returnTo: '/beheer/week' })
    expect(opened).toHaveLength(1) // before anything was waited for
    const url = await sent()
    const { state, nonce, code_challenge, ...words } = asked(url)
    expect(url.split('?')[0]).toBe(`${issuer}/protocol/openid-connect/auth`)
    expect(words).toEqual({
      client_id: 'herstelruimte-web',
      redirect_uri: `${location.origin}/auth-popup`,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      acr_values: 'code-app',
      display: 'popup',
      ui_locales: 'nl',
    })
    expect([state, nonce, code_challenge].every(Boolean)).toBe(true)
    expect(states()).toEqual([`hr.signin.${state}`])
    say(await provider.signIn(url))
    const { tokens, shared, returnTo } = await result
    expect(claimsOf(tokens.idToken)).toMatchObject({ sub: 'u1', nonce })
    expect([tokens.accessToken, tokens.refreshToken, tokens.expiresIn, shared, returnTo]).toEqual([
      'access',
      'refresh',
      900,
      true,
      '/beheer/week',
    ])
    expect(states()).toEqual([])
    expect(opened[0]!.closed).toBe(true)
  })

  it('leaves the choice of the second step open on a computer of their own', async () => {
    void code(signIn.popup({ shared: false }))
    expect(asked(await sent()).acr_values).toBeUndefined()
  })

  it('asks for a passkey of who has no second step, and on a shared computer for an app', async () => {
    void code(signIn.popup({ shared: false, first: true }))
    expect(asked(await sent())).toMatchObject({
      acr_values: 'passkey',
      kc_action: 'webauthn-register-passwordless:skip_if_exists',
    })
    void code(signIn.popup({ shared: true, first: true }))
    const words = asked(await sent(1))
    expect([words.acr_values, words.kc_action]).toEqual(['code-app', undefined])
  })

  it('asks for the password again when told to', async () => {
    void code(signIn.popup({ shared: false, again: true }))
    expect(asked(await sent()).prompt).toBe('login')
  })

  it('checks the domain with our key, each time, but reads the list once', async () => {
    for (const n of [0, 1]) {
      const result = signIn.popup({ shared: false })
      say(await provider.signIn(await sent(n)))
      await result
    }
    expect(provider.calls.filter(c => c.url.startsWith('/v1')).map(c => c.url)).toEqual([
      '/v1/projects?key=herstelruimte-web',
    ])
  })

  it.each<[string, keyof FakeProvider['replies'], Reply]>([
    ['auth/unauthorized-domain', 'projects', { body: { authorizedDomains: ['elders.nl'] } }],
    ['auth/network-request-failed', 'projects', 'cut'],
    ['auth/invalid-api-key', 'projects', { status: 400, body: { code: 'auth/invalid-api-key' } }],
    ['auth/network-request-failed', 'discovery', { status: 503, body: {} }],
    [
      'auth/network-request-failed',
      'discovery',
      { text: '<html>', headers: { 'content-type': 'text/html' } },
    ],
    ['auth/network-request-failed', 'discovery', { body: { issuer } }],
    ['auth/network-request-failed', 'discovery', { text: 'oops' }],
    [
      'auth/auth-domain-config-required',
      'discovery',
      {
        body: {
          issuer: 'https://evil.nl',
          authorization_endpoint: 'https://evil.nl/a',
          token_endpoint: 'https://evil.nl/t',
          jwks_uri: 'https://evil.nl/k',
        },
      },
    ],
    [
      'auth/network-request-failed',
      'discovery',
      {
        body: {
          issuer,
          authorization_endpoint: 'javascript:alert(1)',
          token_endpoint: `${issuer}/t`,
          jwks_uri: `${issuer}/k`,
        },
      },
    ],
    ['auth/internal-error', 'config', { text: '{' }],
    [
      'auth/auth-domain-config-required',
      'config',
      { body: { issuer: '', clientId: '', sessionSyncPath: '' } },
    ],
    ['auth/too-many-requests', 'projects', { status: 429, body: {} }],
  ])('fails with %s when %s answers %j, and closes the window', async (expected, name, reply) => {
    provider.replies[name] = reply
    expect(await code(signIn.popup({ shared: false }))).toBe(expected)
    expect(opened.map(w => w.closed)).toEqual([true])
  })

  it.each<[string, string, Reply | Record<string, unknown>]>([
    ['auth/invalid-auth-event', 'a used code', { status: 400, body: { error: 'invalid_grant' } }],
    ['auth/network-request-failed', 'a proxy without anybody behind it', { status: 502, text: '' }],
    [
      'auth/network-request-failed',
      'a 503 with JSON',
      { status: 503, body: { error: 'unknown_error' } },
    ],
    [
      'auth/network-request-failed',
      'a page',
      { text: '<html>', headers: { 'content-type': 'text/html' } },
    ],
    ['auth/network-request-failed', 'no connection', 'cut'],
    ['auth/network-request-failed', 'no JSON', { text: 'oops' }],
    ['auth/internal-error', 'a fault', { status: 500, body: { error: 'server_error' } }],
    [
      'auth/invalid-api-key',
      'a refusal of the client',
      { status: 401, body: { error: 'unauthorized_client' } },
    ],
    ['auth/internal-error', 'an empty result', { body: {} }],
    ['auth/internal-error', 'no ID token', { body: { access_token: 'a', expires_in: 900 } }],
  ])('fails with %s when the exchange gives %s', async (expected, _, reply) => {
    provider.replies.token = reply as Reply
    const result = code(signIn.popup({ shared: false }))
    say(await provider.signIn(await sent()))
    expect(await result).toBe(expected)
  })

  it.each([
    ['another nonce', { nonce: 'forged' }],
    ['no nonce', { nonce: undefined }],
  ])('does not believe an ID token with %s', async (_, claims) => {
    provider.claims = claims
    const result = code(signIn.popup({ shared: false }))
    say(await provider.signIn(await sent()))
    expect(await result).toBe('auth/invalid-auth-event')
  })

  it.each([
    ['auth/user-cancelled', { error: 'access_denied' }],
    ['auth/internal-error', { error: 'server_error' }],
    ['auth/internal-error', { error: 'who_knows' }],
    ['auth/invalid-auth-event', { iss: 'https://evil.nl' }],
  ])('ends with %s when the provider answers %j', async (expected, words) => {
    const result = code(signIn.popup({ shared: false }))
    say(await provider.signIn(await sent(), words))
    expect(await result).toBe(expected)
    expect(count('/token')).toBe(0)
    expect(states()).toEqual([])
  })

  it.each([
    [900_000, 'fine'],
    [900_001, 'auth/invalid-auth-event'],
  ])('that took %i ms is %s', async (ms, expected) => {
    const result = code(signIn.popup({ shared: false }))
    const back = await provider.signIn(await sent())
    now += ms
    say(back)
    expect(await result).toBe(expected)
  })

  it('starts again once, in the same window, when the person took too long', async () => {
    const expired = {
      error: 'temporarily_unavailable',
      error_description: 'authentication_expired',
    }
    const result = signIn.popup({ shared: true })
    say(await provider.signIn(await sent(), expired))
    const second = await sent(0, 1)
    expect(asked(second).state).not.toBe(asked(opened[0]!.sent[0]!).state)
    say(await provider.signIn(second))
    expect((await result).shared).toBe(true)

    const failing = code(signIn.popup({ shared: true }))
    say(await provider.signIn(await sent(1), expired))
    say(await provider.signIn(await sent(1, 1), expired))
    expect(await failing).toBe('auth/invalid-auth-event')
  })

  it.each([
    [undefined],
    [null],
    ['popup'],
    [{}],
    [{ shared: 'yes' }],
    [{ shared: false, returnTo: 3 }],
    [{ shared: false, again: 1 }],
    [{ shared: false, first: 1 }],
  ])('refuses %j as a wrong call, without a window', async options => {
    expect(await code(signIn.popup(options as never))).toBe('auth/argument-error')
    expect(await code(signIn.redirect(options as never))).toBe('auth/argument-error')
    expect(opened).toEqual([])
  })

  it.each([['popup'], ['redirect']] as const)(
    '(%s) needs a store that outlives the tab',
    async way => {
      vi.stubGlobal('localStorage', null)
      vi.stubGlobal('indexedDB', null)
      expect(await code(signIn[way]({ shared: false }))).toBe('auth/web-storage-unsupported')
      expect(left).toEqual([])
    },
  )

  it('says which store is missing, not that something is broken', async () => {
    vi.stubGlobal('sessionStorage', null)
    expect(await code(signIn.popup({ shared: false }))).toBe('auth/web-storage-unsupported')
    expect(await code(signIn.redirect({ shared: false }))).toBe('auth/web-storage-unsupported')
    vi.unstubAllGlobals()
  })

  it('needs the means for PKCE, and says so even when it knows where to go at once', async () => {
    await signIn.ready()
    vi.stubGlobal('crypto', { getRandomValues() {} })
    expect(await code(signIn.popup({ shared: false }))).toBe('auth/web-storage-unsupported')
  })
})

describe('loading', () => {
  it('happens once, and tells the configuration', async () => {
    const [one, two] = await Promise.all([signIn.ready(), signIn.ready()])
    expect(one).toMatchObject({
      issuer,
      clientId: 'herstelruimte-web',
      sessionSyncPath: '/api/session',
    })
    expect(two).toEqual(one)
    expect([count('/config.json'), count('openid-configuration')]).toEqual([1, 1])
  })

  it('that failed starts clean the next time', async () => {
    provider.replies.discovery = 'cut'
    expect(await code(signIn.ready())).toBe('auth/network-request-failed')
    provider.replies.discovery = fakeProvider().replies.discovery
    expect(await code(signIn.ready())).toBe('fine')
  })

  it.each([
    ['browser', 30_000],
    ['phone', 60_000],
    ['long', 60_000],
  ] as const)('gives up in time: %s', async (profile, ms) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    provider.replies.discovery = 'hangs'
    let is = 'pending'
    void code(create({ clock, profile }).ready()).then(result => {
      is = result
    })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(is).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(is).toBe('auth/network-request-failed')
    vi.useRealTimers()
  })
})

describe('a redirect sign-in', () => {
  it('leaves for the provider and comes back with the tokens, once', async () => {
    const url = await redirectTo({ shared: true, returnTo: '/agenda?week=2' })
    expect(asked(url)).toMatchObject({
      redirect_uri: `${location.origin}/auth-callback`,
      ui_locales: 'nl',
      code_challenge_method: 'S256',
    })
    expect(asked(url).display).toBeUndefined()
    expect(asked(url).acr_values).toBe('code-app')
    expect(sessionStorage.getItem('pendingRedirect')).toBe('true')
    const back = await comeBack(await provider.signIn(url))
    expect([location.pathname, location.search]).toEqual(['/auth-callback', ''])
    expect(await back.redirectResult()).toMatchObject({
      shared: true,
      returnTo: '/agenda?week=2',
      tokens: { accessToken: 'access' },
    })
    expect(await back.redirectResult()).toBeNull()
    expect(states()).toEqual([])
  })

  it('never takes anybody to somebody else', async () => {
    const back = await comeBack(
      await provider.signIn(await redirectTo({ shared: false, returnTo: '//evil.nl' })),
    )
    expect((await back.redirectResult())!.returnTo).toBe('/beheer?eerst')
  })

  it.each<[string, keyof FakeProvider['replies'], Reply]>([
    ['auth/unauthorized-domain', 'projects', { body: { authorizedDomains: ['elders.nl'] } }],
    ['auth/network-request-failed', 'projects', 'cut'],
    ['auth/network-request-failed', 'discovery', 'cut'],
  ])('that may not start (%s) goes nowhere and leaves no mark', async (expected, name, reply) => {
    provider.replies[name] = reply
    expect(await code(signIn.redirect({ shared: false }))).toBe(expected)
    expect([left, sessionStorage.getItem('pendingRedirect')]).toEqual([[], null])
  })

  it('checks the domain before it leaves, with the mark set', async () => {
    let marked: string | null = null
    const reply = provider.replies.projects as Reply
    provider.replies.projects = () => {
      marked = sessionStorage.getItem('pendingRedirect')
      return reply
    }
    await redirectTo()
    expect(marked).toBe('true')
  })

  it('ends a popup that is still open', async () => {
    const first = code(signIn.popup({ shared: false }))
    const leaving = redirectTo()
    expect(opened[0]!.closed).toBe(true)
    expect(await first).toBe('auth/cancelled-popup-request')
    await leaving
  })

  it('that fails says so once', async () => {
    const back = await comeBack(
      await provider.signIn(await redirectTo(), { error: 'access_denied' }),
    )
    expect(await code(back.redirectResult())).toBe('auth/user-cancelled')
    expect(await back.redirectResult()).toBeNull()
  })

  it.each([
    ['an unknown state', '/auth-callback?code=c&state=forged'],
    ['no state', '/auth-callback?code=c'],
    ['a forged error', '/auth-callback?error=access_denied&state=forged'],
    ['a state that is no text', '/auth-callback?code=c&state=%25E0%25A4'],
  ])('with %s is no event of ours', async (_, url) => {
    await redirectTo()
    expect(await code((await comeBack(url)).redirectResult())).toBe('auth/invalid-auth-event')
    expect(count('/token')).toBe(0)
  })

  it('does not take the answer of a popup', async () => {
    void code(signIn.popup({ shared: false }))
    const stolen = (await provider.signIn(await sent())).replace('/auth-popup', '/auth-callback')
    await redirectTo()
    expect(await code((await comeBack(stolen)).redirectResult())).toBe('auth/invalid-auth-event')
    expect(count('/token')).toBe(0)
  })

  it('replayed finds nothing to finish', async () => {
    const url = await provider.signIn(await redirectTo())
    await (await comeBack(url)).redirectResult()
    expect(await (await comeBack(url)).redirectResult()).toBeNull()
    sessionStorage.setItem('pendingRedirect', 'true')
    expect(await code((await comeBack(url)).redirectResult())).toBe('auth/invalid-auth-event')
    expect(count('/token')).toBe(1)
  })

  it('of another browser is nothing', async () => {
    const url = await provider.signIn(await redirectTo())
    sessionStorage.clear()
    expect(await (await comeBack(url)).redirectResult()).toBeNull()
  })

  it('starts again once when the person took too long', async () => {
    const expired = {
      error: 'temporarily_unavailable',
      error_description: 'authentication_expired',
    }
    const back = await comeBack(
      await provider.signIn(await redirectTo({ shared: true, returnTo: '/beheer/week' }), expired),
    )
    void back.redirectResult()
    await vi.waitFor(() => expect(left).toHaveLength(2))
    const again = await comeBack(await provider.signIn(left[1]!))
    expect(await again.redirectResult()).toMatchObject({ shared: true, returnTo: '/beheer/week' })
  })
})

describe('the silent check', () => {
  /** The hidden frames that were put on the page. */
  function frames() {
    const list: { src: string; contentWindow: object }[] = []
    vi.spyOn(document.body, 'append').mockImplementation(frame => {
      const contentWindow = {}
      Object.defineProperty(frame, 'contentWindow', { value: contentWindow })
      list.push({ src: (frame as HTMLIFrameElement).src, contentWindow })
    })
    return list
  }
  async function answer(list: ReturnType<typeof frames>, words: Record<string, string> = {}) {
    await vi.waitFor(() => expect(list.length).toBeGreaterThan(0))
    const message = new MessageEvent('message', {
      origin: location.origin,
      data: { source: 'oidc-client', url: await provider.signIn(list[0]!.src, words) },
    })
    Object.defineProperty(message, 'source', { value: list[0]!.contentWindow })
    window.dispatchEvent(message)
  }

  it('signs in who is known there, for this tab only', async () => {
    const list = frames()
    const result = signIn.silent()
    await answer(list)
    expect(await result).toMatchObject({ shared: true, tokens: { accessToken: 'access' } })
    expect(asked(list[0]!.src)).toMatchObject({
      prompt: 'none',
      redirect_uri: `${location.origin}/auth-silent`,
    })
  })

  it.each(['login_required', 'interaction_required', 'consent_required'])(
    'finds nobody: %s',
    async error => {
      const list = frames()
      const result = signIn.silent()
      await answer(list, { error })
      expect(await result).toBeNull()
    },
  )

  it('tells every other failure', async () => {
    const list = frames()
    const result = code(signIn.silent())
    await answer(list, { error: 'server_error' })
    expect(await result).toBe('auth/internal-error')
  })

  it('asks once when asked twice at the same time, and again later', async () => {
    const list = frames()
    const both = Promise.all([signIn.silent(), signIn.silent()])
    await answer(list, { error: 'login_required' })
    expect(await both).toEqual([null, null])
    expect(list).toHaveLength(1)
    void signIn.silent()
    await vi.waitFor(() => expect(list).toHaveLength(2))
  })

  it('gives way to a popup that opens while its answer is being exchanged', async () => {
    const exchange = provider.replies.token as (form: URLSearchParams) => Reply
    provider.replies.token = form => (void code(signIn.popup({ shared: false })), exchange(form))
    const silent = signIn.silent()
    await answer(frames())
    expect(await silent).toBeNull()
  })

  it('gives way to a popup, also when the frame is not there yet', async () => {
    for (const wait of [true, false]) {
      const list = frames()
      const silent = signIn.silent()
      if (wait) await vi.waitFor(() => expect(list).toHaveLength(1))
      const result = signIn.popup({ shared: false })
      expect(await silent).toBeNull()
      expect(list).toHaveLength(wait ? 1 : 0)
      say(await provider.signIn(await sent(opened.length - 1)))
      expect((await result).tokens.accessToken).toBe('access')
      vi.mocked(document.body.append).mockRestore()
    }
  })

  it('asks nothing while a window is open, and again when it has closed', async () => {
    const list = frames()
    const popup = code(signIn.popup({ shared: false }))
    expect(await signIn.silent()).toBeNull()
    expect(list).toHaveLength(0)
    say(await provider.signIn(await sent(), { error: 'access_denied' }))
    expect(await popup).toBe('auth/user-cancelled')
    const silent = signIn.silent()
    await answer(list, { error: 'login_required' })
    expect([await silent, list.length]).toEqual([null, 1])
  })

  it('asks again after a redirect that may not start', async () => {
    provider.replies.projects = { body: { authorizedDomains: ['elders.nl'] } }
    const list = frames()
    const redirect = code(signIn.redirect({ shared: false }))
    expect(await signIn.silent()).toBeNull()
    expect([await redirect, list.length]).toEqual(['auth/unauthorized-domain', 0])
    const silent = signIn.silent()
    await answer(list, { error: 'login_required' })
    expect([await silent, list.length]).toEqual([null, 1])
  })

  it('asks nothing on a page that is leaving for the provider', async () => {
    const list = frames()
    await redirectTo()
    expect(await signIn.silent()).toBeNull()
    expect(list).toHaveLength(0)
  })
})
