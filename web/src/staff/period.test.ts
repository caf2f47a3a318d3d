import { expect, it } from 'vitest'
import { periodOf } from './period'

it.each([
  ['week', '2026-11-23', '2026-11-23', '2026-11-29', '2026-11-16'],
  ['week', '2026-11-29', '2026-11-23', '2026-11-29', '2026-11-16'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-03', '2026-12-21'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01'],
  ['month', '2027-01-31', '2027-01-01', '2027-01-31', '2026-12-01'],
  ['quarter', '2026-11-24', '2026-10-01', '2026-12-31', '2026-07-01'],
  ['quarter', '2027-03-31', '2027-01-01', '2027-03-31', '2026-10-01'],
  ['year', '2026-06-30', '2026-01-01', '2026-12-31', '2025-01-01'],
] as const)('the %s of %s runs from %s to %s', (span, day, from, until, earlier) => {
  expect(periodOf(span, day)).toEqual({ from, until })
  expect(periodOf(span, day, true).from).toBe(earlier)
})
