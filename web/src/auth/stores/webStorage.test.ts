import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blockedStorage, fakeStorage, storageEvent } from '../../../test/fakeBrowser'
import { browserClock } from '../types'
import { localStore, sessionStore } from './webStorage'

let storage: Storage
let page: EventTarget
let changed: ReturnType<typeof vi.fn<() => void>>
beforeEach(() => {
  vi.useFakeTimers()
  storage = fakeStorage()
  page = new EventTarget()
  changed = vi.fn()
})
afterEach(() => void vi.useRealTimers())

const local = (phone: boolean) =>
  localStore({ storage: () => storage, clock: browserClock, phone, page })
/** Another tab writes; only the storage itself knows. */
const elsewhere = (text: string | null) =>
  text === null ? storage.removeItem('k') : storage.setItem('k', text)
const report = (key: string | null = 'k') => page.dispatchEvent(storageEvent(key))

describe('web storage', () => {
  it('gives back what it was given, and nothing after removal', async () => {
    for (const store of [local(false), sessionStore(() => storage)]) {
      expect(await store.available()).toBe(true)
      await store.write('k', { a: 1 })
      expect(await store.read('k')).toEqual({ a: 1 })
      await store.remove('k')
      expect(await store.read('k')).toBeUndefined()
    }
    expect(Object.keys(storage)).toEqual([])
  })

  it('that is blocked is not available', async () => {
    expect(await sessionStore(blockedStorage).available()).toBe(false)
    expect(
      await localStore({
        storage: blockedStorage,
        clock: browserClock,
        phone: false,
        page,
      }).available(),
    ).toBe(false)
  })

  it('with something unreadable in it holds nothing', async () => {
    elsewhere('{')
    expect(await local(false).read('k')).toBeUndefined()
  })
})

describe('on a desktop, a write in another tab', () => {
  it('is heard by its event, once', () => {
    local(false).watch('k', changed)
    elsewhere('"1"')
    report()
    report()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('is not looked for', () => {
    local(false).watch('k', changed)
    elsewhere('"1"')
    vi.advanceTimersByTime(60_000)
    expect(changed).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('to another key is nothing', () => {
    local(false).watch('k', changed)
    storage.setItem('other', '1')
    report('other')
    expect(changed).not.toHaveBeenCalled()
  })

  it('that empties everything is compared key by key', () => {
    elsewhere('"1"')
    const other = vi.fn()
    const store = local(false)
    store.watch('k', changed)
    store.watch('never', other)
    storage.clear()
    report(null)
    expect(changed).toHaveBeenCalledTimes(1)
    expect(other).not.toHaveBeenCalled()
  })

  it('is told to nobody after the last has stopped listening', () => {
    const store = local(false)
    const second = vi.fn()
    const stops = [store.watch('k', changed), store.watch('k', second)]
    stops[0]!()
    elsewhere('"1"')
    report()
    expect(second).toHaveBeenCalledTimes(1)
    stops[1]!()
    elsewhere('"2"')
    report()
    expect([changed.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })
})

it('own writes are silent', async () => {
  const store = local(true)
  store.watch('k', changed)
  await store.write('k', 1)
  report()
  await store.remove('k')
  vi.advanceTimersByTime(3000)
  expect(changed).not.toHaveBeenCalled()
})

describe('on a phone, a write in another tab', () => {
  it('is found within a second', () => {
    local(true).watch('k', changed)
    elsewhere('"1"')
    vi.advanceTimersByTime(999)
    expect(changed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('that was found by looking switches the events off', () => {
    local(true).watch('k', changed)
    elsewhere('"1"')
    vi.advanceTimersByTime(1000)
    elsewhere('"2"')
    report()
    expect(changed).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1000)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('that came by event switches the looking off', () => {
    local(true).watch('k', changed)
    elsewhere('"1"')
    report()
    expect(vi.getTimerCount()).toBe(0)
    elsewhere('"2"')
    vi.advanceTimersByTime(5000)
    expect(changed).toHaveBeenCalledTimes(1)
    report()
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('is not looked for while nobody listens', () => {
    const store = local(true)
    expect(vi.getTimerCount()).toBe(0)
    const stop = store.watch('k', changed)
    expect(vi.getTimerCount()).toBe(1)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
