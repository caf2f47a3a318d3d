// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { delaysFor, type Profile } from './delay'
import { AuthError } from './errors'
import { AuthEvents, eventOf, type AuthEvent, type Going, type Navigate } from './events'
import { Popups } from './popup'
import { browserClock } from './types'

interface Result {
  who: string
}
interface Popup {
  closed: boolean
  focus(): void
  close(): void
  location: { replace(url: string): void }
}

let log: string[]
let windows: Popup[]
let online: boolean
let popups: Popups
let events: AuthEvents

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  log = []
  windows = []
  online = true
  vi.spyOn(window, 'open').mockImplementation(() => fakeWindow() as unknown as Window)
  build('browser')
})
afterEach(() => {
  popups.cancel()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function build(profile: Profile) {
  events = new AuthEvents(browserClock)
  popups = new Popups(browserClock, delaysFor(profile, () => online).popupPoll, events)
}

function fakeWindow(): Popup {
  const n = windows.length + 1
  log.push(`open ${n}`)
  const popup: Popup = {
    closed: false,
    focus() {},
    location: { replace: url => void log.push(`go ${n} ${url}`) },
    close() {
      log.push(`close ${n}`)
      this.closed = true
    },
  }
  windows.push(popup)
  return popup
}

const person: Result = { who: 'Noor' }
const going = (state: string): Going => ({ url: `https://login.nl/${state}`, state })
const after = <T>(ms: number, value: T) => new Promise<T>(done => setTimeout(done, ms, value))

interface Steps {
  check(): Promise<unknown>
  prepare(): Promise<Going>
  /** What the answer comes to, or where to go for another round. */
  finish(event: AuthEvent): Promise<Result | { again: Going } | null>
}

/** Starts a sign-in, and gives what became of it as text: 'pending', a code, or the name. */
function start(steps: Partial<Steps> = {}) {
  const outcome = { is: 'pending', settled: 0 }
  const end = (is: string) => {
    outcome.is = is
    outcome.settled++
  }
  const { check, prepare, finish }: Steps = {
    check: () => Promise.resolve(),
    prepare: () => Promise.resolve(going('s1')),
    finish: () => Promise.resolve(person),
    ...steps,
  }
  const signIn = async (navigate: Navigate) => {
    let result: Awaited<ReturnType<Steps['finish']>> = { again: await prepare() }
    while (result && 'again' in result) result = await finish((await navigate(result.again))!)
    return result
  }
  popups.start({ check, signIn }).then(
    r => end(r.who),
    (e: AuthError) => end(e.code),
  )
  return outcome
}
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const say = (
  state: string,
  { origin = location.origin, source = 'oidc-client', session = '' } = {},
) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      origin,
      data: {
        source,
        url: `${location.origin}/auth-popup?code=c&state=${state}&session_state=${session}`,
      },
    }),
  )

describe('opening', () => {
  it('happens inside the click, before anything is asked', () => {
    start({
      check: async () => void log.push('check'),
      prepare: async () => {
        log.push('prepare')
        return going('s1')
      },
    })
    expect(log).toEqual(['open 1', 'check', 'prepare'])
  })

  it('that is blocked says so at once and asks nothing', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const steps = { check: vi.fn(), prepare: vi.fn() }
    const outcome = start(steps)
    await tick()
    expect(outcome.is).toBe('auth/popup-blocked')
    expect([steps.check, steps.prepare].some(f => f.mock.calls.length)).toBe(false)
  })

  it('sends the window to the provider', async () => {
    start()
    await tick()
    expect(log).toEqual(['open 1', 'go 1 https://login.nl/s1'])
  })
})

describe('closing the window', () => {
  it.each([
    [0, 2000],
    [1900, 2000],
    [2100, 4000],
    [3999, 4000],
  ])('after %i ms is seen at %i ms, and told 8 seconds later', async (closedAt, seenAt) => {
    const outcome = start()
    await tick(closedAt)
    windows[0]!.closed = true
    await tick(seenAt + 8000 - closedAt - 1)
    expect(outcome.is).toBe('pending')
    await tick(1)
    expect(outcome.is).toBe('auth/popup-closed-by-user')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lets an answer win that comes in the grace, however slow its exchange', async () => {
    const outcome = start({ finish: () => after(1000, person) })
    await tick()
    windows[0]!.closed = true
    await tick(2000 + 7900)
    say('s1')
    await tick(999)
    expect(outcome.is).toBe('pending')
    await tick(1)
    expect(outcome.is).toBe('Noor')
  })

  it('makes an answer after the grace worthless', async () => {
    const finish = vi.fn(() => Promise.resolve(person))
    const outcome = start({ finish })
    await tick()
    windows[0]!.closed = true
    await tick(2000 + 8100)
    say('s1')
    expect(events.deliver(eventOf('popup', 'https://x.nl/?code=c&state=s1'))).toBe(false)
    await tick(60_000)
    expect(outcome).toEqual({ is: 'auth/popup-closed-by-user', settled: 1 })
    expect(finish).not.toHaveBeenCalled()
  })

  it('is not noticed any more once the answer is there', async () => {
    const outcome = start({ finish: () => after(60_000, person) })
    await tick(100)
    say('s1')
    windows[0]!.closed = true
    await tick(59_999)
    expect(outcome.is).toBe('pending')
    await tick(1)
    expect(outcome.is).toBe('Noor')
  })

  it('before the provider is known ends it the same way', async () => {
    const outcome = start({ prepare: () => after(5000, going('s1')) })
    windows[0]!.closed = true
    await tick(9999)
    expect(outcome.is).toBe('pending')
    await tick(1)
    expect(outcome.is).toBe('auth/popup-closed-by-user')
    expect(log).not.toContain('go 1 https://login.nl/s1')
  })
})

describe('the poll', () => {
  /** Looks at `closed`, with the moment of each look. */
  function looks() {
    const at: number[] = []
    const begin = Date.now()
    vi.spyOn(window, 'open').mockImplementation(() => {
      const popup = fakeWindow()
      Object.defineProperty(popup, 'closed', {
        get: () => {
          at.push(Date.now() - begin)
          return false
        },
      })
      return popup as unknown as Window
    })
    return at
  }

  it('begins at once and looks every 2 seconds', async () => {
    const at = looks()
    start({ prepare: () => new Promise(() => {}) })
    await tick(6000)
    expect([...new Set(at)]).toEqual([0, 2000, 4000, 6000])
  })

  it('looks every 10 seconds in an app shell, and takes the network into account at every look', async () => {
    build('long')
    const at = looks()
    start({ prepare: () => new Promise(() => {}) })
    await tick(9000)
    online = false
    await tick(4500)
    online = true
    await tick(10_500)
    expect([...new Set(at)]).toEqual([0, 10_000, 12_000, 14_000, 24_000])
  })

  it('goes on without a network', async () => {
    const outcome = start()
    await tick()
    online = false
    windows[0]!.closed = true
    await tick(10_000)
    expect(outcome.is).toBe('auth/popup-closed-by-user')
  })
})

describe('two popups', () => {
  it('are never open at once: the older is closed before the newer opens', async () => {
    const first = start({ prepare: () => Promise.resolve(going('s1')) })
    const second = start({ prepare: () => Promise.resolve(going('s2')) })
    expect(log).toEqual(['open 1', 'close 1', 'open 2'])
    await tick()
    expect([first.is, second.is]).toEqual(['auth/cancelled-popup-request', 'pending'])
    say('s1')
    await tick()
    expect(second.is).toBe('pending')
    say('s2')
    await tick()
    expect([first, second]).toEqual([
      { is: 'auth/cancelled-popup-request', settled: 1 },
      { is: 'Noor', settled: 1 },
    ])
  })

  it('leave none when the newer is blocked', async () => {
    const first = start()
    vi.spyOn(window, 'open').mockReturnValue(null)
    const second = start()
    await tick()
    expect([first.is, second.is]).toEqual(['auth/cancelled-popup-request', 'auth/popup-blocked'])
  })

  it('do not hand over a result that was still being exchanged', async () => {
    const first = start({ finish: () => after(1000, person) })
    await tick()
    say('s1')
    await tick(500)
    popups.cancel()
    await tick(1000)
    expect(first).toEqual({ is: 'auth/cancelled-popup-request', settled: 1 })
  })
})

describe('an end', () => {
  it.each<[string, Partial<Steps>]>([
    [
      'auth/unauthorized-domain',
      { check: () => Promise.reject(new AuthError('auth/unauthorized-domain')) },
    ],
    [
      'auth/web-storage-unsupported',
      { check: () => Promise.reject(new AuthError('auth/web-storage-unsupported')) },
    ],
    [
      'auth/network-request-failed',
      { prepare: () => Promise.reject(new AuthError('auth/network-request-failed')) },
    ],
    ['auth/internal-error', { prepare: () => Promise.reject(new Error('who knows')) }],
  ])('by %s closes the window and leaves nothing running', async (code, steps) => {
    const outcome = start(steps)
    await tick()
    expect(outcome.is).toBe(code)
    expect(log).toContain('close 1')
    expect(vi.getTimerCount()).toBe(0)
    const next = start()
    await tick()
    expect(log.filter(line => line.startsWith('close'))).toEqual(['close 1'])
    expect(next.is).toBe('pending')
  })

  it('counts once: later ones find nothing to do', async () => {
    const outcome = start({
      check: () =>
        after(10, 0).then(() => {
          throw new AuthError('auth/unauthorized-domain')
        }),
      prepare: () =>
        after(20, 0).then(() => {
          throw new AuthError('auth/network-request-failed')
        }),
    })
    await tick(30)
    popups.cancel()
    await tick()
    expect(outcome).toEqual({ is: 'auth/unauthorized-domain', settled: 1 })
    expect(log).toEqual(['open 1', 'close 1'])
  })

  it('takes the listeners away', async () => {
    const [add, remove] = [
      vi.spyOn(window, 'addEventListener'),
      vi.spyOn(window, 'removeEventListener'),
    ]
    const closed = vi.spyOn(BroadcastChannel.prototype, 'close')
    start()
    await tick()
    say('s1')
    await tick()
    expect(remove.mock.calls).toEqual(add.mock.calls)
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('with an answer that failed tells why', async () => {
    const outcome = start({ finish: () => Promise.reject(new AuthError('auth/user-cancelled')) })
    await tick()
    say('s1')
    await tick()
    expect(outcome.is).toBe('auth/user-cancelled')
  })

  it('without a result is a fault of ours', async () => {
    const outcome = start({ finish: () => Promise.resolve(null) })
    await tick()
    say('s1')
    await tick()
    expect(outcome.is).toBe('auth/internal-error')
  })

  it('waits for the checks: the window goes nowhere from a host that was not allowed yet', async () => {
    const slow = start({ check: () => after(3000, 0) })
    await tick(2999)
    expect([slow.is, log]).toEqual(['pending', ['open 1']])
    await tick(1)
    expect(log).toEqual(['open 1', 'go 1 https://login.nl/s1'])
    say('s1')
    await tick()
    expect(slow.is).toBe('Noor')
    const refused = start({
      prepare: () => Promise.resolve(going('s2')),
      check: () =>
        after(3000, 0).then(() => {
          throw new AuthError('auth/unauthorized-domain')
        }),
    })
    await tick(3000)
    expect(refused).toEqual({ is: 'auth/unauthorized-domain', settled: 1 })
    expect(log.slice(-2)).toEqual(['open 2', 'close 2'])
  })
})

describe('an answer', () => {
  it.each([
    ['from elsewhere', () => say('s1', { origin: 'https://evil.nl' })],
    ['of something else', () => say('s1', { source: 'else' })],
    ['to another question', () => say('s9')],
    ['without a question', () => say('')],
    [
      'that is no answer at all',
      () =>
        window.dispatchEvent(new MessageEvent('message', { origin: location.origin, data: 'x' })),
    ],
  ])('%s is not heard', async (_, speak) => {
    const finish = vi.fn(() => Promise.resolve(person))
    const outcome = start({ finish })
    await tick()
    speak()
    await tick()
    expect([outcome.is, finish.mock.calls.length]).toEqual(['pending', 0])
    say('s1')
    await tick()
    expect(outcome.is).toBe('Noor')
  })

  it('before the window was sent anywhere is not heard', async () => {
    const finish = vi.fn(() => Promise.resolve(person))
    start({ finish, prepare: () => after(100, going('s1')) })
    say('s1')
    await tick(200)
    expect(finish).not.toHaveBeenCalled()
  })

  it('that comes twice is exchanged once', async () => {
    const finish = vi.fn(() => after(100, person))
    const outcome = start({ finish })
    await tick()
    say('s1')
    say('s1')
    say('s1', { session: 'other' })
    await tick(100)
    expect(finish).toHaveBeenCalledTimes(1)
    expect(outcome).toEqual({ is: 'Noor', settled: 1 })
  })

  it('comes over the channel when the window was cut off from its opener', async () => {
    const outcome = start()
    await tick()
    const channel = new BroadcastChannel('oidc-client-popup-s1')
    channel.postMessage({
      source: 'oidc-client',
      url: `${location.origin}/auth-popup?code=c&state=s1`,
    })
    vi.useRealTimers()
    await vi.waitFor(() => expect(outcome.is).toBe('Noor'))
    channel.close()
  })

  it('may ask for another round in the same window, which is watched again', async () => {
    const finish = vi
      .fn<Steps['finish']>()
      .mockResolvedValueOnce({ again: going('s2') })
      .mockResolvedValueOnce(person)
    const outcome = start({ finish })
    await tick()
    say('s1')
    await tick()
    expect(log).toEqual(['open 1', 'go 1 https://login.nl/s1', 'go 1 https://login.nl/s2'])
    expect(vi.getTimerCount()).toBe(1)
    say('s2')
    await tick()
    expect(outcome.is).toBe('Noor')
  })
})

it('an app on the home screen of an iPhone waits for the answer, however long', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
  const outcome = start()
  await tick(3_600_000)
  expect(outcome.is).toBe('pending')
  say('s1')
  await tick()
  expect(outcome.is).toBe('Noor')
  Reflect.deleteProperty(navigator, 'standalone')
})
