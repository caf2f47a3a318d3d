// A day as the screen shows it: what the server said last, with what was tapped here since.
import type { components } from '../../../../api/schema.gen'
import { momentOf } from '../../../../staff/localTime'
import type { Kept } from './taps'

type Schemas = components['schemas']
export type Today = Schemas['Today']
export type Session = Schemas['SessionToday']
export type Person = Schemas['PersonToday']
export type Part = Schemas['PartOfDay']
export type Waiter = Schemas['WaiterToday']
export type Notice = Schemas['NoticeToday']

const minute = 60_000
/** So long before its start a meeting stands under "Nu". */
const soon = 60 * minute
/** So long after a change of the part of the day the last tap can be moved back. */
const after = 15 * minute

/** A day with the taps that its answer does not hold yet. */
export const withTaps = (today: Today, taps: readonly Kept[]): Today =>
  taps.filter(t => t.day === today.day).reduce(tapped, today)

function tapped(today: Today, tap: Kept): Today {
  if (tap.kind === 'visit' && 'dayPart' in tap) {
    const of = partOf(today, tap.dayPart)
    return {
      ...today,
      dayParts: today.dayParts.map(p =>
        p === of ? { ...p, tally: Math.max(0, p.tally + tap.change) } : p,
      ),
    }
  }
  const session = today.sessions.find(s => s.id === tap.session)
  if (!session) return today
  const next = inSession(session, tap)
  return {
    ...today,
    sessions: today.sessions.map(s => (s === session ? next : s)),
    dayParts: today.dayParts.map(p =>
      p.start <= session.start && session.start < p.end
        ? { ...p, ticked: p.ticked + next.here - session.here }
        : p,
    ),
  }
}

/** The part of the day that a tap belongs to: the hours may have changed since. */
const partOf = ({ dayParts }: Today, from: string): Part | undefined =>
  dayParts.findLast(p => p.from <= from) ?? dayParts[0]

function inSession(s: Session, tap: Kept): Session {
  switch (tap.kind) {
    case 'visit':
      return { ...s, tally: Math.max(0, s.tally + tap.change) }
    case 'unnamed': {
      const unnamed = Math.max(0, s.unnamed + tap.change)
      const step = unnamed - s.unnamed
      return {
        ...s,
        unnamed,
        here: s.here + step,
        taken: s.taken + step,
        free: Math.max(0, s.free - step),
      }
    }
    case 'attendance': {
      const before = s.people?.find(p => p.id === tap.registration)
      if (!before) return s
      const came = tap.wanted === 'here' ? (tap.guests ?? before.guests) : before.guests
      const after: Person = { ...before, state: tap.wanted, came }
      return {
        ...s,
        people: s.people!.map(p => (p === before ? after : p)),
        here: s.here + count(after) - count(before),
        open: s.open + Number(after.state === 'open') - Number(before.state === 'open'),
      }
    }
  }
}

const count = (p: Person) => (p.state === 'here' ? 1 + p.came : 0)

export interface Sections {
  now: readonly Session[]
  next: readonly Session[]
  past: readonly Session[]
}

/** What runs or begins within the hour, what comes later, and what was. */
export function sectionsOf({ sessions }: Today, now: number): Sections {
  const over = (s: Session) => Date.parse(s.end) <= now
  const near = (s: Session) => Date.parse(s.start) - now <= soon
  return {
    now: sessions.filter(s => !over(s) && near(s)),
    next: sessions.filter(s => !over(s) && !near(s)),
    past: sessions.filter(over),
  }
}

/** The part of the day in which a tap counts: this one, else the last before, else the first. */
export const partNow = ({ dayParts }: Today, now: number): Part | undefined =>
  dayParts.findLast(p => Date.parse(p.start) <= now) ?? dayParts[0]

/** The part before this one, for as long as a tap may still belong to it. */
export function partBefore(today: Today, now: number): Part | undefined {
  const here = partNow(today, now)
  if (!here || Date.parse(here.start) > now) return undefined
  const at = today.dayParts.indexOf(here)
  return now - Date.parse(here.start) < after ? today.dayParts[at - 1] : undefined
}

/** Of a meeting that ended, or of one that runs: who is neither here nor absent. */
export const openOf = (s: Session): readonly Person[] =>
  (s.people ?? []).filter(p => p.state === 'open')

/**
 * People in the order in which they stood when the list was opened: rows never change place under a
 * thumb, and who came since stands at the end.
 */
export function steady(people: readonly Person[], before: readonly Person[]): Person[] {
  const now = new Map(people.map(p => [p.id, p]))
  const known = new Set(before.map(p => p.id))
  const kept = before.flatMap(b => {
    const p = now.get(b.id)
    return p ? [p] : []
  })
  return [...kept, ...people.filter(p => !known.has(p.id))]
}

/** What may lie on this device: counts, and nobody's name, number or need. */
export const withoutNames = (today: Today): Today => ({
  ...today,
  notices: [],
  sessions: today.sessions.map(({ people: _, line: __, needs: ___, ...s }) => s),
})

/** What was read last, on a day without network; of another day only how it is cut stays. */
export function remembered(read: Today, day: string): Today {
  if (read.day === day) return read
  const on = (wall: string) => momentOf(day, wall.replace('.', ':'))
  return {
    ...read,
    day,
    sessions: [],
    dayParts: read.dayParts.map(p => ({
      ...p,
      start: on(p.from),
      end: on(p.to),
      tally: 0,
      ticked: 0,
    })),
  }
}
