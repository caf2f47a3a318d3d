import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLocks, hub, pass } from '../../test/fakeBrowser'
import { browserLock, type Lock } from './lock'
import { browserClock } from './types'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** How many were inside at the same time, at most, and how many came through. */
async function crowd(locks: Lock[], each: number) {
  let inside = 0
  let most = 0
  let done = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise(go => setTimeout(go, 10))
    inside--
    done++
  }
  const all = Promise.all(locks.flatMap(lock => Array.from({ length: each }, () => lock(work))))
  for (let i = 0; i < 400 && done < locks.length * each; i++) await pass(50)
  await all
  return { most, done }
}

const election = (channel: () => ReturnType<ReturnType<typeof hub>>) =>
  browserLock({ locks: undefined, channel: channel(), clock: browserClock })

describe('one at a time', () => {
  it('by navigator.locks, under the name of the refresh', async () => {
    const locks = fakeLocks()
    const request = vi.spyOn(locks, 'request')
    const tab = () => browserLock({ locks, channel: undefined, clock: browserClock })
    expect(await crowd([tab(), tab(), tab()], 3)).toEqual({ most: 1, done: 9 })
    expect(request.mock.calls[0]![0]).toBe('hr-auth-refresh')
  })

  it('by election among tabs without locks', async () => {
    const channel = hub()
    expect(await crowd([election(channel), election(channel), election(channel)], 3)).toEqual({
      most: 1,
      done: 9,
    })
  })

  it('within a tab that has neither', async () => {
    expect(
      await crowd([browserLock({ locks: undefined, channel: undefined, clock: browserClock })], 5),
    ).toEqual({ most: 1, done: 5 })
  })

  it('control: without any lock they do meet', async () => {
    expect((await crowd([run => run(), run => run()], 1)).most).toBe(2)
  })
})

describe('an election', () => {
  it("goes on when the holder's tab was closed", async () => {
    const channel = hub()
    const gone = channel()
    // the lowest number of all, and then never a word again
    gone.postMessage({ say: 'want', id: '0' })
    const ran = vi.fn(() => Promise.resolve())
    const mine = election(channel)(ran)
    await pass(0)
    gone.postMessage({ say: 'held' })
    await pass(1100, 100)
    expect(ran).not.toHaveBeenCalled()
    await pass(400, 100)
    await mine
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('lets the next in after a failure', async () => {
    const channel = hub()
    const [a, b] = [election(channel), election(channel)]
    const failing = a(() => Promise.reject(new Error('no')))
    failing.catch(() => undefined)
    const next = b(() => Promise.resolve('in'))
    await pass(2000, 50)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('in')
  })

  it('is held against who comes while it is being decided', async () => {
    const numbers = ['a0', 'b0', 'a1', 'b1', 'b2', 'b3']
    vi.spyOn(crypto, 'randomUUID').mockImplementation(
      () => numbers.shift() as ReturnType<typeof crypto.randomUUID>,
    )
    const channel = hub()
    const [a, b] = [election(channel), election(channel)]
    let release = () => {}
    const held = a(
      () =>
        new Promise<void>(go => {
          release = go
        }),
    )
    await pass(100)
    const ran = vi.fn(() => Promise.resolve())
    const late = b(ran)
    await pass(300, 50)
    expect(ran).not.toHaveBeenCalled()
    release()
    await pass(2000, 50)
    await Promise.all([held, late])
    vi.restoreAllMocks()
  })

  it('is held against who comes late', async () => {
    const channel = hub()
    let release = () => {}
    const [a, b] = [election(channel), election(channel)]
    const held = a(
      () =>
        new Promise<void>(go => {
          release = go
        }),
    )
    await pass(300, 50)
    const ran = vi.fn(() => Promise.resolve())
    const late = b(ran)
    await pass(10_000, 100)
    expect(ran).not.toHaveBeenCalled()
    release()
    await pass(500, 50)
    await Promise.all([held, late])
    expect(ran).toHaveBeenCalledTimes(1)
  })
})
