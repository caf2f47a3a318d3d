import { expect, test } from 'vitest'
import { sayGone, sayKind } from './words'

test('what goes is said as a number with its kind', () => {
  expect(sayKind({ kind: 'registrations', n: 14 })).toBe('14 aanmeldingen')
  expect(sayKind({ kind: 'entries', n: 1 })).toBe('1 plek op een wachtlijst')
})

test('the last night is one number', () => {
  expect(sayGone([])).toBe('Afgelopen nacht: 0 dingen gewist')
  expect(sayGone([{ kind: 'messages', n: 1 }])).toBe('Afgelopen nacht: 1 ding gewist')
})
