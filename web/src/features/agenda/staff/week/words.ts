// The words of a week for staff.
import { plural } from '../../../../api/count'
import { many, people, waits } from '../../../../staff/count'
import { capital, clock, dayNumber, monthName, wall, weekday } from '../../../../api/moment'
import type { components } from '../../../../api/schema.gen'
import { hostName } from '../hostName'

type Schemas = components['schemas']
export type StaffWeek = Schemas['StaffWeek']
export type Day = Schemas['DayOfWeek']
export type Card = Schemas['WeekCard']
export type Draft = Schemas['WeekDraft']
type Warning = Schemas['WeekWarning']

/** 30 november tot en met 6 december; 16 tot en met 22 november */
export function saySpan({ from, to }: Pick<StaffWeek, 'from' | 'to'>): string {
  const month = from.slice(5, 7) === to.slice(5, 7) ? '' : ` ${monthName(from)}`
  return `${dayNumber(from)}${month} tot en met ${dayNumber(to)} ${monthName(to)}`
}

/** Volgende week: where the week lies, seen from today. */
export function sayWeek({ from, today, value }: StaffWeek): string {
  const ahead = Math.ceil((Date.parse(from) - Date.parse(today)) / 86_400_000 / 7)
  switch (ahead) {
    case 0:
      return 'Deze week'
    case 1:
      return 'Volgende week'
    case -1:
      return 'Vorige week'
  }
  return `Week ${+value.slice(6)}`
}

/** 13.30 – 16.00 */
export const sayTimes = ({ start, end }: Pick<Card, 'start' | 'end'>) =>
  `${clock(start)} – ${clock(end)}`

/** Grote tafel · Henk · 8 van 12 */
export const sayWhere = ({ room, host, kind, n, of }: Card) =>
  [room, host && hostName(host), kind === 'series' && `bijeenkomst ${n} van ${of}`]
    .filter(Boolean)
    .join(' · ')

/** 6 van de 10, 2 wachten */
export function sayCounts({ taken, capacity, waiting }: NonNullable<Card['counts']>): string {
  const count = capacity ? `${taken} van de ${capacity}` : people(taken)
  return waiting > 0 ? `${count}, ${waits(waiting)}` : count
}

/** Stond op dinsdag 24 november, 13.30 uur */
export function sayMoved({ moved, start, end, room }: Card): string | undefined {
  if (!moved) return undefined
  const otherDay = moved.start.slice(0, 10) !== start.slice(0, 10)
  const when = otherDay
    ? `op ${weekday(moved.start)} ${dayNumber(moved.start)} ${monthName(moved.start)}, ${clock(moved.start)} uur`
    : moved.start !== start || moved.end !== end
      ? `om ${clock(moved.start)} uur`
      : ''
  const where = moved.room !== room ? `in ${moved.room}` : ''
  return when || where ? `Was ${[when, where].filter(Boolean).join(', ')}` : undefined
}

/** What to look at, under the name of the card it is about. */
export function sayTip(w: Warning, { counts }: Card): string {
  switch (w.code) {
    case 'past':
      return 'deze datum is al geweest'
    case 'closed':
      return 'die dag zijn we dicht'
    case 'hours':
      return 'dan zijn we deze keer dicht'
    case 'holiday':
      return 'het is een feestdag'
    case 'room':
      return `in ${w.who} is dan ook ${w.activity || 'iets anders'}`
    case 'host':
      return `${w.who} staat dan ook bij ${w.activity || 'iets anders'}`
    case 'noHost':
      return 'niemand ontvangt'
    case 'belowMinimum': {
      const n = counts?.taken ?? 0
      return `${many(n, '1 aanmelding')}, ${w.least} nodig`
    }
  }
}

/** Donderdag 14.00: niemand ontvangt */
export const sayLook = (w: Warning, card: Card) =>
  `${capital(weekday(card.start))} ${clock(card.start)}, ${card.title || 'zonder titel'}: ${sayTip(w, card)}`

/** The head of a day whose hours are not those of its weekday, in two parts. */
export function sayHours({ blocks, reason }: NonNullable<Day['differs']>): [string, string] {
  const hours = blocks.map(b => `${wall(b.from)} tot ${wall(b.to)}`).join(' en ')
  return [hours ? `Open van ${hours} uur.` : 'We zijn dicht.', reason ? `${reason}.` : '']
}

/** alle 3 concepten */
export const sayAll = (n: number) => plural(n, 'het concept', `alle ${n} concepten`)
