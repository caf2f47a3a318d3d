import { expect, test } from 'vitest'
import { door } from './openNow'

type Now = Parameters<typeof door>[0]
const phone = '0123 45 67 89'
const said = (now: Omit<Now, 'also'>, againFirst = false) => {
  const { lead, rest } = door({ ...now, also: [] }, phone, againFirst)
  return `${lead}. ${rest}`.trim()
}
const monday = { day: '2026-11-30', label: 'weekday', from: '13.00', to: '17.00' } as const

test('the line on the door has its words', () => {
  expect(said({ state: 'open', until: '17.00' })).toBe('Nu open tot 17.00 uur.')
  expect(said({ state: 'later', from: '13.00', to: '17.00' })).toBe(
    'Vandaag open van 13.00 tot 17.00 uur.',
  )
  expect(said({ state: 'after', next: monday })).toBe(
    'We zijn nu dicht. Maandag zijn we weer open van 13.00 tot 17.00 uur.',
  )
  expect(said({ state: 'closed', next: { ...monday, label: 'tomorrow' } })).toBe(
    'Vandaag zijn we dicht. Morgen zijn we weer open van 13.00 tot 17.00 uur.',
  )
  expect(said({ state: 'closed', next: { ...monday, day: '2027-01-04', label: 'date' } })).toBe(
    'Vandaag zijn we dicht. Maandag 4 januari zijn we weer open van 13.00 tot 17.00 uur.',
  )
  expect(said({ state: 'away' })).toBe(
    'We zijn voorlopig dicht. Bel 0123 45 67 89 als je iets wilt weten.',
  )
})

test('on the first page the day on which the door opens again comes first', () => {
  expect(said({ state: 'closed', reason: 'Teamdag.', next: monday }, true)).toBe(
    'Maandag zijn we weer open van 13.00 tot 17.00 uur. Vandaag zijn we dicht: Teamdag.',
  )
  expect(said({ state: 'closed', next: { ...monday, label: 'tomorrow' } }, true)).toBe(
    'Morgen zijn we weer open van 13.00 tot 17.00 uur. Vandaag zijn we dicht.',
  )
  expect(said({ state: 'after', next: monday }, true)).toBe(
    'Maandag zijn we weer open van 13.00 tot 17.00 uur. We zijn nu dicht.',
  )
  expect(said({ state: 'open', until: '17.00' }, true)).toBe('Nu open tot 17.00 uur.')
  expect(said({ state: 'away' }, true)).toBe(
    'We zijn voorlopig dicht. Bel 0123 45 67 89 als je iets wilt weten.',
  )
})

test('a part of the day that is closed is told under the line', () => {
  const notes = (partClosed: Now['partClosed']) =>
    door({ state: 'open', until: '17.00', also: [], partClosed }, phone).notes
  expect(notes({ part: 'morning', reason: 'Storing.' })).toEqual([
    'Let op: vanochtend zijn we dicht: Storing.',
  ])
  expect(notes({ part: 'afternoon', reason: '' })).toEqual(['Let op: vanmiddag zijn we dicht.'])
  expect(notes({ part: 'evening', reason: 'We hebben even te weinig mensen' })).toEqual([
    'Let op: vanavond zijn we dicht: We hebben even te weinig mensen.',
  ])
})

test('a reason loses its own full stop', () => {
  expect(said({ state: 'closed', reason: 'Teamdag.', next: monday })).toBe(
    'Vandaag zijn we dicht: Teamdag. Maandag zijn we weer open van 13.00 tot 17.00 uur.',
  )
})

test('an activity outside the opening hours tells to ring', () => {
  const also = [
    {
      title: 'Avond voor naasten',
      start: '2026-12-07T19:30:00+01:00',
      end: '2026-12-07T21:00:00+01:00',
    },
  ]
  expect(door({ state: 'open', until: '17.00', also }, phone).notes).toEqual([
    'Wel vandaag: Avond voor naasten, 19.30 tot 21.00 uur. Bel aan bij de voordeur.',
  ])
})
