import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AuthError, type AuthCode } from './errors'
import { tokens, user } from '../../test/fakeBrowser'
import { Refresher } from './refresh'
import { browserClock, type User } from './types'
import { readUser } from './user'

const minute = 60_000
let current: User | null
let kept: User | null
let renewals: number
let failures: unknown[]
let ended: AuthCode[]
let logged: unknown[]
/** What happens while the provider thinks. */
let meanwhile: () => void
let refresher: Refresher

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') })
  renewals = 0
  meanwhile = () => {}
  failures = []
  ended = []
  logged = []
  current = kept = user()
  refresher = new Refresher({
    clock: browserClock,
    lock: run => run(),
    current: () => current,
    kept: () => Promise.resolve(kept),
    renew: () => {
      renewals++
      meanwhile()
      const failure = failures.shift()
      return failure ? Promise.reject(failure) : Promise.resolve(fresh())
    },
    save: u => Promise.resolve(void (kept = u)),
    adopt: u => {
      current = u
      refresher.follow(u)
    },
    ended: why => void ended.push(why),
    log: e => void logged.push(e),
  })
  refresher.follow(current)
})
afterEach(() => void vi.useRealTimers())

const fresh = (): User =>
  readUser(tokens({ jti: `${renewals}` }, { refreshToken: `r${renewals}` }), false, Date.now())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const network = () => new AuthError('auth/network-request-failed')

describe('tokens are renewed', () => {
  it('five minutes before they expire, again and again', async () => {
    await pass(10 * minute - 1)
    expect(renewals).toBe(0)
    await pass(1)
    expect(renewals).toBe(1)
    await pass(10 * minute - 1)
    expect(renewals).toBe(1)
    await pass(1)
    expect(renewals).toBe(2)
  })

  it('at once when that moment has gone by', async () => {
    refresher.follow({ ...current!, expiresAt: Date.now() - 1 })
    await pass(0)
    expect(renewals).toBe(1)
  })

  it('no more after signing out', async () => {
    current = null
    refresher.follow(null)
    await pass(60 * minute)
    expect(renewals).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('while the provider is out of reach', () => {
  it('the pauses are 30, 60, 120, 240, 480, 960, 960 s, and start at 30 again after a success', async () => {
    failures = Array.from({ length: 8 }, network)
    await pass(10 * minute)
    expect(renewals).toBe(1)
    for (const [i, pause] of [30, 60, 120, 240, 480, 960, 960].entries()) {
      await pass(pause * 1000 - 1)
      expect(renewals).toBe(i + 1)
      await pass(1)
      expect(renewals).toBe(i + 2)
    }
    await pass(960_000) // this one succeeds
    expect(renewals).toBe(9)
    failures = [network()]
    await pass(10 * minute)
    expect(renewals).toBe(10)
    await pass(30_000)
    expect(renewals).toBe(11)
    expect([ended, logged]).toEqual([[], []])
  })

  it('a network that comes back ends the pause; looking at the page does not', async () => {
    failures = [network(), network()]
    await pass(10 * minute)
    refresher.wake(false)
    await pass(0)
    expect(renewals).toBe(1)
    refresher.wake(true)
    await pass(0)
    expect(renewals).toBe(2)
    await pass(60_000)
    expect(renewals).toBe(3)
  })

  it('a store that cannot be read is a pause, too, and is logged', async () => {
    failures = [new DOMException('broken', 'InvalidStateError')]
    await pass(10 * minute)
    await pass(30_000)
    expect(renewals).toBe(2)
    expect(logged).toHaveLength(1)
  })
})

describe('another answer', () => {
  it.each<AuthCode>(['auth/user-token-expired', 'auth/user-disabled'])('%s ends it', async code => {
    failures = [new AuthError(code)]
    await pass(10 * minute)
    expect(ended).toEqual([code])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that nobody expects stops the timer and is logged', async () => {
    failures = [new AuthError('auth/internal-error')]
    await pass(120 * minute)
    expect([renewals, ended, logged.length, vi.getTimerCount()]).toEqual([1, [], 1, 0])
  })

  it('is not even asked for without a refresh token', async () => {
    const { refreshToken: _, ...without } = current!
    current = kept = without
    await pass(10 * minute)
    expect([renewals, ended]).toEqual([0, ['auth/user-token-expired']])
  })
})

describe('sleep and clocks', () => {
  /** The computer slept: the clock went on, the timers did not. */
  const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

  it('who wakes up after the moment renews at once', async () => {
    sleep(11 * minute)
    refresher.wake()
    await pass(0)
    expect(renewals).toBe(1)
  })

  it('who wakes up before it renews at the moment itself, not later by the sleep', async () => {
    sleep(8 * minute)
    refresher.wake()
    await pass(2 * minute - 1)
    expect(renewals).toBe(0)
    await pass(1)
    expect(renewals).toBe(1)
    await pass(9 * minute)
    expect(renewals).toBe(1) // and the first timer is gone
  })

  it('a timer that goes off late renews', async () => {
    sleep(3 * 60 * minute)
    await pass(10 * minute)
    expect(renewals).toBe(1)
  })

  it('a clock set back an hour does not postpone it', async () => {
    sleep(-60 * minute)
    refresher.wake()
    await pass(10 * minute)
    expect(renewals).toBe(1)
  })

  it('a clock set ahead an hour renews at the next wake, once', async () => {
    sleep(60 * minute)
    refresher.wake()
    refresher.wake(true)
    await pass(0)
    expect(renewals).toBe(1)
    await pass(10 * minute)
    expect(renewals).toBe(2)
  })

  it('waking up ten times leaves two timers, not ten', () => {
    for (let i = 0; i < 10; i++) refresher.wake()
    expect(vi.getTimerCount()).toBe(2)
  })
})

describe('on demand', () => {
  it.each([
    [30_000, 0],
    [29_999, 1],
    [-1, 1],
  ])('with %i ms left it is renewed %i times', async (left, times) => {
    current = kept = { ...current!, expiresAt: Date.now() + left }
    await refresher.demand()
    expect(renewals).toBe(times)
  })

  it('nobody waits for a provider that did not answer just now', async () => {
    failures = [network()]
    await pass(10 * minute)
    current = { ...current!, expiresAt: Date.now() }
    await refresher.demand()
    expect(renewals).toBe(1)
  })
})

describe('another tab', () => {
  it('that renewed already is followed, and the provider is not asked', async () => {
    kept = readUser(tokens({ jti: 'theirs' }), false, Date.now())
    await refresher.refresh(current!)
    expect([renewals, current]).toEqual([0, kept])
  })

  it('that signed out is followed', async () => {
    kept = null
    await refresher.refresh(current!)
    expect([renewals, current]).toEqual([0, null])
  })

  it('that signs out or in anew during the call counts, not the answer', async () => {
    for (const theirs of [null, user({ sub: 'other' })]) {
      current = kept = user()
      const going = refresher.refresh(current)
      await Promise.resolve()
      kept = theirs
      await going
      expect([current, kept]).toEqual([theirs, theirs])
    }
  })
})

it('two who ask at once share one call, and who asks for tokens that were renewed since gets those', async () => {
  const stale = current!
  await Promise.all([refresher.refresh(stale), refresher.refresh(stale)])
  await refresher.refresh(stale)
  expect(renewals).toBe(1)
})

it('a failure that comes after signing out starts no timer', async () => {
  failures = [network()]
  meanwhile = () => {
    current = null
    refresher.follow(null)
  }
  await pass(10 * minute)
  expect([renewals, vi.getTimerCount()]).toEqual([1, 0])
})

it('an answer that comes after signing out brings nobody back', async () => {
  const going = refresher.refresh(current!)
  await Promise.resolve()
  current = null
  refresher.follow(null)
  await going
  expect(current).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})
