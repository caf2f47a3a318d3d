import { listed, many } from './count'
import { clock, day, fullDay } from '../api/moment'
import type { Person, Status } from './drafts'

/** vrijdag 21 november om 10.00 uur. With `now` also the year, when that is another one. */
export const sayMoment = (at: string, now = at) =>
  `${at.slice(0, 4) === now.slice(0, 4) ? day(at) : fullDay(at)} om ${clock(at)} uur`

/** The day on the clock of the house. */
const houseDay = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(Date.now())

/** om 10.00 uur; of another day than today: op vrijdag 21 november om 10.00 uur */
export const sayAt = (at: string, today = houseDay()) =>
  at.slice(0, 10) === today ? `om ${clock(at)} uur` : `op ${sayMoment(at, today)}`

/** vrijdag 21 november 2025 */
export const sayDay = (at: string) => fullDay(at)

export const statusWords: Record<Status, string> = {
  draft: 'Concept',
  scheduled: 'Gepland',
  published: 'Online',
  over: 'Voorbij',
  hidden: 'Archief',
  trashed: 'Prullenbak',
  withdrawn: 'Ingetrokken',
}

/** Jan, Noor en Sanne */
export function sayNames(people: readonly Person[]): string {
  return listed(people.map(p => p.name || 'Iemand'))
}

/** 1 gevonden; 50 of meer gevonden */
export const sayFound = ({ items, more }: { items: readonly unknown[]; more: boolean }) =>
  `${items.length}${more ? ' of meer' : ''} gevonden`

/** How much shorter a text has to be; nothing when it fits. */
export function sayOver(text: string, most: number): string | undefined {
  const over = [...text].length - most
  return over > 0 ? many(over, 'Maak dit 1 teken korter.') : undefined
}
