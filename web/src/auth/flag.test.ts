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
