import { expect, it } from 'vitest'
import { periodsOf, sayDays, sayPeriod, shortDays, shortPeriod } from './periods'

it.each([
  ['2026-11-23', '2026-11-23', '2026-11-29', '2026-10-01', '2026-10-31', '2026-10-01'],
  ['2026-03-01', '2026-02-23', '2026-03-01', '2026-02-01', '2026-02-28', '2026-01-01'],
  ['2027-01-02', '2026-12-28', '2027-01-03', '2026-12-01', '2026-12-31', '2027-01-01'],
])('on %s the week begins on %s', (today, monday, sunday, first, last, quarter) => {
  const of = Object.fromEntries(periodsOf(today))
  expect(of['Deze week']).toEqual({ from: monday, until: sunday })
  expect(of['Vorige maand']).toEqual({ from: first, until: last })
  expect(of['Dit kwartaal']!.from).toBe(quarter)
})

it('says a period in few words', () => {
  expect(sayPeriod({ from: '2026-10-01', until: '2026-10-31' })).toBe('oktober 2026')
  expect(sayPeriod({ from: '2026-01-01', until: '2026-12-31' })).toBe('2026')
  expect(sayPeriod({ from: '2026-11-16', until: '2026-11-22' })).toBe('16 – 22 november 2026')
  expect(sayPeriod({ from: '2026-12-28', until: '2027-01-03' })).toBe(
    '28 december 2026 – 3 januari 2027',
  )
  expect(sayDays({ from: '2026-11-01', until: '2026-11-01' })).toBe('1 november')
})

it('says it in fewer words where there is little room', () => {
  expect(shortPeriod({ from: '2026-10-01', until: '2026-10-31' })).toBe('okt. 2026')
  expect(shortPeriod({ from: '2026-03-01', until: '2026-03-31' })).toBe('mrt. 2026')
  expect(shortPeriod({ from: '2026-05-01', until: '2026-05-31' })).toBe('mei 2026')
  expect(shortDays({ from: '2026-11-30', until: '2026-12-06' })).toBe('30 nov. – 6 dec.')
})
