// @vitest-environment happy-dom
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkStorage } from './storageCheck'
import { databaseMs } from './stores/indexed'
import { browserClock } from './types'

let restore: (() => void)[]
beforeEach(() => {
  restore = []
  put('indexedDB', () => new IDBFactory())
})
afterEach(() => {
  for (const undo of restore.reverse()) undo()
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

/** Replaces what `window[name]` gives, or throws. */
function put(name: 'indexedDB' | 'localStorage' | 'sessionStorage' | 'crypto', get: () => unknown) {
  const old = Object.getOwnPropertyDescriptor(window, name)
  Object.defineProperty(window, name, { get, configurable: true })
  restore.push(() =>
    old ? Object.defineProperty(window, name, old) : Reflect.deleteProperty(window, name),
  )
}
const security = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const nothing = () => null
const full = () => ({
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  getItem: nothing,
  removeItem: nothing,
})
const forgetful = () => ({ setItem() {}, getItem: nothing, removeItem() {} })
/** Firefox, private mode of old: the database refuses, but only later. */
const refusing = () => ({
  open() {
    const request = { onerror: (_: { preventDefault(): void }) => {} }
    queueMicrotask(() => request.onerror({ preventDefault() {} }))
    return request
  },
})
const checked = () =>
  checkStorage(browserClock).then(
    () => 'fine',
    (e: { code: string }) => e.code,
  )
const unsupported = 'auth/web-storage-unsupported'

describe('a browser', () => {
  it('that keeps everything is fine, and is left as it was', async () => {
    const factory = new IDBFactory()
    put('indexedDB', () => factory)
    const wrote = vi.spyOn(IDBObjectStore.prototype, 'put')
    expect(await checked()).toBe('fine')
    expect(wrote).toHaveBeenCalledWith({ key: '__sak', value: '1' })
    await vi.waitFor(async () => expect(await factory.databases()).toEqual([]))
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it.each([
    ['throws', security],
    ['is absent', nothing],
    ['is full', full],
    ['forgets', forgetful],
  ])('whose sessionStorage %s is refused', async (_, get) => {
    put('sessionStorage', get)
    expect(await checked()).toBe(unsupported)
  })

  it.each([
    ['throws', security],
    ['is absent', nothing],
    ['is full', full],
    ['forgets', forgetful],
  ])('whose localStorage %s is fine with a database, refused without', async (_, get) => {
    put('localStorage', get)
    expect(await checked()).toBe('fine')
    put('indexedDB', refusing)
    expect(await checked()).toBe(unsupported)
  })

  it.each([
    ['throws', security],
    ['is absent', nothing],
    ['refuses', refusing],
  ])('whose database %s is fine with localStorage, refused without', async (_, get) => {
    put('indexedDB', get)
    expect(await checked()).toBe('fine')
    put('localStorage', security)
    expect(await checked()).toBe(unsupported)
  })

  it('whose database cannot be written is refused without localStorage', async () => {
    put('localStorage', security)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await checked()).toBe(unsupported)
  })

  it.each([
    ['no crypto', undefined],
    ['no crypto.subtle', {}],
  ])('with %s is refused', async (_, crypto) => {
    put('crypto', () => crypto)
    expect(await checked()).toBe(unsupported)
  })
})

describe('a database that never answers', () => {
  it.each([
    ['fine', undefined],
    [unsupported, security],
  ])('counts as a store that fails: %s', async (outcome, local) => {
    vi.useFakeTimers()
    put('indexedDB', () => ({ open: () => ({}) }))
    if (local) put('localStorage', local)
    let is = 'pending'
    void checked().then(result => {
      is = result
    })
    await vi.advanceTimersByTimeAsync(databaseMs - 1)
    expect(is).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(is).toBe(outcome)
  })
})

it('a check that crashes is a fault of ours', async () => {
  put('crypto', () => {
    throw new Error('crash')
  })
  expect(await checked()).toBe('auth/internal-error')
})
