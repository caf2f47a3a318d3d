import { capital, day } from '../../../api/moment'
import type { Site } from '../../../pages'

type Exception = Site['exceptions'][number]

/** Days after each other on which the door stays shut. */
export interface Closure {
  first: string
  last: string
  reason: string
}

/** Those among the days that differ from the usual hours, in their order. */
export function closures(exceptions: readonly Exception[]): Closure[] {
  const out: Closure[] = []
  for (const e of exceptions.filter(x => x.blocks.length === 0)) {
    const before = out.at(-1)
    if (
      before &&
      after(before.last) === e.day &&
      (!e.reason || !before.reason || e.reason === before.reason)
    )
      Object.assign(before, { last: e.day, reason: before.reason || (e.reason ?? '') })
    else out.push({ first: e.day, last: e.day, reason: e.reason ?? '' })
  }
  return out
}

const after = (d: string) =>
  new Date(Date.parse(d + 'T12:00:00Z') + 86_400_000).toISOString().slice(0, 10)

/** vrijdag 25 december · donderdag 24 december tot en met zaterdag 26 december */
export const sayDays = ({ first, last }: Closure) =>
  first === last ? day(first) : `${day(first)} tot en met ${day(last)}`

/**
 * A text for it, for somebody to read and publish: everybody sees it, from today until the last day
 * is over.
 */
export function textFor(c: Closure, today: string) {
  const one = c.first === c.last
  const why = c.reason.replace(/[ .]+$/, '')
  return {
    enabled: true,
    version: '',
    validFrom: today,
    validUntil: c.last,
    title: one ? `${capital(day(c.first))} zijn we dicht` : `We zijn dicht van ${sayDays(c)}`,
    body: `${one ? 'Op' : 'Van'} ${sayDays(c)} zijn we dicht${why && `: ${why}`}. Daarna ben je weer welkom.`,
  }
}
