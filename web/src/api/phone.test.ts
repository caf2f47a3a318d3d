import { expect, test } from 'vitest'
import { inPairs } from './phone'

test.each([
  ['0612345678', '06 12 34 56 78'],
  ['+31 6 12 34 56 78', '06 12 34 56 78'],
  ['0031-(0)6-12345678', '06 12 34 56 78'],
  ['0123 456 789', '0123 45 67 89'],
  ['+32470123456', '+32 47 01 23 45 6'],
  ['+32 470 12 34 56', '+32 47 01 23 45 6'],
  ['+31123456789', '0123 45 67 89'],
  ['06 1234', '06 1234'],
])('%s is read as %s', (typed, shown) =>
  expect(inPairs(typed).replaceAll('\u00a0', ' ')).toBe(shown),
)

test('a number is never broken', () => expect(inPairs('0612345678')).not.toContain(' '))
