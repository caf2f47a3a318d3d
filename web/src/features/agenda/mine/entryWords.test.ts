import { describe, expect, it } from 'vitest'
import { aheadWords, aloneWords, answerWords, stateWords } from './entryWords'
import type { Entry } from './holder'

const date = { day: '2025-11-25', status: 'waitlist' } as Entry['date']
const offer = { id: 'o', seats: 1, until: '2025-11-19T16:10:00+01:00' }
const words = (state: Entry['state'], more: Partial<Entry> = {}) =>
  stateWords({ state, date, ...more })

describe('the words of a waitlist entry', () => {
  it('name day and moment of an offer', () => {
    expect(words('offered', { offer })).toBe(
      'Er is een plek voor je op dinsdag 25 november 2025. ' +
        'We houden hem voor je vast tot woensdag 19 november 2025 16.10 uur.',
    )
  })

  it.each([
    ['waiting', 'Je staat op de wachtlijst.'],
    ['accepted', 'Je hebt de plek.'],
    ['declined', 'Je hebt nee gezegd. Prima. Je bent altijd weer welkom.'],
    ['expired', 'De plek is nu voor iemand anders.'],
    ['unreached', 'We konden je niet bereiken.'],
    ['left', 'Je staat niet meer op de lijst.'],
  ] as const)('%s: %s', (state, text) => expect(words(state)).toBe(text))

  it('say why a list is closed', () => {
    expect(words('closed')).toBe('De wachtlijst is gesloten.')
    expect(
      words('closed', {
        date: { ...date, status: 'cancelled', changeReason: 'De begeleider is ziek.' },
      }),
    ).toBe('De wachtlijst is gesloten. De activiteit gaat niet door. De begeleider is ziek.')
  })
})

it('never names a place in the line', () => {
  expect(aheadWords(0)).toBe('Er zijn minder dan 5 mensen vóór je.')
  expect(aheadWords(10)).toBe('Er zijn ongeveer 10 mensen vóór je.')
})

it('asks somebody with a guest to come alone when one place is free', () => {
  expect(aloneWords({ guests: 1, offer })).toBe('Er is één plek vrij. Kom je alleen?')
  expect(aloneWords({ guests: 0, offer })).toBeUndefined()
  expect(aloneWords({ guests: 1, offer: { ...offer, seats: 2 } })).toBeUndefined()
})

describe('after an answer', () => {
  it.each([
    ['accepted', 'accepted', 'Gelukt! Je plek is geregeld.'],
    ['declined', 'declined', 'Dank je wel voor je bericht. Je bent altijd weer welkom.'],
    ['deferred', 'waiting', 'Je blijft op de lijst. Deze plek gaat nu naar iemand anders.'],
    ['left', 'left', 'Je staat niet meer op de lijst.'],
  ] as const)('%s', (kind, state, text) => expect(answerWords(kind, state)).toBe(text))

  it('an answer that came too late says so', () => {
    expect(answerWords('late', 'waiting')).toBe(
      'De plek is nu voor iemand anders. Je staat weer op de lijst.',
    )
    expect(answerWords('late', 'expired')).toBe('De plek is nu voor iemand anders.')
  })
  it('nothing is said on an ordinary visit', () =>
    expect(answerWords(undefined, 'waiting')).toBeUndefined())
})
