import { IDBDatabase, IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, settle } from '../../../test/fakeBrowser'
import { browserClock } from '../types'
import { IndexedStore } from './indexed'

let factory: IDBFactory
let page: EventTarget
let failures: unknown[]
let changed: ReturnType<typeof vi.fn<() => void>>
let store: IndexedStore
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  factory = new IDBFactory()
  page = new EventTarget()
  failures = []
  changed = vi.fn()
  store = make()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const make = (find: () => globalThis.IDBFactory = () => factory) =>
  new IndexedStore({ factory: find, clock: browserClock, page, log: e => failures.push(e) })
const other = () => make()

async function watching() {
  const stop = store.watch('k', changed)
  await pass(0)
  return stop
}

describe('the indexed store', () => {
  it('gives back what it was given, also to another tab, and nothing after removal', async () => {
    expect(await store.available()).toBe(true)
    await store.write('k', { a: [1] })
    expect(await other().read('k')).toEqual({ a: [1] })
    await store.remove('k')
    expect(await other().read('k')).toBeUndefined()
  })

  it('is not available where it is refused, or where opening never answers', async () => {
    expect(
      await make(() => {
        throw new DOMException('no', 'SecurityError')
      }).available(),
    ).toBe(false)
    const hangs = make(() => ({ open: () => ({}) }) as unknown as globalThis.IDBFactory).available()
    await pass(3000)
    expect(await hangs).toBe(false)
  })

  it('tries four times, each on a fresh handle, without a pause', async () => {
    const open = vi.spyOn(factory, 'open')
    breakTransactions(3)
    await store.write('k', 1)
    expect(await store.read('k')).toBe(1)
    expect(open).toHaveBeenCalledTimes(4)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives up after the fourth', async () => {
    const open = vi.spyOn(factory, 'open')
    breakTransactions(4)
    await expect(store.read('k')).rejects.toThrow('broken')
    expect(open).toHaveBeenCalledTimes(4)
    await expect(store.read('k')).resolves.toBeUndefined() // and starts clean
  })

  it('makes a database without its table again', async () => {
    await emptyDatabase()
    await store.write('k', 1)
    expect(await other().read('k')).toBe(1)
  })

  it('does not stand in the way of who deletes the database', async () => {
    await store.write('k', 1)
    await new Promise((resolve, reject) =>
      Object.assign(factory.deleteDatabase('hr-auth'), { onsuccess: resolve, onblocked: reject }),
    )
    expect(await store.read('k')).toBeUndefined()
  })
})

describe('a write in another tab', () => {
  it('is found at the next look, every 800 ms', async () => {
    await watching()
    await other().write('k', 1)
    await pass(799)
    expect(changed).not.toHaveBeenCalled()
    await pass(1)
    expect(changed).toHaveBeenCalledTimes(1)
    await pass(1600, 800)
    expect(changed).toHaveBeenCalledTimes(1)
    await other().remove('k')
    await pass(800)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('between the first read and the first look is found, too', async () => {
    store.watch('k', changed)
    expect(await store.read('k')).toBeUndefined()
    await other().write('k', 1)
    await pass(0)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('is told also when it was read meanwhile', async () => {
    await watching()
    await other().write('k', 1)
    expect(await store.read('k')).toBe(1)
    await pass(800)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('of another key is nothing', async () => {
    await watching()
    await other().write('other', 1)
    await pass(1600, 800)
    expect(changed).not.toHaveBeenCalled()
  })
})

it('own writes are silent', async () => {
  await watching()
  await store.write('k', 1)
  await pass(800)
  await store.remove('k')
  await pass(1600, 800)
  expect(changed).not.toHaveBeenCalled()
})

it('a look that overlaps an own write is dropped; the control without a write is not', async () => {
  await watching()
  await other().write('k', 'theirs')
  await vi.advanceTimersByTimeAsync(800) // the look is under way
  await store.write('k', 'mine')
  await settle()
  expect(changed).not.toHaveBeenCalled()
  await pass(800)
  expect(changed).not.toHaveBeenCalled() // by then the own text is what lies there
  await other().write('k', 'theirs')
  await vi.advanceTimersByTimeAsync(800)
  await settle()
  expect(changed).toHaveBeenCalledTimes(1)
})

it('a look that fails is logged, once, and changes nothing', async () => {
  await store.write('k', 1)
  await watching()
  breakTransactions(Infinity)
  await pass(2400, 800)
  expect(failures).toHaveLength(1)
  expect(changed).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  await other().write('k', 2)
  await pass(800)
  expect(changed).toHaveBeenCalledTimes(1)
})

it('a page in the history cache looks at nothing and holds nothing open; back again it looks at once', async () => {
  await watching()
  page.dispatchEvent(new Event('pagehide'))
  await settle()
  expect(vi.getTimerCount()).toBe(0)
  await other().write('k', 1)
  await pass(5000)
  expect(changed).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pageshow'))
  await pass(0)
  expect(changed).toHaveBeenCalledTimes(1)
})

it('looks only while somebody listens', async () => {
  expect(vi.getTimerCount()).toBe(0)
  const stop = await watching()
  expect(vi.getTimerCount()).toBe(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  page.dispatchEvent(new Event('pageshow'))
  expect(vi.getTimerCount()).toBe(0)
})

/** The next `times` transactions fail, as after a browser dropped its handle. */
function breakTransactions(times: number) {
  let left = times
  const whole = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args: Parameters<typeof whole>
  ) {
    if (String(args[1]) !== 'versionchange' && left-- > 0)
      throw new DOMException('broken', 'InvalidStateError')
    return whole.apply(this, args)
  })
}

function emptyDatabase(): Promise<void> {
  return new Promise(done => {
    const request = factory.open('hr-auth', 1)
    request.onsuccess = () => {
      request.result.close()
      done()
    }
  })
}
