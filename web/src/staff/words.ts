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
  const names = people.map(p => p.name || 'Iemand')
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} en ${names.at(-1)}`
}

/** How much shorter a text has to be; nothing when it fits. */
export function sayOver(text: string, most: number): string | undefined {
  const over = [...text].length - most
  return over > 0 ? `Maak dit ${over} ${over === 1 ? 'teken' : 'tekens'} korter.` : undefined
}
