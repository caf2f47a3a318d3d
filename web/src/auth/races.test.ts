import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  blockedStorage,
  FakeBrowser,
  fakeStorage,
  pass,
  settle,
  user,
  type Tab,
} from '../../test/fakeBrowser'
import type { Lock } from './lock'

let browser: FakeBrowser
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Tokens that are due after ten seconds: many refreshes in little time. */
const due = 10_000
const life = 310
const races = 100

type Store = 'IndexedDB' | 'localStorage' | 'sessionStorage'

/** Two tabs of one person; both find their refresh due at the same moment. */
async function twoTabs(store: Store, lock?: () => Lock): Promise<Tab[]> {
  const where =
    store === 'IndexedDB' ? {} : { indexed: blockedStorage as unknown as () => IDBFactory }
  const noor = { ...user({}, store === 'sessionStorage'), expiresAt: Date.now() + life * 1000 }
  browser.identity.life = life
  const sessions = [fakeStorage(), fakeStorage()] // of a duplicated tab: each its own copy
  for (const session of sessions) await browser.keep(noor, browser.tab({ session, ...where }))
  const tabs = sessions.map(session =>
    browser.tab({ session, ...where, ...(lock ? { lock: lock() } : {}) }),
  )
  for (const tab of tabs) {
    await tab.auth.start()
    await settle()
    expect(tab.auth.user?.uid).toBe(noor.uid)
  }
  return tabs
}

/** Steps of a tenth of a second: answers of the other tab arrive in between. */
async function race(tabs: Tab[], times: number): Promise<void> {
  for (
    let gone = 0;
    browser.identity.refreshes < times && !browser.identity.lost && gone < 2 * times * due;
    gone += 100
  )
    await pass(100)
  await pass(due / 2, 100)
  expect(tabs.every(t => t.auth.user?.idToken === tabs[0]!.auth.user?.idToken)).toBe(true)
}

describe('100 refreshes of two tabs at once', () => {
  it.each<Store>(['IndexedDB', 'localStorage', 'sessionStorage'])(
    'lose no session, with the person in %s',
    async store => {
      const tabs = await twoTabs(store)
      await race(tabs, races)
      expect([browser.identity.lost, browser.identity.refreshes]).toEqual([false, races])
      expect(tabs.map(t => t.auth.user?.refreshToken)).toEqual([
        browser.identity.valid,
        browser.identity.valid,
      ])
      expect(tabs.flatMap(t => t.log)).toEqual([])
    },
    20_000,
  )

  it('lose no session without navigator.locks', async () => {
    const tabs = await twoTabs('localStorage', () => browser.election())
    await race(tabs, races)
    expect([browser.identity.lost, browser.identity.refreshes]).toEqual([false, races])
  }, 20_000)

  it.each<Store>(['IndexedDB', 'localStorage', 'sessionStorage'])(
    'control: without the lock the session in %s is lost',
    async store => {
      const tabs = await twoTabs(store, () => run => run())
      await race(tabs, races)
      expect(browser.identity.lost).toBe(true)
    },
    20_000,
  )
})

it('100 calls of two tabs that all find their session gone lose nothing either', async () => {
  const tabs = await twoTabs('IndexedDB')
  for (let i = 0; i < 50; i++) {
    browser.server.session = null
    const answers = await Promise.all(tabs.map(t => t.auth.fetch('/api/today')))
    expect(answers.map(a => a.status)).toEqual([200, 200])
  }
  expect(browser.identity.lost).toBe(false)
})
