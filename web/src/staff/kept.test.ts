// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { kept } from './kept'
import { sayMoment } from './words'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

it('keeps a text under a name that the sign-in part removes with the person', () => {
  const typed = kept('proef')
  expect(typed.read()).toBeUndefined()
  typed.keep('een half verhaal')
  expect(typed.read()).toBe('een half verhaal')
  expect(Object.keys(sessionStorage)).toEqual(['hr.staff.proef'])
  typed.keep('')
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('keeps nothing and says nothing in a browser that refuses storage', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  const typed = kept('proef')
  typed.keep('een half verhaal')
  typed.drop()
  expect(typed.read()).toBeUndefined()
})

it('names the year of a moment only when it is another one', () => {
  expect(sayMoment('2026-11-24T09:05:00+01:00', '2026-12-01T10:00:00+01:00')).toBe(
    'dinsdag 24 november om 9.05 uur',
  )
  expect(sayMoment('2025-12-31T08:00:00+01:00', '2026-01-01T10:00:00+01:00')).toBe(
    'woensdag 31 december 2025 om 8.00 uur',
  )
})
