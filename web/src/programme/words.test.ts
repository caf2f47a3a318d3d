import { expect, test } from 'vitest'
import {
  dayWords,
  lookOf,
  movedWords,
  otherRoom,
  otherTime,
  seriesWords,
  statusWords,
} from './words'

test('every status has the words of the programme', () => {
  expect(statusWords({ status: 'walkin' }).words).toBe('Inloop')
  expect(statusWords({ status: 'open' }).words).toBe('Aanmelden')
  expect(statusWords({ status: 'few', free: 1 }).words).toBe('Nog 1 plek')
  expect(statusWords({ status: 'few', free: 3 }).words).toBe('Nog 3 plekken')
  expect(statusWords({ status: 'waitlist' }).words).toBe('Vol: wachtlijst')
  expect(statusWords({ status: 'notOpen', opensAt: '2026-12-01T09:00:00+01:00' }).words).toBe(
    'Aanmelden kan vanaf dinsdag 1 december 2026',
  )
  expect(statusWords({ status: 'cancelled' }).words).toBe('Gaat niet door')
  expect(statusWords({ status: 'done' }).words).toBe('Deze activiteit is geweest')
})

test('who cannot sign up reads what still can be done', () => {
  expect(statusWords({ status: 'full' }, true)).toEqual({
    words: 'Vol',
    more: 'De wachtlijst is ook vol. Bel ons gerust.',
  })
  expect(statusWords({ status: 'full' }, false)).toEqual({ words: 'Vol', more: 'Bel ons gerust.' })
  const closed = statusWords({ status: 'closed' })
  expect(`${closed.words} ${closed.more}`).toBe(
    'Aanmelden kan niet meer. Bel ons, misschien is er nog plek.',
  )
  const staff = statusWords({ status: 'staffOnly' })
  expect(`${staff.words} ${staff.more}`).toBe('Instappen kan nu alleen in overleg. Bel ons.')
})

test('a moved date names what changed', () => {
  const [start, end] = ['2026-12-09T19:30:00+01:00', '2026-12-09T21:30:00+01:00']
  const moved = (from: string, room: string) =>
    movedWords({
      start,
      end,
      room: 'Grote tafel',
      moved: { start: from, end: from === start ? end : from, room },
    })
  expect(moved(start, 'Huiskamer')).toBe('Verplaatst naar Grote tafel')
  expect(moved('2026-12-07T19:30:00+01:00', 'Grote tafel')).toBe(
    'Verplaatst naar woensdag 9 december',
  )
  expect(moved('2026-12-07T19:30:00+01:00', 'Huiskamer')).toBe(
    'Verplaatst naar woensdag 9 december, Grote tafel',
  )
  expect(movedWords({ start, end, room: 'Grote tafel' })).toBeUndefined()
})

test('a series says how long it is and how far', () => {
  expect(seriesWords({ kind: 'series', session: 4, sessions: 8 })).toBe('Reeks van 8, nu de 4e')
  expect(seriesWords({ kind: 'series', session: 1, sessions: 8 })).toBe('Reeks van 8')
  expect(seriesWords({ kind: 'date', session: 1, sessions: 1 })).toBeUndefined()
})

test('today and tomorrow are words before the full day', () => {
  expect(dayWords({ day: '2026-11-24', dayLabel: 'today' })).toBe('Vandaag, dinsdag 24 november')
  expect(dayWords({ day: '2026-11-26' })).toBe('donderdag 26 november')
})

test('what did not change is not struck through', () => {
  const line = {
    start: '2026-12-09T19:30:00+01:00',
    end: '2026-12-09T21:30:00+01:00',
    room: 'Grote tafel',
  }
  const toRoom = { ...line, moved: { start: line.start, end: line.end, room: 'Huiskamer' } }
  expect([otherTime(toRoom), otherRoom(toRoom)]).toEqual([false, true])
  const toTime = {
    ...line,
    moved: {
      start: '2026-12-07T19:30:00+01:00',
      end: '2026-12-07T21:30:00+01:00',
      room: line.room,
    },
  }
  expect([otherTime(toTime), otherRoom(toTime)]).toEqual([true, false])
  expect([otherTime(line), otherRoom(line)]).toEqual([false, false])
})

test('one colour for each meaning', () => {
  const table = {
    you: [
      { status: 'walkin', now: true },
      { status: 'few', now: true },
    ],
    come: [{ status: 'walkin' }],
    join: [{ status: 'open' }, { status: 'few' }, { status: 'notOpen' }],
    else: [
      ...['waitlist', 'full', 'closed', 'staffOnly', 'cancelled'].map(status => ({ status })),
      { status: 'cancelled', now: true },
      { status: 'open', moved: { room: 'Huiskamer' } },
    ],
    '': [{ status: 'done' }, { status: 'done', moved: {} }],
  } as unknown as Record<string, Parameters<typeof lookOf>[0][]>
  for (const [look, dates] of Object.entries(table))
    for (const date of dates) expect(lookOf(date), JSON.stringify(date)).toBe(look)
})
