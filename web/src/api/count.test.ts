import { expect, test } from 'vitest'
import { people, some } from './count'

test.each([
  [0, '0 plekken'],
  [1, '1 plek'],
  [2, '2 plekken'],
])('%i: %s', (n, words) => expect(some(n, 'plek', 'plekken')).toBe(words))

test.each([
  [0, 'niemand', 'niemand komt'],
  [1, 'één mens', 'iemand komt'],
  [3, '3 mensen', '3 mensen komen'],
])('%i people: %s, %s', (n, many, come) =>
  expect([people(n), people(n, 'komt', 'komen')]).toEqual([many, come]),
)
