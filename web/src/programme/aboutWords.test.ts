import { expect, test } from 'vitest'
import { audienceWords, costHelp, costWords } from './aboutWords'

test('cost comes with its note', () => {
  expect(costWords({ cost: 100, costNote: 'voor materiaal' })).toBe('€\u00a01 voor materiaal')
  expect(costWords({ cost: 0 })).toBe('gratis')
})

test('money is spoken of only where something costs money', () => {
  expect(costHelp({ cost: 250 })).toBe(' Geld mag geen reden zijn. Vraag ernaar.')
  expect(costHelp({ cost: 0 })).toBe('')
})

test.each([
  [['everyone'], 'Voor iedereen.'],
  [['everyone', 'firstTimers'], 'Voor iedereen, ook als je voor het eerst komt.'],
  [
    ['everyone', 'relatives'],
    'Voor iedereen en voor naasten. Een naaste is familie, een partner, een vriend of een buur.',
  ],
  [
    ['youngAdults', 'firstTimers', 'volunteers'],
    'Voor mensen van 18 t/m 30 jaar, voor mensen die voor het eerst komen en voor vrijwilligers.',
  ],
] as const)('%s is one Dutch sentence', (audience, words) =>
  expect(audienceWords(audience)).toBe(words),
)
