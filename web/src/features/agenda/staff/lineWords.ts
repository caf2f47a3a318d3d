// The words of the list of one date, for staff: who waits, and why nothing happens or what does.
import { plural } from '../../../api/count'
import { capital, clock, date, weekday } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { many, people } from '../../../staff/count'
import type { Act } from '../../../staff/press'
import { tell, type Told } from '../../../staff/tell'
import { dayBetween, sayTried, type Attempt } from './callWords'
import { staffName } from './peopleWords'

type Schemas = components['schemas']
export type Waitlist = Schemas['Waitlist']
export type Waiter = Schemas['Waiter']
export type Why = Schemas['Why']

/** wo 16.10 uur, or 16.10 uur of today */
const sayShort = (at: string, today: string) =>
  at.slice(0, 10) === today.slice(0, 10)
    ? `${clock(at)} uur`
    : `${dayBetween(today, at) < 7 ? weekday(at).slice(0, 2) : date(at)} ${clock(at)} uur`

const sayMinutes = ({ at, ms }: Of<Why>) =>
  many(Math.max(1, Math.round((Date.parse(at!) - ms) / 60_000)), '1 minuut')

export const skipReasons = [
  ['notSoon', 'Wil niet op korte termijn'],
  ['notThere', 'Is er niet'],
  ['notThisGroup', 'Past niet bij deze groep'],
  ['double', 'Staat er dubbel op'],
  ['ownWish', 'Vroeg er zelf om'],
] as const
const skippedFor = (reason: string | undefined) => {
  const words = skipReasons.find(([code]) => code === reason)?.[1]
  return words ? words.charAt(0).toLowerCase() + words.slice(1) : 'niet genoteerd'
}

/** A moment at the server, and the day of it in Amsterdam as "2026-11-24". */
export interface Now {
  ms: number
  today: string
}

type Of<T> = T & Now

/** Why a place is held, or why none is: the sentences on top of the list. */
const places: Readonly<Partial<Record<Why['code'], Told<Of<Why> & { stopped?: string }>>>> = {
  offered: w => `Aangeboden aan nummer ${w.number} tot ${sayShort(w.at!, w.today)}.`,
  undo: w => `Wacht nog ${sayMinutes(w)}: dit kan worden teruggedraaid.`,
  waitsForHours: w => `Plek wordt ${sayOffered(w)} aangeboden.`,
  phoneList: 'Minder dan 12 uur voor het begin: bel zelf.',
  callsFirst: 'Wachtlijst staat op ‘Wij bellen zelf’.',
  stopped: ({ stopped }) => `Automatisch aanbieden staat stil${stopped ? `: ${stopped}` : '.'}`,
  cancelled: 'Automatisch aanbieden staat stil: datum is afgelast.',
  mailDown: 'De mail werkt niet. Bel zelf, of wacht.',
  waitsForAnswer: w => `Nummer ${w.number} vroeg om meer plekken. We wachten op het antwoord.`,
  overCapacity: w => `De capaciteit is verlaagd; er moeten eerst ${people(w.many!)} minder zijn.`,
  free: 'Er is plek voor iedereen.',
  started: 'Het is begonnen. Wie wacht, kan aan de deur een plek krijgen.',
}
export const sayPlace = (w: Why, now: Now, stopped?: string) =>
  tell(places[w.code] ?? 'Er is geen plek vrijgekomen.', {
    ...w,
    ...now,
    ...(stopped && { stopped }),
  })

function sayOffered({ at, today }: Of<Why>) {
  const days = dayBetween(today, at!)
  const on = days === 0 ? '' : plural(days, 'morgen ', weekday(at!) + ' ')
  return `${on}om ${clock(at!)} uur`
}

const how = ({ phone, email, way }: Waiter) =>
  phone && (way === 'phone' || !email) ? 'Bellen.' : phone ? 'Mailen, of bellen.' : 'Alleen mail.'

/** The line under a name: how somebody is reached, and why they have no place now. */
export function sayState(w: Waiter, now: Now): string {
  if (w.number === undefined || w.state === 'closed') return sayWhy(w, now)
  const soon = w.shortNotice ? ' Kan op korte termijn.' : ''
  return `${how(w)}${w.why.code === 'notSoon' ? '' : soon} ${sayWhy(w, now)}`
}

/** Why somebody has no offer now, or that they have one. */
const why: Readonly<
  Partial<Record<Why['code'], Told<Of<Why> & Pick<Waiter, 'firstName' | 'attempts'>>>>
> = {
  offered: w =>
    w.way === 'phone'
      ? `Bel vóór ${sayShort(w.at!, w.today)}. ${sayRung(w.attempts)}`
      : `Heeft een aanbod tot ${sayShort(w.at!, w.today)}.`,
  turn: w => `Aan de beurt. ${sayRung(w.attempts)}`,
  tried: w =>
    `${w.outcome === 'voicemail' ? 'Voicemail' : 'Niet bereikt'} om ${clock(w.at!)} ` +
    `uur, door ${staffName(w.by ?? '')}.`,
  behind: w => (w.after || !w.number ? 'Daarna aan de beurt.' : `Nummer ${w.number} is eerst.`),
  next: w => tell(coming[w.place!] ?? 'Aan de beurt zodra de datum weer doorgaat.', w),
  notSoon: 'Overgeslagen: wil niet op korte termijn.',
  noPhone: 'Wacht tot je een aanbod mailt.',
  asked: w => tell(asked[w.answer!] ?? 'Kreeg deze plek al aangeboden.', w),
  othersFirst: 'Deze plek is eerst voor wie hoorde dat het vol was.',
  accepted: 'Heeft de plek.',
  declined: 'Zei nee.',
  expired: 'Liet twee keer de tijd voorbijgaan.',
  unreached: w => `We konden ${w.firstName} niet bereiken.`,
  left: 'Staat niet meer op de lijst.',
  started: 'Kan aan de deur een plek krijgen.',
}
const coming: Readonly<Partial<Record<NonNullable<Why['place']>, Told<Of<Why>>>>> = {
  undo: w => `Krijgt de plek over ${sayMinutes(w)} aangeboden.`,
  waitsForHours: w => `Krijgt de plek ${sayOffered(w)} aangeboden.`,
  stopped: 'Aan de beurt zodra het aanbieden verdergaat.',
  mailDown: 'Aan de beurt zodra de mail weer werkt.',
}
const asked: Readonly<Partial<Record<NonNullable<Why['answer']>, Told<Why>>>> = {
  deferred: 'Zei: nog even wachten.',
  expired: 'Liet de tijd voorbijgaan.',
  unreached: 'Was niet te bereiken.',
  notRung: 'Niemand belde op tijd.',
  skipped: w =>
    w.reason === 'openedToAll'
      ? 'De plek is vrij voor iedereen.'
      : `Overgeslagen: ${skippedFor(w.reason)}.`,
}

function sayWhy({ why: w, firstName, attempts }: Waiter, now: Now): string {
  const words = why[w.code]
  return words ? tell(words, { ...w, ...now, firstName, attempts }) : sayPlace(w, now)
}

const sayRung = (attempts: readonly Attempt[]) =>
  capital(sayTried(attempts) || 'nog niet gebeld') + '.'

/** Petra blijft op plek 1 staan. Omar krijgt deze plek aangeboden. */
export function saySkipping(w: Waiter, list: Waitlist): string {
  const next = list.entries.find(
    e => e.id !== w.id && e.why.code === 'behind' && (e.why.after || e.why.number === w.number),
  )
  const then = next
    ? `${next.firstName} krijgt deze plek aangeboden.`
    : 'Daarna is de plek vrij voor iedereen.'
  return `${w.firstName} blijft op plek ${w.number} staan. ${then}`
}

/** What was done on the list of a date, without its full stop. */
const done: Readonly<Partial<Record<Act['kind'], Told<string>>>> = {
  skipped: name => `${name} is overgeslagen`,
  removed: name => `${name} staat niet meer op de lijst`,
  putBack: name => `${name} staat weer op de lijst`,
  given: name => `${name} heeft de plek`,
  mailed: name => `${name} krijgt een mail`,
  opened: 'De plek is vrij voor iedereen',
  stopped: 'Automatisch aanbieden staat stil',
}
export const sayDone = ({ kind }: Act, name: string) =>
  tell(done[kind] ?? 'Aanbieden gaat weer verder', name)
