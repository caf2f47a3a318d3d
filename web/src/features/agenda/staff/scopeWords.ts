// The words of a change in the form of a date, for more dates than that one.
import { many } from '../../../staff/count'
import { capital, day, wall } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { hostName, type HostAccount } from './hostName'

export type NewValues = components['schemas']['NewValues']
type Own = components['schemas']['ValuesDate']['own']

/** Where a date goes: day, times and room, all of them. */
export interface Going {
  day: string
  from: string
  to: string
  room: string
}

/** What somebody changed of a date in its form. */
export interface Changing {
  /** In one line: "Van 13.30 naar 14.00 uur". */
  words: string
  move?: Going | undefined
  /** What tells nobody, as far as it changed. */
  values?: NewValues | undefined
}

const ownValues: Readonly<Record<NonNullable<Own>, string>> = {
  capacity: 'houdt eigen aantal plekken',
  host: 'houdt een eigen gastheer of gastvrouw',
  note: 'houdt een eigen notitie',
  opens: 'houdt een eigen begin van aanmelden',
  closes: 'houdt een eigen einde van aanmelden',
}
export const sayOwnValue = (own: Own) => (own ? ownValues[own] : '')

/** Beside a new time: what else changes, and on how many dates. */
export const sayNewValues = (n: number) => `Het andere verandert op ${many(n, '1 datum.')}`

/** van 13.30 naar 14.00 uur, naar Atelier */
export function sayGoes(was: Going, is: Going): string {
  const time = is.from !== was.from || is.to !== was.to
  return [
    is.day !== was.day && `naar ${day(is.day)}`,
    is.from !== was.from
      ? `van ${wall(was.from)} naar ${wall(is.from)} uur`
      : time && `tot ${wall(is.to)} uur in plaats van ${wall(was.to)} uur`,
    is.room !== was.room && `naar ${is.room}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** 8 plekken, Jan ontvangt */
export const sayValues = (
  { capacity, host, note, opens, closes }: NewValues,
  accounts?: readonly HostAccount[],
): string =>
  [
    capacity !== undefined &&
      (capacity === 0 ? 'geen grens aan de plekken' : many(capacity, '1 plek')),
    host !== undefined &&
      (host ? `${hostName(host, accounts)} ontvangt` : 'ontvangst zoals de activiteit'),
    note !== undefined && (note ? 'andere notitie' : 'geen notitie meer'),
    (opens ?? closes) && 'een andere tijd om aan te melden',
  ]
    .filter(Boolean)
    .join(', ')

/** What changed in the form, with its words; undefined when nothing did. */
export function changingOf(
  was: Going,
  is: Going,
  values: NewValues,
  accounts?: readonly HostAccount[],
): (Changing & { words: string }) | undefined {
  const goes = sayGoes(was, is)
  const quiet = sayValues(values, accounts)
  if (!goes && !quiet) return undefined
  return {
    words: capital([goes, quiet].filter(Boolean).join(', ')),
    ...(goes && { move: is }),
    ...(quiet && { values }),
  }
}
