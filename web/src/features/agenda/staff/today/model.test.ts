import { describe, expect, it } from 'vitest'
import {
  openOf,
  partBefore,
  partNow,
  sectionsOf,
  steady,
  withoutNames,
  withTaps,
  type Session,
} from './model'
import {
  at,
  dayOf as day,
  personOf as person,
  sessionOf as session,
} from '../../../../../test/daySample'
import type { Kept, Tap } from './taps'

const when = (time: string) => Date.parse(at(time))

let no = 0
const tap = (t: Tap): Kept => ({
  ...t,
  no: ++no,
  tapId: String(no),
  tapper: { uid: 'jan', proof: 'p' },
  at: 0,
})

describe('a day with taps', () => {
  const atelier = session('ses_1', '13:30', '16:00', {
    people: [person('anja', { guests: 2 }), person('bo')],
  })

  it('counts people with who came along, in the part in which the meeting begins', () => {
    const says = (registration: string, wanted: 'here' | 'open' | 'absent', guests?: number) =>
      tap({
        kind: 'attendance',
        day: '2026-11-24',
        session: 'ses_1',
        registration,
        wanted,
        ...(guests !== undefined && { guests }),
      })
    let next = withTaps(day([atelier]), [says('anja', 'here'), says('bo', 'absent')])
    expect([next.sessions[0]!.here, next.sessions[0]!.open, next.dayParts[1]!.ticked]).toEqual([
      3, 0, 3,
    ])
    next = withTaps(next, [says('anja', 'here', 1)])
    expect([next.sessions[0]!.here, next.dayParts[1]!.ticked]).toEqual([2, 2])
    next = withTaps(next, [says('anja', 'open'), says('gone', 'here')])
    expect([next.sessions[0]!.here, next.sessions[0]!.open, next.dayParts[1]!.ticked]).toEqual([
      0, 1, 0,
    ])
    expect(openOf(next.sessions[0]!).map(p => p.id)).toEqual(['anja'])
  })

  it('never counts below nothing, and keeps a tap of other hours', () => {
    const visit = (dayPart: string, change: 1 | -1) =>
      tap({ kind: 'visit', day: '2026-11-24', dayPart, change })
    const next = withTaps(day([]), [
      visit('13.30', -1),
      visit('13.30', 1),
      visit('14.00', 1),
      visit('09.00', 1),
    ])
    expect(next.dayParts.map(p => p.tally)).toEqual([1, 2])
    expect(
      withTaps(next, [tap({ kind: 'visit', day: '2026-11-23', dayPart: '10.00', change: 1 })]),
    ).toBe(next)
  })

  it('takes a place for somebody without a name', () => {
    const one = (change: 1 | -1) =>
      tap({ kind: 'unnamed', day: '2026-11-24', session: 'ses_1', change })
    const [s] = withTaps(day([atelier]), [one(-1), one(1), one(1)]).sessions
    expect([s!.unnamed, s!.here, s!.taken, s!.free]).toEqual([2, 2, 5, 7])
  })
})

describe('the clock', () => {
  const morning = session('a', '10:00', '12:00')
  const atelier = session('b', '13:30', '16:00')
  const dinner = session('c', '17:00', '19:00')
  const ids = (all: readonly Session[]) => all.map(s => s.id).join('')
  it.each([
    ['09:00', 'a', 'bc', ''],
    ['11:59', 'a', 'bc', ''],
    ['12:00', '', 'bc', 'a'],
    ['12:30', 'b', 'c', 'a'],
    ['16:00', 'c', '', 'ab'],
    ['23:00', '', '', 'abc'],
  ])('says at %s what is now, next and past', (time, now, next, past) => {
    const got = sectionsOf(day([morning, atelier, dinner]), when(time))
    expect([ids(got.now), ids(got.next), ids(got.past)]).toEqual([now, next, past])
  })

  it.each([
    ['08:00', 'morning', undefined],
    ['10:05', 'morning', undefined],
    ['13:29', 'morning', undefined],
    ['13:30', 'afternoon', 'morning'],
    ['13:44', 'afternoon', 'morning'],
    ['13:45', 'afternoon', undefined],
    ['21:00', 'afternoon', undefined],
  ])(
    'says at %s in which part a visit counts, and which one it may belong to',
    (time, now, before) => {
      expect(partNow(day([]), when(time))?.part).toBe(now)
      expect(partBefore(day([]), when(time))?.part).toBe(before)
    },
  )
})

describe('a list of people', () => {
  it('keeps its rows where they are, with the letters that the server gives', () => {
    const first = [person('anja', { letter: 'A' }), person('anja2', { letter: 'A' }), person('zus')]
    const anja2 = person('anja2', { letter: 'B' })
    const later = steady([person('aart'), anja2, person('zus')], first)
    expect(later.map(p => p.id + (p.letter ?? ''))).toEqual(['anja2B', 'zus', 'aart'])
  })
})

it('nothing that lies on the device names anybody', () => {
  const full = day([
    session('ses_1', '13:30', '16:00', {
      people: [
        person('reg_1', { firstName: 'Xaviera', phone: '06 12 34 56 78', support: 'Ypsilon' }),
      ],
      line: [{ id: 'wle_1', firstName: 'Quirine', seats: 1 }],
      needs: { other: ['Zilvervisvrij'] },
    }),
  ])
  const text = JSON.stringify(withoutNames(full))
  expect(text).toContain('Creatief atelier')
  for (const name of ['Xaviera', '06 12', 'Ypsilon', 'Quirine', 'Zilvervisvrij', 'reg_1'])
    expect(text).not.toContain(name)
})
