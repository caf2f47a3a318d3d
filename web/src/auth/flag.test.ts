// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { staffFlag } from './flag'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

it('outlives the tab, except on a shared computer', () => {
  staffFlag.raise(false)
  expect([localStorage.length, sessionStorage.length, staffFlag.get()]).toEqual([1, 0, true])
  staffFlag.raise(true)
  expect([localStorage.length, sessionStorage.length, staffFlag.get()]).toEqual([0, 1, true])
})

it('that is up stays up while it is raised again: another tab never sees it gone', () => {
  const seen: boolean[] = []
  const watched = () => {
    const kept = new Map<string, string>()
    const look = () => void seen.push(staffFlag.get())
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => {
        kept.set(key, text)
        look()
      },
      removeItem: (key: string) => {
        kept.delete(key)
        look()
      },
    }
  }
  vi.stubGlobal('localStorage', watched())
  vi.stubGlobal('sessionStorage', watched())
  for (const shared of [false, false, true, true, false]) staffFlag.raise(shared)
  expect(seen).toEqual(Array(10).fill(true))
})

it('is gone after signing out, wherever it was', () => {
  localStorage.setItem('hr:staff', '1')
  sessionStorage.setItem('hr:staff', '1')
  staffFlag.drop()
  expect([localStorage.length, sessionStorage.length, staffFlag.get()]).toEqual([0, 0, false])
})

it('says nothing about the person', () => {
  staffFlag.raise(false)
  expect(Object.entries(localStorage)).toEqual([['hr:staff', '1']])
})

it('tells of changes here and in other tabs, until nobody listens', () => {
  const changed = vi.fn()
  const stop = staffFlag.subscribe(changed)
  staffFlag.raise(false)
  dispatchEvent(new Event('storage'))
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  staffFlag.drop()
  dispatchEvent(new Event('storage'))
  expect(changed).toHaveBeenCalledTimes(2)
})

it('is down, without an error, in a browser that refuses storage', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  staffFlag.raise(false)
  staffFlag.drop()
  expect(staffFlag.get()).toBe(false)
})

function refuse() {
  throw new DOMException('no', 'SecurityError')
}
