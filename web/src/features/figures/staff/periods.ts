// Periods as people choose them, of days such as "2026-11-24"; no time zone is ever asked.
import { monthName, range } from '../../../api/moment'

export interface Period {
  from: string
  until: string
}

const at = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The periods of one press, on a day. */
export function periodsOf(today: string): readonly (readonly [words: string, of: Period])[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const m = month - 1
  const monday = day - ((new Date(today).getUTCDay() + 6) % 7)
  const quarter = m - (m % 3)
  const days = (from: number) => ({ from: at(year, m, from), until: at(year, m, from + 6) })
  const months = (from: number, n: number) => ({
    from: at(year, from, 1),
    until: at(year, from + n, 0),
  })
  return [
    ['Deze week', days(monday)],
    ['Vorige week', days(monday - 7)],
    ['Deze maand', months(m, 1)],
    ['Vorige maand', months(m - 1, 1)],
    ['Dit kwartaal', months(quarter, 3)],
    ['Dit jaar', months(0, 12)],
    ['Vorig jaar', months(-12, 12)],
  ]
}

/** "oktober 2026", "2026", "12 – 18 oktober 2026" */
export function sayPeriod({ from, until }: Period): string {
  const year = from.slice(0, 4)
  if (from === `${year}-01-01` && until === `${year}-12-31`) return year
  const [y, m] = from.split('-').map(Number) as [number, number]
  if (from.endsWith('-01') && until === at(y, m, 0)) return `${monthName(from)} ${year}`
  return sayDays({ from, until }) + (until.startsWith(year) ? ` ${year}` : '')
}

const short = (words: string) =>
  words.replace(/januari|februari|maart|april|augustus|september|oktober|november|december/g, m =>
    m === 'maart' ? 'mrt.' : m.slice(0, 3) + '.',
  )

/** "okt. 2026", "12 – 18 okt. 2026": where there is little room. */
export const shortPeriod = (p: Period): string => short(sayPeriod(p))

/** "12 – 18 okt." */
export const shortDays = (p: Period): string => short(sayDays(p))

/** The week of a day, from Monday. */
export function weekOf(day: string): Period {
  const [year, month, d] = day.split('-').map(Number) as [number, number, number]
  const monday = d - ((new Date(day).getUTCDay() + 6) % 7)
  return { from: at(year, month - 1, monday), until: at(year, month - 1, monday + 6) }
}

/** "12 – 18 oktober", "1 november" */
export const sayDays = ({ from, until }: Period): string =>
  from === until ? range(from, until)[1] : range(from, until).join(' – ')
