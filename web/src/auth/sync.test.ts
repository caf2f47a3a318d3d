import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Delay } from './delay'
import { AuthError } from './errors'
import { config, FakeServer, seconds, tokens, user } from '../../test/fakeBrowser'
import { recentLogin, secondStep, sessionCalls } from './sessionCalls'
import { TokenSync, type SyncOptions } from './sync'
import { browserClock } from './types'
import { readUser } from './user'

let server: FakeServer
let sync: TokenSync
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') })
  server = new FakeServer()
  vi.stubGlobal('fetch', server.fetch)
  sync = make()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const origin = 'https://voorbeeld.nl'
const calls = () =>
  sessionCalls(
    browserClock,
    new Delay({ browser: 30_000, phone: 60_000, long: 60_000 }, 'browser', () => true),
  )
const make = (more: Partial<SyncOptions> = {}) =>
  new TokenSync({
    config: () => Promise.resolve(config),
    calls: calls(),
    clock: browserClock,
    secure: true,
    origin,
    ...more,
  })
const aged = (age: number, claims: Record<string, unknown> = {}) =>
  user({ iat: seconds() - age, ...claims })
const post = 'POST /api/session'
const remove = 'DELETE /api/session'

describe('synchronisation is silently off', () => {
  it.each<[string, Partial<SyncOptions>]>([
    ['without a path', { config: () => Promise.resolve({ ...config, sessionSyncPath: '' }) }],
    ['on a page that is not secure', { secure: false }],
    [
      'to another origin',
      {
        config: () =>
          Promise.resolve({ ...config, sessionSyncPath: 'https://elders.nl/api/session' }),
      },
    ],
    [
      'to a host without protocol',
      { config: () => Promise.resolve({ ...config, sessionSyncPath: '//elders.nl/api/session' }) },
    ],
    [
      'where signing in is not set up',
      { config: () => Promise.reject(new AuthError('auth/auth-domain-config-required')) },
    ],
  ])('%s', async (_, off) => {
    const none = make(off)
    await none.run(user())
    await none.run(null)
    await none.retry()
    expect(server.calls).toEqual([])
  })

  it('and on at whatever address of the own origin is configured', async () => {
    const elsewhere = { ...config, sessionSyncPath: '/inloggen/sessie' }
    const sync = make({ config: () => Promise.resolve(elsewhere) })
    for (const method of ['POST', 'DELETE'])
      server.next[`${method} ${elsewhere.sessionSyncPath}`] = [{ status: 204 }]
    await sync.run(user())
    await sync.run(null)
    expect(server.calls).toEqual(['POST /inloggen/sessie', 'DELETE /inloggen/sessie'])
  })

  it('and on with the own origin written in full', async () => {
    await make({
      config: () => Promise.resolve({ ...config, sessionSyncPath: `${origin}/api/session` }),
    }).run(user())
    expect(server.calls).toEqual([`POST ${origin}/api/session`])
  })
})

describe('a token', () => {
  it('is posted as bearer, without a body, with cookies of the own origin', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    const noor = user()
    await sync.run(noor)
    const init = fetch.mock.calls[0]![1]!
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      headers: { authorization: `Bearer ${noor.idToken}` },
    })
    expect(init.body).toBeUndefined()
    expect(fetch.mock.calls[0]![0]).toBe('/api/session')
  })

  it('of a shared computer says so', async () => {
    await sync.run(user({}, true))
    expect(server.calls).toEqual([post + '?shared=1'])
  })

  it.each([
    [299, 1],
    [300, 1],
    [301, 0],
    [0, 1],
    [-20, 1],
  ])('of %i s is posted %i times', async (age, times) => {
    await sync.run(aged(age))
    expect(server.calls).toHaveLength(times)
  })

  it('has another maximum age only when one is given', async () => {
    await make({ maxAge: 0 }).run(aged(300))
    await make({ maxAge: 10 }).run(aged(11))
    expect(server.calls).toHaveLength(1)
  })

  it('that is too old leaves the memory as it was', async () => {
    const noor = user()
    await sync.run(noor)
    await sync.run(aged(301, { jti: 'old' }))
    await sync.run(noor)
    expect(server.calls).toEqual([post])
  })

  it('is posted once', async () => {
    const noor = user()
    await Promise.all([sync.run(noor), sync.run(noor)])
    await sync.run(noor)
    expect(server.calls).toEqual([post])
  })

  it('is remembered before it is sent: one that failed is not sent again, the next one is', async () => {
    server.next[post] = [{ status: 500, body: {} }]
    const noor = user()
    await expect(sync.run(noor)).rejects.toThrow('auth/login-blocked')
    // it still stands for the same answer
    await expect(sync.run(noor)).rejects.toThrow('auth/login-blocked')
    await sync.run(user({ jti: '2' }))
    expect(server.calls).toEqual([post, post])
  })
})

describe('when the clock of the browser is wrong', () => {
  const received = (iat: number, ago: number) =>
    readUser(tokens({ iat }), false, Date.now() - ago * 1000)
  const off = (ahead: number) => make({ config: () => Promise.resolve({ ...config, ahead }) })

  it.each([
    [60_000, 0],
    [-60_000, 0],
    [60_001, 1],
    [-600_000, 1],
  ])('by %i ms, a fresh token counts from its receipt: %i posts', async (ahead, times) => {
    await off(ahead).run(received(seconds() - 900, 300))
    expect(server.calls).toHaveLength(times)
  })

  it('a token received 301 s ago is too old, whatever its own date', async () => {
    await off(600_000).run(received(seconds() + 600, 301))
    expect(server.calls).toEqual([])
  })
})

describe('a refused POST says why', () => {
  it.each<[number | 'cut', string, object?]>([
    ['cut', 'auth/network-request-failed'],
    [502, 'auth/network-request-failed'],
    [503, 'auth/network-request-failed'],
    [504, 'auth/network-request-failed'],
    [500, 'auth/login-blocked'],
    [400, 'auth/login-blocked'],
    [401, 'auth/login-blocked'],
    [403, 'auth/login-blocked'],
    [404, 'auth/login-blocked'],
  ])('%s is %s', async (status, code) => {
    server.next[post] = [status === 'cut' ? 'cut' : { status, body: {} }]
    await expect(sync.run(user())).rejects.toMatchObject({ code })
  })

  it('429 with the seconds to wait', async () => {
    server.next[post] = [{ status: 429, headers: { 'retry-after': '120' } }]
    await expect(sync.run(user())).rejects.toMatchObject({
      code: 'auth/too-many-requests',
      retryAfter: 120,
    })
  })

  it('a session that needs the password again is known by its code', async () => {
    server.next[post] = [{ status: 403, body: { code: recentLogin } }]
    await expect(sync.run(user())).rejects.toMatchObject({
      code: 'auth/login-blocked',
      cause: recentLogin,
    })
  })

  it('a password alone is known by its code', async () => {
    server.next[post] = [{ status: 403, body: { code: secondStep } }]
    await expect(sync.run(user())).rejects.toMatchObject({ code: secondStep })
  })

  it('no answer in 30 s is no network', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const end = expect(sync.run(user())).rejects.toMatchObject({
      code: 'auth/network-request-failed',
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await end
  })
})

describe('nobody signed in', () => {
  it('is told by one DELETE without a token, until a token was posted', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    await sync.run(null)
    await sync.run(null)
    expect(server.calls).toEqual([remove])
    expect(new Headers(fetch.mock.calls[0]![1]!.headers).has('authorization')).toBe(false)
    await sync.run(user())
    await sync.run(null)
    await sync.run(null)
    expect(server.calls).toEqual([remove, post, remove])
  })

  it('that could not be told is told again when there is a network', async () => {
    await sync.run(user())
    server.online = false
    await expect(sync.run(null)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    await expect(sync.retry()).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    server.online = true
    expect(server.session).toBe('uid-1')
    await sync.retry()
    expect(server.session).toBeNull()
    await sync.retry()
    expect(server.count(remove)).toBe(3)
  })

  it('is not told again when the server itself refused, nor after somebody signed in', async () => {
    await sync.run(user())
    server.next[remove] = [{ status: 500, body: {} }, 'cut']
    await expect(sync.run(null)).rejects.toMatchObject({ code: 'auth/sign-out-failed' })
    await sync.retry()
    expect(server.count(remove)).toBe(1)
    await sync.run(user({ jti: '2' }))
    await expect(sync.run(null)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    await sync.run(user({ jti: '3' }))
    await sync.retry()
    expect([server.count(remove), server.session]).toEqual([2, 'uid-1'])
  })

  it('while even the configuration cannot be read is told later', async () => {
    let down = true
    const late = make({
      config: () =>
        down
          ? Promise.reject(new AuthError('auth/network-request-failed'))
          : Promise.resolve(config),
    })
    await expect(late.run(null)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    down = false
    await late.retry()
    expect(server.calls).toEqual([remove])
  })
})

describe('a change that was called off', () => {
  it('posts who was there before', async () => {
    const before = user({ sub: 'before' })
    await sync.run(before)
    await sync.run(user({ sub: 'new' }))
    await sync.restore(before)
    expect(server.session).toBe('before')
  })

  it('ends the session when nobody was', async () => {
    await sync.run(user())
    await sync.restore(null)
    expect([server.calls.at(-1), server.session]).toEqual([remove, null])
  })

  it('never leaves the session of the other: a token too old or refused ends it', async () => {
    await sync.run(user({ sub: 'new' }))
    await sync.restore(aged(301, { sub: 'before' }))
    expect(server.session).toBeNull()
    await sync.run(user({ sub: 'new', jti: '2' }))
    server.next[post] = [{ status: 401, body: { code: 'auth/token-replayed' } }]
    await sync.restore(user({ sub: 'before' }))
    expect(server.session).toBeNull()
  })
})

it('calls go one by one, in order: a late DELETE never follows a new session', async () => {
  const order: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    order.push(`${method} begins`)
    await new Promise(go => setTimeout(go, method === 'DELETE' ? 100 : 1))
    order.push(`${method} ends`)
    return new Response(null, { status: 204 })
  })
  const both = Promise.all([sync.run(null), sync.run(user())])
  await vi.advanceTimersByTimeAsync(200)
  await both
  expect(order).toEqual(['DELETE begins', 'DELETE ends', 'POST begins', 'POST ends'])
})
