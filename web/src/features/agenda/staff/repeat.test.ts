import { expect, it } from 'vitest'
import { most, repeated } from './repeat'

const first = { day: '2027-03-21', from: '13.30', to: '16.00' }

it('keeps the time on the wall across summer time', () => {
  expect(repeated(first, 1, '2027-04-04')).toEqual([
    { ...first, day: '2027-03-28' },
    { ...first, day: '2027-04-04' },
  ])
})

it('counts weeks over the end of a year, and stops at the last day', () => {
  expect(repeated({ ...first, day: '2026-12-15' }, 2, '2027-01-26').map(s => s.day)).toEqual([
    '2026-12-29',
    '2027-01-12',
    '2027-01-26',
  ])
  expect(repeated({ ...first, day: '2026-12-15' }, 2, '2027-01-25')).toHaveLength(2)
})

it('makes nothing of what is not filled in, and no endless row', () => {
  expect(repeated({ ...first, day: '' }, 1, '2027-04-04')).toEqual([])
  expect(repeated(first, 1, '')).toEqual([])
  expect(repeated(first, 0, '2027-04-04')).toEqual([])
  expect(repeated(first, Number.NaN, '2027-04-04')).toEqual([])
  expect(repeated(first, 1, '2099-01-01')).toHaveLength(most)
})
