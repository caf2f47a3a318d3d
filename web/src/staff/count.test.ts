import { expect, test } from 'vitest'
import { some } from '../api/count'
import { listed, many, people } from './count'

test.each([
  [0, '0 plekken'],
  [1, '1 plek'],
  [2, '2 plekken'],
])('%i: %s', (n, words) =>
  expect([some(n, 'plek', 'plekken'), many(n, '1 plek')]).toEqual([words, words]),
)

test.each([
  ['1 datum staat klaar als concept.', '3 datums staan klaar als concept.'],
  ['Er wordt 1 plek vastgehouden.', 'Er worden 3 plekken vastgehouden.'],
  ['1 tekst of foto om na te kijken.', "3 teksten of foto's om na te kijken."],
  ['1 mens krijgt', '3 mensen krijgen'],
  ['werkt hier nu ook aan.', 'werken hier nu ook aan.'],
])('%s %s', (one, three) => expect([many(1, one), many(3, one)]).toEqual([one, three]))

test.each([
  [0, 'niemand', 'niemand komt'],
  [1, 'één mens', 'iemand komt'],
  [3, '3 mensen', '3 mensen komen'],
])('%i people: %s, %s', (n, alone, come) =>
  expect([people(n), people(n, 'komt')]).toEqual([alone, come]),
)

test('a row of words ends in "en"', () =>
  expect([[], ['Jan'], ['Jan', 'Noor'], ['Jan', 'Noor', 'Sanne']].map(w => listed(w))).toEqual([
    '',
    'Jan',
    'Jan en Noor',
    'Jan, Noor en Sanne',
  ]))
