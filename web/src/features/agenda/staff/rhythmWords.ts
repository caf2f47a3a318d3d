// The rule of an activity as its editor changes it.
import { many } from '../../../staff/count'
import { fullDay, weekdayNumber } from '../../../api/moment'
import type { Activity, NewDate, NewSession, Rhythm, RhythmDate } from './model'
import { hours } from './model'

/** What "Hoe vaak?" offers. */
export type HowOften = 'once' | 'week' | 'weeks' | 'month' | 'loose'

export const often = [
  ['once', 'Eén keer'],
  ['week', 'Elke week'],
  ['weeks', 'Om de … weken'],
  ['month', 'Elke maand', 'Zoals: de tweede woensdag, of de 15e.'],
  ['loose', 'Losse datums'],
] as const

/** 1 to 7, Monday first, of a day. */
export const weekdayOf = (day: string) => new Date(day + 'T00:00:00Z').getUTCDay() || 7

/** A date of which only the day and the times are filled in: a rule can say the same. */
const plain = (n: NewDate | undefined): NewSession | undefined => {
  if (!n || n.sessions.length !== 1) return undefined
  const { id: _, sessions: __, ...own } = n
  const empty = Object.values(own).every(v => v === undefined || v === '')
  return empty && !n.sessions[0]!.room ? n.sessions[0] : undefined
}

/**
 * The document with another answer to "Hoe vaak?". What was typed of the one plain date becomes the
 * begin of the rule, and the other way round.
 */
export function chosen(doc: Activity, how: HowOften, today: string, usual?: NewSession): Activity {
  const { rhythm, ...rest } = doc
  if (how === 'once' || how === 'loose') {
    if (doc.newDates.length > 0 || how === 'loose' || !rhythm) return rest
    return { ...rest, newDates: [] }
  }
  const typed = doc.newDates.length === 1 ? plain(doc.newDates[0]) : undefined
  const base: Rhythm = rhythm ?? {
    every: 'week',
    days: typed?.day ? [weekdayOf(typed.day)] : [],
    from: typed?.from || usual?.from || '',
    to: typed?.to || usual?.to || '',
    first: typed?.day || today,
    end: 'open',
  }
  return {
    ...rest,
    newDates: typed ? [] : doc.newDates,
    rhythm: how === 'month' ? monthly(base) : weekly(base, how === 'week' ? 1 : 2),
  }
}

function weekly(r: Rhythm, weeks: number): Rhythm {
  const { monthDay: _, nth: __, ...rest } = r
  return { ...rest, every: 'week', weeks }
}

function monthly(r: Rhythm): Rhythm {
  const { weeks: _, ...rest } = r
  return { ...rest, every: 'month', nth: r.nth ?? 1, days: r.days.slice(0, 1) }
}

/** Without the fields that are undefined: the document holds what is said, and nothing else. */
export const changed = (r: Rhythm, next: { [K in keyof Rhythm]?: Rhythm[K] | undefined }): Rhythm =>
  Object.fromEntries(
    Object.entries({ ...r, ...next }).filter(([, v]) => v !== undefined),
  ) as unknown as Rhythm

const nths: Readonly<Record<string, string>> = {
  1: 'eerste',
  2: 'tweede',
  3: 'derde',
  4: 'vierde',
  '-1': 'laatste',
}

/** What a version said, beside another: the sentence itself comes from the server. */
export function sayRhythm(of: unknown): string {
  const r = of as Rhythm | undefined
  if (!r) return 'Losse datums'
  const days = r.days.map(weekdayNumber).join(', ')
  const how =
    r.every === 'month'
      ? `Elke maand, de ${r.monthDay ? `${r.monthDay}e` : (nths[String(r.nth)] ?? 'eerste')}`
      : (r.weeks ?? 1) > 1
        ? `Elke ${r.weeks} weken`
        : 'Elke week'
  const nth = r.every === 'month' && !r.monthDay
  return [
    nth ? `${how} ${days}` : how,
    !nth && days,
    hours(r),
    r.first && `vanaf ${fullDay(r.first)}`,
    r.until && `tot en met ${fullDay(r.until)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What becomes of a date, beside its day; nothing when it stays as it is. */
export function sayWhat({ what, from, to }: RhythmDate, first: boolean): string | undefined {
  switch (what) {
    case 'new':
      return first ? undefined : 'komt erbij'
    case 'stays':
      return undefined
    case 'loose':
      return 'staat er al'
    case 'own':
      return `houdt eigen tijd: ${hours({ from, to })}`
    case 'moves':
      return `wordt ${hours({ from, to })}`
    case 'keepsTime':
      return `houdt ${hours({ from, to })}`
    case 'outside':
      return 'valt buiten het ritme'
    case 'goes':
      return 'verdwijnt'
    case 'cancelled':
      return 'gaat niet door'
  }
}

/** "9 datums zonder mensen verdwijnen. 2 datums met mensen blijven staan." */
export function sayChanges(items: readonly RhythmDate[]): string {
  const n = (...whats: RhythmDate['what'][]) => items.filter(i => whats.includes(i.what)).length
  const say = (count: number, one: string) => count > 0 && many(count, `1 datum ${one}.`)
  return [
    say(n('goes'), 'zonder mensen verdwijnt'),
    say(n('outside', 'keepsTime'), 'met mensen blijft staan'),
    say(n('moves'), 'zonder mensen krijgt een andere tijd'),
    say(n('new'), 'komt erbij'),
  ]
    .filter(Boolean)
    .join(' ')
}
