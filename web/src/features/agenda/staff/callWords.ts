// The words of "Bellen" and of the list of one date, for staff.
import { plural } from '../../../api/count'
import { listed, many, people } from '../../../staff/count'
import { clock, date, day, weekday } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import * as to from '../../../paths'
import type { Act, Done } from '../../../staff/press'
import { sayCaused, staffName } from './peopleWords'

type Schemas = components['schemas']
export type CallList = Schemas['CallList']
export type Call = Schemas['Call']
export type NoPhone = Schemas['NoPhone']
type Attempt = Schemas['Attempt']
export type Waitlist = Schemas['Waitlist']
export type Waiter = Schemas['Waiter']
export type Why = Schemas['Why']
export type Outcome = Schemas['CallOutcome']['outcome']
type Kind = Call['kind']

/** The chips, by the word in the address. */
export const kinds: readonly (readonly [word: string, kind: Kind, words: string])[] = [
  ['plek', 'place', 'Vrije plek'],
  ['vertellen', 'tell', 'Vertellen'],
  ['herinneren', 'remind', 'Herinneren'],
  ['kennismaken', 'meet', 'Kennismaken'],
]
export const kindName = (kind: Kind) => kinds.find(k => k[1] === kind)![2]

/** What somebody can say, the likely answer first. */
export function outcomesOf({
  kind,
  reason,
  canDefer,
  begun,
  waits,
  email,
}: Call): readonly (readonly [Outcome, string])[] {
  const nobody = [
    ['voicemail', 'Voicemail'],
    ['notReached', 'Niet bereikt'],
  ] as const
  switch (kind) {
    case 'place':
      return [
        ['yes', 'Ja, komt'],
        ['no', 'Nee, dank je'],
        ...(canDefer ? ([['defer', 'Nog even wachten']] as const) : []),
        ...nobody,
      ]
    case 'tell':
      return [
        ['told', 'Verteld'],
        ...(reason === 'moved' && !waits ? ([['cannotThen', 'Kan dan niet']] as const) : []),
        ...nobody,
      ]
    case 'remind':
      return [
        ['comes', 'Komt'],
        // of a series that runs nobody is called off for one time
        begun ? ['notThisTime', 'Kan deze keer niet'] : ['cannot', 'Kan niet'],
        ...nobody,
      ]
    case 'meet':
      return email
        ? [
            ['spoken', 'Gesproken'],
            ['mailed', 'Gemaild'],
            ['noMore', 'Wil toch niet'],
          ]
        : [['spoken', 'Gesproken'], ['noMore', 'Wil toch niet'], ...nobody]
  }
}

const after: Readonly<Record<Outcome, string>> = {
  yes: 'ja, komt',
  no: 'nee, dank je',
  defer: 'nog even wachten',
  told: 'verteld',
  comes: 'komt',
  cannot: 'kan niet',
  cannotThen: 'kan dan niet',
  notThisTime: 'kan deze keer niet',
  spoken: 'gesproken',
  noMore: 'wil toch niet',
  mailed: 'gemaild',
  voicemail: 'voicemail',
  notReached: 'niet bereikt',
}
/** ja, komt: behind a name, under "Net gedaan". */
export const sayOutcome = (outcome: string | undefined) => after[outcome as Outcome] ?? ''

/** Petra komt: what somebody filled in, as a sentence without its full stop. */
export function sayFilled(name: string, outcome: string | undefined): string {
  switch (outcome) {
    case 'yes':
    case 'comes':
      return `${name} komt`
    case 'defer':
      return `${name} wacht nog even`
    case 'told':
      return `${name} weet het`
    case 'cannot':
    case 'cannotThen':
    case 'noMore':
      return `${name} is afgemeld`
    case 'notThisTime':
      return `${name} kan deze keer niet`
    case 'spoken':
      return `${name} is gesproken`
    case 'mailed':
      return `${name} is gemaild`
  }
  return `${name}: ${sayOutcome(outcome)}`
}

/** Loes vulde net in: Petra komt. Jouw antwoord is niet bewaard. Er is niets dubbel. */
export const sayFirst = ({ act, firstName = '' }: Done) =>
  `${staffName(act.by)} vulde net in: ${sayFilled(firstName, act.outcome)}.`
export const notKept = 'Jouw antwoord is niet bewaard. Er is niets dubbel.'

/** Samen eten is nu vol: 16 van de 16. */
function sayRoomNow({ taken, capacity }: Done, title: string): string {
  if (!capacity) return ''
  const count = `${taken} van de ${capacity}.`
  return taken >= capacity ? `${title} is nu vol: ${count}` : `${title}: ${count}`
}

/** What comes after an outcome, behind "Petra komt." */
export function sayNext(done: Done, call: Call): string {
  const { outcome } = done.act
  if (outcome === 'yes') return sayRoomNow(done, call.date.title)
  const caused = sayCaused(done)
  if (caused || (outcome !== 'voicemail' && outcome !== 'notReached')) return caused
  return `Over een uur staat ${call.firstName} hier weer.`
}

/** Why an outcome was refused. */
export function sayNotFilled(code: string, { firstName }: Call): string {
  switch (code) {
    case 'full':
      return `De plek is al weg. ${firstName} staat nog op de lijst.`
    case 'closed':
    case 'not_found':
      return 'Dit telefoontje is niet meer nodig. Er is niets bewaard.'
    case 'conflict':
      return `${firstName} heeft al een keer gewacht. Kies ja of nee.`
    case 'forbidden':
      return 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
    case 'precondition_failed':
      return 'Dit is intussen veranderd. Kijk nog even na en druk nog een keer.'
  }
  return 'Het lukt nu niet. Probeer het straks opnieuw.'
}

const dayBetween = (from: string, to: string) =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000)

/** vandaag om 17.00 uur, morgen om 14.00 uur, dinsdag 1 december om 13.30 uur */
export function sayAt(at: string, today: string): string {
  const days = dayBetween(today, at)
  const when = ['vandaag', 'morgen'][days] ?? day(at)
  return `${when} om ${clock(at)} uur`
}

/** vanavond 20.00 uur, morgen 12.00 uur, maandag 7 december 20.00 uur: behind "Voor" */
function sayBy(at: string, today: string): string {
  const days = dayBetween(today, at)
  const hour = +at.slice(11, 13)
  const part = hour < 12 ? 'vanochtend' : hour < 18 ? 'vanmiddag' : 'vanavond'
  const when = [part, 'morgen'][days] ?? day(at)
  return `${when} ${clock(at)} uur`
}

/** Voor vanavond 20.00 uur */
export const sayUntil = ({ reason, until, date, late }: Call, today: string) =>
  late
    ? 'De tijd is om'
    : reason === 'phoneList'
      ? `Begint ${sayAt(date.start, today)}`
      : reason === 'callsFirst'
        ? 'Jullie bellen zelf, zonder tijd'
        : `Voor ${sayBy(until, today)}`

/** The one line that says what the call is about. */
export function sayAbout(
  { reason, firstName, seats, asked = 1, waits, date: d }: Call,
  today: string,
): string {
  const when = sayAt(d.start, today)
  switch (reason) {
    case 'moved':
      if (waits)
        return `Vertellen: de wachtlijst van ${d.title} is nu voor ${day(d.start)}, ${clock(d.start)} uur.`
      return `Vertellen: ${firstName} staat nu op ${day(d.start)}, ${clock(d.start)} uur, bij ${d.title}.`
    case 'placeSure':
      return `Vertellen: ${firstName} heeft een plek bij ${d.title}, ${when}.`
    case 'cancelled':
      return `Vertellen: ${d.title} van ${date(d.start)} gaat niet door.`
    case 'onAgain':
      return `Vertellen: ${d.title} van ${date(d.start)} gaat toch door.`
    case 'message':
      return `Vertellen: een bericht over ${d.title} van ${date(d.start)}.`
    case 'reminder':
      return `Herinneren: ${d.title}, ${when}.`
    case 'meetFirst':
      return `Kennismaken: voor het eerst bij ${d.title}, ${date(d.start)}.`
  }
  if (seats > 1) return `Er zijn ${seats} plekken bij ${d.title}, ${when}.`
  return `Er is een plek bij ${d.title}, ${when}.${asked > 1 ? ` ${firstName} vroeg er ${asked}.` : ''}`
}

/** Where the big button leads: the number, or the address of who is met by mail. */
export const reachOf = ({ phone, email }: Call) =>
  email
    ? `mailto:${email.replace(/[?&%#]/g, encodeURIComponent)}?subject=Even%20kennismaken`
    : to.tel(phone)

/** Until when a place is kept, on the card. */
export function sayKeptUntil({ kind, reason, until, late }: Call, today: string): string {
  if (late) return kind === 'place' ? 'De plek kan nu weg zijn.' : ''
  switch (reason) {
    case 'offeredPhone':
      return `We houden hem vast tot ${sayBy(until, today)}.`
    case 'phoneList':
    case 'callsFirst':
      return 'We houden hem vast tot jij hem geeft.'
    case 'mailDown':
      return 'De mail werkt niet. Bel zelf, of wacht.'
  }
  return ''
}

/** maandag 1 juni, 13.30 uur en maandag 8 juni, 13.30 uur */
const sayAll = (dates: NonNullable<Call['dates']>, today: string) => {
  const all = dates.map(d => sayAt(d.start, today))
  return listed(all, '; ')
}

/** Why it does not go on, and what they can do instead, as in the mail. */
function sayWhyOff({ said }: Call, today: string): string {
  if (!said) return ''
  const instead = said.insteadStart
    ? `Je kunt wel komen, ${sayAt(said.insteadStart, today)}.`
    : said.instead
  return [said.reason, instead]
    .filter(Boolean)
    .map(s => ' ' + s)
    .join('')
}

/** What to say once it is them; time and day, never the activity. */
export const sayIt = (call: Call, today: string) => sayNews(call, today) + sayOwn(call)

/** The sentence that the activity has for who comes, as in the mails. */
const sayOwn = ({ kind, reason, date: { ownSentence } }: Call) =>
  ownSentence && (kind === 'place' || kind === 'remind' || reason === 'placeSure')
    ? ` Zeg ook: ${ownSentence}`
    : ''

function sayNews(call: Call, today: string): string {
  const { reason, seats, asked = 1, text, waits, date: d, dates } = call
  const when = sayAt(d.start, today)
  if (dates && reason === 'cancelled')
    return `Deze afspraken gaan niet door: ${sayAll(dates, today)}.${sayWhyOff(call, today)}`
  if (dates && reason === 'moved')
    return `Deze afspraken zijn verzet. Ze zijn nu ${sayAll(dates, today)}. Kun je dan?`
  switch (reason) {
    case 'moved':
      if (waits) return `De afspraak is verzet. Het is nu ${when}. Je staat nog op de lijst.`
      return `Je plek is verzet. Het is nu ${when}. Kun je dan?`
    case 'placeSure':
      return `Je plek is geregeld, ${when}. Onze mail kwam niet bij je aan. Welk adres klopt?`
    case 'cancelled':
      return `De afspraak van ${when} gaat niet door.${sayWhyOff(call, today)}`
    case 'onAgain':
      return `Goed nieuws: de afspraak van ${when} gaat toch door. Je plek is er nog.`
    case 'message':
      return text ?? ''
    case 'reminder':
      return `Je hebt een afspraak bij ons, ${when}. Kom je?`
    case 'meetFirst':
      return `Je komt ${when} voor het eerst. Zullen we even kennismaken?`
  }
  if (seats > 1) return `Er zijn ${seats} plekken voor jullie, ${when}. Willen jullie komen?`
  if (asked > 1) return `Er is één plek vrij, ${when}. Kom je alleen?`
  return `Er is een plek voor je, ${when}. Wil je komen?`
}

/** Bram belde om 10.15 uur en sprak de voicemail in. */
export function sayAttempt({ by, at, outcome }: Attempt, today: string): string {
  const when =
    at.slice(0, 10) === today.slice(0, 10) ? `om ${clock(at)} uur` : `${day(at)}, ${clock(at)} uur,`
  const what =
    outcome === 'voicemail'
      ? 'sprak de voicemail in'
      : outcome === 'notReached'
        ? 'kreeg niemand te pakken'
        : `vulde in: ${sayOutcome(outcome)}`
  return `${staffName(by)} belde ${when} en ${what}.`
}

/** 1 keer geprobeerd, voicemail om 10.15 uur */
export function sayTried(attempts: readonly Attempt[]): string {
  const last = attempts.filter(a => a.outcome === 'voicemail' || a.outcome === 'notReached')
  const { length } = last
  return length === 0
    ? ''
    : `${length} keer geprobeerd, ${sayOutcome(last[length - 1]!.outcome)} om ${clock(last[length - 1]!.at)} uur`
}

/** "Waarom deze persoon?" */
export function sayWhyCall({ reason, firstName, number }: Call): string {
  const place = plural(number!, 'staat vooraan', `is nummer ${number} op de lijst`)
  switch (reason) {
    case 'phoneList':
      return `Het is minder dan 12 uur voor het begin, dus we bellen. ${firstName} ${place} en kan op korte termijn.`
    case 'callsFirst':
      return `De wachtlijst staat op ‘Wij bellen zelf’. ${firstName} ${place}.`
    case 'mailDown':
      return `De mail werkt niet, dus we bellen. ${firstName} ${place}.`
    case 'offeredPhone':
      return `${firstName} wil gebeld worden en ${place}.`
    case 'placeSure':
      return `Onze mail kwam niet aan bij ${firstName}.`
    case 'reminder':
      return `${firstName} vroeg om een herinnering. Mailen kan niet, of kwam niet aan.`
    case 'meetFirst':
      return 'Bij deze groep spreken we iedereen kort vóór de eerste keer.'
  }
  return `${firstName} heeft geen mail.`
}

const ordinals = ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'zesde', 'zevende', 'achtste']
/** Staat als derde bij Samen eten, maar heeft alleen mail. */
export const sayNoPhone = ({ number, date: d }: NoPhone) =>
  `Staat als ${ordinals[number - 1] ?? `${number}e`} bij ${d.title}, maar heeft alleen mail.`

// The list of one date.

/** wo 16.10 uur, or 16.10 uur of today */
const sayShort = (at: string, today: string) =>
  at.slice(0, 10) === today.slice(0, 10)
    ? `${clock(at)} uur`
    : `${dayBetween(today, at) < 7 ? weekday(at).slice(0, 2) : date(at)} ${clock(at)} uur`

const minutesTo = (at: string, now: number) =>
  Math.max(1, Math.round((Date.parse(at) - now) / 60_000))
const sayMinutes = (n: number) => many(n, '1 minuut')

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

/** Why a place is held, or why none is: the sentence on top of the list. */
export function sayPlace(w: Why, { ms, today }: Now, stopped?: string): string {
  switch (w.code) {
    case 'offered':
      return `Aangeboden aan nummer ${w.number} tot ${sayShort(w.at!, today)}.`
    case 'undo':
      return `Wacht nog ${sayMinutes(minutesTo(w.at!, ms))}: dit kan worden teruggedraaid.`
    case 'waitsForHours':
      return `Plek wordt ${sayOffered(w.at!, today)} aangeboden.`
    case 'phoneList':
      return 'Minder dan 12 uur voor het begin: bel zelf.'
    case 'callsFirst':
      return 'Wachtlijst staat op ‘Wij bellen zelf’.'
    case 'stopped':
      return `Automatisch aanbieden staat stil${stopped ? `: ${stopped}` : '.'}`
    case 'cancelled':
      return 'Automatisch aanbieden staat stil: datum is afgelast.'
    case 'mailDown':
      return 'De mail werkt niet. Bel zelf, of wacht.'
    case 'waitsForAnswer':
      return `Nummer ${w.number} vroeg om meer plekken. We wachten op het antwoord.`
    case 'overCapacity':
      return `De capaciteit is verlaagd; er moeten eerst ${people(w.many!)} minder zijn.`
    case 'free':
      return 'Er is plek voor iedereen.'
    case 'started':
      return 'Het is begonnen. Wie wacht, kan aan de deur een plek krijgen.'
  }
  return 'Er is geen plek vrijgekomen.'
}

const sayOffered = (at: string, today: string) => {
  const days = dayBetween(today, at)
  return days === 0
    ? `om ${clock(at)} uur`
    : `${plural(days, 'morgen', weekday(at))} om ${clock(at)} uur`
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
function sayWhy({ why: w, firstName, attempts }: Waiter, now: Now): string {
  switch (w.code) {
    case 'offered':
      return w.way === 'phone'
        ? `Bel vóór ${sayShort(w.at!, now.today)}. ${sayRung(attempts)}`
        : `Heeft een aanbod tot ${sayShort(w.at!, now.today)}.`
    case 'turn':
      return `Aan de beurt. ${sayRung(attempts)}`
    case 'tried':
      return (
        `${w.outcome === 'voicemail' ? 'Voicemail' : 'Niet bereikt'} om ${clock(w.at!)} ` +
        `uur, door ${staffName(w.by ?? '')}.`
      )
    case 'behind':
      return w.after || !w.number ? 'Daarna aan de beurt.' : `Nummer ${w.number} is eerst.`
    case 'next':
      return sayComing(w, now)
    case 'notSoon':
      return 'Overgeslagen: wil niet op korte termijn.'
    case 'noPhone':
      return 'Wacht tot je een aanbod mailt.'
    case 'asked':
      return sayAsked(w)
    case 'othersFirst':
      return 'Deze plek is eerst voor wie hoorde dat het vol was.'
    case 'accepted':
      return 'Heeft de plek.'
    case 'declined':
      return 'Zei nee.'
    case 'expired':
      return 'Liet twee keer de tijd voorbijgaan.'
    case 'unreached':
      return `We konden ${firstName} niet bereiken.`
    case 'left':
      return 'Staat niet meer op de lijst.'
    case 'started':
      return 'Kan aan de deur een plek krijgen.'
    default:
      return sayPlace(w, now)
  }
}

const sayRung = (attempts: readonly Attempt[]) => {
  const tried = sayTried(attempts)
  return tried ? tried.charAt(0).toUpperCase() + tried.slice(1) + '.' : 'Nog niet gebeld.'
}

function sayComing(w: Why, { ms, today }: Now): string {
  switch (w.place) {
    case 'undo':
      return `Krijgt de plek over ${sayMinutes(minutesTo(w.at!, ms))} aangeboden.`
    case 'waitsForHours':
      return `Krijgt de plek ${sayOffered(w.at!, today)} aangeboden.`
    case 'stopped':
      return 'Aan de beurt zodra het aanbieden verdergaat.'
    case 'mailDown':
      return 'Aan de beurt zodra de mail weer werkt.'
  }
  return 'Aan de beurt zodra de datum weer doorgaat.'
}

function sayAsked(w: Why): string {
  switch (w.answer) {
    case 'deferred':
      return 'Zei: nog even wachten.'
    case 'expired':
      return 'Liet de tijd voorbijgaan.'
    case 'unreached':
      return 'Was niet te bereiken.'
    case 'notRung':
      return 'Niemand belde op tijd.'
    case 'skipped':
      return w.reason === 'openedToAll'
        ? 'De plek is vrij voor iedereen.'
        : `Overgeslagen: ${skippedFor(w.reason)}.`
  }
  return 'Kreeg deze plek al aangeboden.'
}

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
export function sayDone({ kind }: Act, name: string): string {
  switch (kind) {
    case 'skipped':
      return `${name} is overgeslagen`
    case 'removed':
      return `${name} staat niet meer op de lijst`
    case 'putBack':
      return `${name} staat weer op de lijst`
    case 'given':
      return `${name} heeft de plek`
    case 'mailed':
      return `${name} krijgt een mail`
    case 'opened':
      return 'De plek is vrij voor iedereen'
    case 'stopped':
      return 'Automatisch aanbieden staat stil'
  }
  return 'Aanbieden gaat weer verder'
}
