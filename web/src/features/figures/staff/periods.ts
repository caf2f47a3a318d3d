// Periods as people choose them.
import { monthName, range } from '../../../api/moment'
import { periodOf, type Period } from '../../../staff/period'

/** The periods of one press, on a day. */
export const periodsOf = (today: string): readonly (readonly [words: string, of: Period])[] => [
  ['Deze week', periodOf('week', today)],
  ['Vorige week', periodOf('week', today, true)],
  ['Deze maand', periodOf('month', today)],
  ['Vorige maand', periodOf('month', today, true)],
  ['Dit kwartaal', periodOf('quarter', today)],
  ['Dit jaar', periodOf('year', today)],
  ['Vorig jaar', periodOf('year', today, true)],
]

/** "oktober 2026", "2026", "12 – 18 oktober 2026" */
export function sayPeriod({ from, until }: Period): string {
  const year = from.slice(0, 4)
  if (from === `${year}-01-01` && until === `${year}-12-31`) return year
  if (from.endsWith('-01') && until === periodOf('month', from).until)
    return `${monthName(from)} ${year}`
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

/** "12 – 18 oktober", "1 november" */
export const sayDays = ({ from, until }: Period): string =>
  from === until ? range(from, until)[1] : range(from, until).join(' – ')
