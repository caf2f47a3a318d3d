import { expect, test } from 'vitest'
import { sayComing } from './words'

test('a row of activities says weekday, next date and how many', () => {
  const next = '2026-12-01T09:30:00+01:00'
  expect(sayComing({ activity: 'act_1', next, sessions: 8 })).toBe(
    'Dinsdag 1 december, 9.30 uur. Nog 8 keer.',
  )
  expect(sayComing(undefined)).toBe('Geen datum meer.')
})
