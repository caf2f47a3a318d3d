import { expect, test } from 'vitest'
import { alsoWords, countWords } from './weekWords'

test('a week counts what it has, the week of today what is still to come', () => {
  expect(countWords(0)).toBe('')
  expect(countWords(1)).toBe('1 activiteit in deze week')
  expect(countWords(12)).toBe('12 activiteiten in deze week')
  expect(countWords(12, 12)).toBe('12 activiteiten in deze week')
  expect(countWords(12, 3)).toBe('Nog 3 activiteiten in deze week')
  expect(countWords(12, 1)).toBe('Nog 1 activiteit in deze week')
  expect(countWords(12, 0)).toBe('')
})

test('a row names the other days of its activity', () => {
  expect(alsoWords({ also: [], later: false })).toBeUndefined()
  expect(alsoWords({ also: ['2026-12-01'], later: false })).toBe('Ook 1 december')
  expect(alsoWords({ also: ['2026-12-01', '2026-12-08', '2027-01-05'], later: true })).toBe(
    'Ook 1 december, 8 december, 5 januari en later',
  )
})
