import { expect, test } from 'vitest'
import type { Line } from '../../../programme/words'
import { asOfWords, monthName, paperStatus } from './paper'

const line = (more: Partial<Line>) =>
  ({ kind: 'date', session: 1, sessions: 1, status: 'open', ...more }) as Line

test('paper says in words what the screen shows in badges', () => {
  expect(paperStatus(line({ status: 'walkin' }))).toBe('Inloop')
  expect(paperStatus(line({ kind: 'series', session: 4, sessions: 8, status: 'waitlist' }))).toBe(
    'Vol: wachtlijst · Reeks van 8, nu de 4e',
  )
  expect(paperStatus(line({ status: 'closed' }))).toBe(
    'Aanmelden kan niet meer. Bel ons, misschien is er nog plek.',
  )
  expect(paperStatus(line({ status: 'cancelled' }))).toBe('')
})

test('a sheet names its month and the moment of which it is true', () => {
  expect(monthName('2026-11-01')).toBe('november 2026')
  expect(asOfWords('2026-11-24T10:05:00+01:00')).toBe(
    'Stand van dinsdag 24 november 2026, 10.05 uur',
  )
})
