// Dutch dates without Intl: the API sends "2026-10-25T10:00:00+01:00", always the Amsterdam clock,
// so the digits are the truth and no time zone is ever computed, here or in the browser.
const days = ['zondag', 'maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag']
const months = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
]

const year = (s: string) => +s.slice(0, 4)
/** oktober, of a day, a moment or 2026-10 */
export const monthName = (s: string) => months[+s.slice(5, 7) - 1]!
export const dayNumber = (s: string) => +s.slice(8, 10)

/** zondag, of a day or a moment */
export const weekday = (s: string) =>
  days[new Date(Date.UTC(year(s), +s.slice(5, 7) - 1, dayNumber(s))).getUTCDay()]!
/** maandag, of 1 to 7 */
export const weekdayNumber = (n: number) => days[n % 7]!
/** 25 oktober */
export const date = (s: string) => `${dayNumber(s)} ${monthName(s)}`
/** zondag 25 oktober: inside the current programme */
export const day = (s: string) => `${weekday(s)} ${date(s)}`
/** zo 25 okt: where little fits */
export const shortDay = (s: string) =>
  `${weekday(s).slice(0, 2)} ${dayNumber(s)} ${monthName(s).replace('maart', 'mrt').slice(0, 3)}`
/** zondag 25 oktober 2026 */
export const fullDay = (s: string) => `${day(s)} ${year(s)}`
/** oktober 2026, of a day, a moment or a month */
export const month = (s: string) => `${monthName(s)} ${year(s)}`
/** 9.30, as people read "09.30" of the API or "09:30" of a field */
export const wall = (time: string) => time.replace(/^0(?=\d)/, '').replace(':', '.')
/** 9.30 */
export const clock = (s: string) => wall(s.slice(11, 16))
/** 9.30 tot 12.00 uur */
export const span = (start: string, end: string) => `${clock(start)} tot ${clock(end)} uur`
/** The two ends of a range of days, the first without what both share: ["13", "19 oktober"] */
export function range(from: string, to: string): [string, string] {
  if (year(from) !== year(to)) return [`${date(from)} ${year(from)}`, `${date(to)} ${year(to)}`]
  return [from.slice(0, 7) === to.slice(0, 7) ? String(dayNumber(from)) : date(from), date(to)]
}
/** Maandag: the first letter of a sentence */
export const capital = (s: string) =>
  s.startsWith('één') ? 'Eén' + s.slice(3) : s.charAt(0).toUpperCase() + s.slice(1)
/** gratis, € 4, € 2,50 */
export function money(cents: number): string {
  if (cents === 0) return 'gratis'
  const rest = cents % 100
  return '€\u00a0' + Math.floor(cents / 100) + (rest ? ',' + String(rest).padStart(2, '0') : '')
}
