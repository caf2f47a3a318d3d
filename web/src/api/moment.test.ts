import { expect, test } from 'vitest'
import {
  capital,
  clock,
  date,
  day,
  fullDay,
  money,
  range,
  span,
  weekday,
  weekdayNumber,
} from './moment'

test('the digits of the Amsterdam clock are shown, whatever zone the reader is in', () => {
  for (const moment of ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00']) {
    expect(fullDay(moment)).toBe('zondag 25 oktober 2026')
    expect(clock(moment)).toBe('2.30')
  }
  expect(span('2026-11-24T09:05:00+01:00', '2026-11-24T17:00:00+01:00')).toBe('9.05 tot 17.00 uur')
})

test('a day reads the same from a day and from a moment', () => {
  expect(day('2026-12-09')).toBe('woensdag 9 december')
  expect(day('2026-12-09T23:00:00+01:00')).toBe('woensdag 9 december')
  expect(date('2027-01-04')).toBe('4 januari')
})

test('weekdays are right around leap days and the turn of the year', () => {
  expect(weekday('2028-02-29')).toBe('dinsdag')
  expect(weekday('2026-12-31')).toBe('donderdag')
  expect(weekday('2027-01-01')).toBe('vrijdag')
  expect([1, 2, 3, 4, 5, 6, 7].map(weekdayNumber).join(' ')).toBe(
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  )
})

test('a range names month and year only where they differ', () => {
  expect(range('2026-11-23', '2026-11-29')).toEqual(['23', '29 november'])
  expect(range('2026-11-30', '2026-12-06')).toEqual(['30 november', '6 december'])
  expect(range('2026-12-28', '2027-01-03')).toEqual(['28 december 2026', '3 januari 2027'])
})

test('money is gratis, whole euros, or two decimals after a comma', () => {
  expect(money(0)).toBe('gratis')
  expect(money(400)).toBe('€\u00a04')
  expect(money(250)).toBe('€\u00a02,50')
  expect(money(1205)).toBe('€\u00a012,05')
})

test('only the first letter becomes a capital', () =>
  expect(capital('maandag 4 januari')).toBe('Maandag 4 januari'))

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no other file writes a time: all of them go through clock, span or wall', () => {
  const own = /\b0\d\.\d\d (uur|tot)|\{[\w.]*\b(from|until|to)\} (uur|tot )|slice\(11, 13\)}/
  const found = Object.entries(sources).flatMap(([file, text]) =>
    /moment|\.test\.|gen\.ts/.test(file)
      ? []
      : text
          .split('\n')
          .flatMap(l => (own.test(l) && !/t\/m|tot en met|\/\//.test(l) ? [`${file}: ${l}`] : [])),
  )
  expect(found).toEqual([])
})
