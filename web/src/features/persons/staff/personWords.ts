// What is kept of one person, in words: for the screen, and for the file that the person gets.
import { plural, some } from '../../../api/count'
import { listed, many } from '../../../staff/count'
import type { Auth } from '../../../auth/types'
import { ask } from '../../../staff/api/client'
import { sayConsent } from '../../../api/consent'
import { choices } from '../../../api/kept'
import { clock, day, fullDay } from '../../../api/moment'
import { inPairs } from '../../../api/phone'
import type { components } from '../../../api/schema.gen'
import { sayMail } from '../../../staff/mailWords'

type Schemas = components['schemas']
export type Found = Schemas['PersonFound']
export type All = Schemas['PersonAll']
export type Row = Schemas['PersonRow']
export type Mail = Schemas['PersonMail']
export type Goes = Schemas['PersonGoes']
export type Held = Schemas['PersonHeld']
export type Erased = Schemas['PersonErased']
export type Reason = Schemas['PersonAsked']['reason']
type RowMend = Omit<Schemas['PersonRowMend'], 'what' | 'row' | 'version'>
type Count = Schemas['PersonCount']
export type Elsewhere = Schemas['PersonElsewhere']

export const reasons: readonly (readonly [Reason, string])[] = [
  ['insight', 'De persoon vraagt wat we bewaren'],
  ['correct', 'De persoon wil iets verbeteren'],
  ['erase', 'De persoon wil dat we alles wissen'],
  ['mail', 'Een mail kwam niet aan'],
]

const because: Readonly<Record<Reason, string>> = {
  insight: 'omdat de persoon vraagt wat we bewaren',
  correct: 'omdat de persoon iets wil verbeteren',
  erase: 'omdat de persoon wil dat we alles wissen',
  mail: 'omdat een mail niet aankwam',
}
export const sayWhy = (reason: Reason) =>
  `Je bekijkt dit ${because[reason]}. Dat staat in het logboek.`

const kinds: Readonly<Record<Count['kind'], readonly [one: string, many: string]>> = {
  registrations: ['aanmelding', 'aanmeldingen'],
  entries: ['plek op een wachtlijst', 'plekken op een wachtlijst'],
  messages: ['bericht', 'berichten'],
  applications: ['aanmelding als vrijwilliger', 'aanmeldingen als vrijwilliger'],
  requests: ['vraag over gegevens', 'vragen over gegevens'],
  newsletter: ['adres voor de nieuwsbrief', 'adressen voor de nieuwsbrief'],
  mails: ['mail', 'mails'],
}
export const sayCount = ({ kind, n }: Count) => some(n, ...kinds[kind])

type Status = Schemas['Registration']['status'] | Schemas['Entry']['state']
const states: Readonly<Record<Status, string>> = {
  registered: 'Aangemeld',
  cancelled: 'Afgemeld',
  cancelledByHouse: 'Gaat niet door',
  attended: 'Was er',
  absent: 'Was er niet',
  waiting: 'Staat op de wachtlijst',
  offered: 'Heeft een aanbod',
  accepted: 'Kreeg een plek',
  declined: 'Wilde de plek niet',
  left: 'Ging van de wachtlijst',
  expired: 'Liet een aanbod voorbijgaan',
  unreached: 'Niet bereikt',
  closed: 'De wachtlijst is dicht',
}

const of = (row: Row) => row.registration ?? row.entry!
export const dateOf = (row: Row) => of(row).date
export const sayState = (row: Row): string => {
  const state = row.registration?.status ?? row.entry!.state
  return states[state]
}

/** What can be put right in it, as it stands. */
export function mendOf({ registration: r, entry, email, phone }: Row): RowMend {
  if (entry) {
    const { name, preferredWay, shortNotice } = entry
    return { name, email, phone, preferredWay, shortNotice }
  }
  return { name: r?.name, email, phone, support: r?.support, diet: r?.diet }
}

/** Creatief atelier, dinsdag 8 december */
export const sayRow = (row: Row) => `${dateOf(row).title}, ${day(dateOf(row).start)}`

const diets: Readonly<Record<string, string>> = {
  vegetarian: 'vegetarisch',
  noPork: 'geen varkensvlees',
}

/** What somebody filled in: the question and the answer. */
export function answersOf(row: Row): [string, string][] {
  const { registration: r, entry: e } = row
  const { guests } = of(row)
  const food = (r?.diet?.choices ?? []).map(c => diets[c] ?? r?.diet?.other ?? '')
  const all: [string, string | undefined][] = [
    ['Naam', of(row).name],
    ['E-mail', row.email],
    ['Telefoon', row.phone],
    ['Komt met', guests > 0 ? many(guests, '1 gast') : ''],
    ['Eerste keer', r?.firstTime === undefined ? '' : r.firstTime ? 'Ja' : 'Nee'],
    ['Hulp', r?.support],
    ['Eten', food.filter(Boolean).join(', ')],
    ['Herinnering', r?.reminder ? 'Ja' : ''],
    ['Bericht over een plek', e && (e.preferredWay === 'mail' ? 'per mail' : 'per telefoon')],
    ['Kan snel komen', e && (e.shortNotice ? 'Ja' : 'Nee')],
    ['Toestemming', sayConsent({ ...row.consent, source: row.source })],
    ['Weg op', fullDay(of(row).keptUntil)],
  ]
  return all.filter((a): a is [string, string] => !!a[1])
}

const elsewhere: Readonly<Record<Elsewhere['kind'], string>> = {
  message: 'Bericht',
  application: 'Aanmelding als vrijwilliger',
  newsletter: 'Nieuwsbrief',
  newsletterPending: 'Nieuwsbrief, nog niet bevestigd',
  request: 'Vraag over gegevens',
}
export const sayElsewhere = ({ kind, day: at }: Elsewhere) => `${elsewhere[kind]}, ${fullDay(at)}`

/** How somebody is called and reached, and what they chose: the question and the answer. */
export const reachOf = (e: Elsewhere): [string, string][] =>
  [
    ['Naam', e.name],
    ['E-mail', e.email],
    ['Telefoon', e.phone && inPairs(e.phone)],
    ...choices(e),
  ].filter((a): a is [string, string] => !!a[1])

/** De plek van dinsdag 8 december komt vrij: Vera is aan de beurt. */
export function sayFreed({ date, seats, next }: Goes['freed'][number]): string {
  const places =
    plural(seats, 'De plek van', `${seats} plekken van`) +
    ` ${day(date.start)} ${many(seats, 'komt')} vrij`
  if (next.length === 0) return `${places}.`
  return `${places}: ${listed(next)} ${many(next.length, 'is aan de beurt.')}`
}

const holds: Readonly<Record<Held['reason'], string>> = {
  complaint: 'er een klacht loopt',
  request: 'er een vraag van deze persoon loopt',
  pause: 'de gegevens op pauze staan',
}
export const holdReasons: readonly (readonly [Held['reason'], string])[] = [
  ['complaint', 'Er loopt een klacht'],
  ['request', 'Er loopt een vraag van deze persoon'],
]

/** Deze gegevens bewaren we tot vrijdag 1 februari 2027, omdat er een klacht loopt. */
export const sayHeld = ({ until, reason }: Held) =>
  `Deze gegevens bewaren we tot ${fullDay(until)}, omdat ${holds[reason]}. Wissen kan daarna.`

/** A name as it is shown of who shares an address; some rows have none. */
export const sayName = (name: string) =>
  name ? name.charAt(0).toUpperCase() + name.slice(1) : 'Zonder naam'

/** Before anything is shown: an address or number may be that of several people. */
export const sayShared = ({ names = 0 }: Found) =>
  names > 1 &&
  `Hier horen ${names} namen bij. Misschien zijn dat verschillende mensen. ` +
    'Laat iemand alleen horen wat van diegene zelf is.'

/** Somebody was first. */
export const sayAlready = ({ at, by }: Erased) =>
  `Dit is op ${day(at)} om ${clock(at)} uur al gewist door ${by.split(' ', 1)[0] || 'iemand'}.`

/** Everything as plain text, for who reads it on paper or on a screen. */
export function readable(all: All): string {
  const lines = ['Dit bewaren wij van jou.', '']
  for (const row of all.items)
    lines.push(
      `${sayRow(row)} (${sayState(row).toLowerCase()})`,
      ...answersOf(row).map(([q, a]) => `- ${q}: ${a}`),
      '',
    )
  for (const e of all.elsewhere)
    lines.push(
      sayElsewhere(e),
      ...reachOf(e).map(([q, a]) => `- ${q}: ${a}`),
      ...(e.text ? [e.text] : []),
      '',
    )
  if (all.mails.length > 0)
    lines.push('Mails aan jou', ...all.mails.map(m => `- ${sayMail(m)}`), '')
  lines.push(
    'Heb je een klacht gestuurd? Die bewaart de vertrouwenspersoon. Vraag die er zelf naar.',
    'Klopt er iets niet, of wil je dat we dit wissen? Bel ons of mail ons.',
  )
  return lines.join('\r\n') + '\r\n'
}

/** Asks something about the person: what they are found by stands in no address. */
export const about = <T>(auth: Auth, path: string, body: object) =>
  ask<T>(auth, '/api/persons/' + path, body)
