// The words of "Bellen".
import { plural } from '../../../api/count'
import { listed } from '../../../staff/count'
import { clock, date, day } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { tell, type Told } from '../../../staff/tell'
import * as to from '../../../paths'
import type { Done } from '../../../staff/press'
import { sayCaused, staffName } from './peopleWords'

type Schemas = components['schemas']
export type CallList = Schemas['CallList']
export type Call = Schemas['Call']
export type NoPhone = Schemas['NoPhone']
export type Attempt = Schemas['Attempt']
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

/** What somebody can say: on the button, and behind their name once it is filled in. */
const outcomes: Readonly<Record<Outcome, readonly [words: string, filled?: string]>> = {
  yes: ['Ja, komt', 'komt'],
  no: ['Nee, dank je'],
  defer: ['Nog even wachten', 'wacht nog even'],
  told: ['Verteld', 'weet het'],
  comes: ['Komt', 'komt'],
  cannot: ['Kan niet', 'is afgemeld'],
  cannotThen: ['Kan dan niet', 'is afgemeld'],
  notThisTime: ['Kan deze keer niet', 'kan deze keer niet'],
  spoken: ['Gesproken', 'is gesproken'],
  mailed: ['Gemaild', 'is gemaild'],
  noMore: ['Wil toch niet', 'is afgemeld'],
  voicemail: ['Voicemail'],
  notReached: ['Niet bereikt'],
}

/** By kind, the likely answer first. */
const canSay: Readonly<Record<Kind, (call: Call) => readonly (Outcome | false | undefined)[]>> = {
  place: c => ['yes', 'no', c.canDefer && 'defer'],
  tell: c => ['told', c.reason === 'moved' && !c.waits && 'cannotThen'],
  // of a series that runs nobody is called off for one time
  remind: c => ['comes', c.begun ? 'notThisTime' : 'cannot'],
  meet: c => ['spoken', !!c.email && 'mailed', 'noMore'],
}
const nobody = ['voicemail', 'notReached'] as const
export const outcomesOf = (call: Call): readonly (readonly [Outcome, string])[] =>
  [...canSay[call.kind](call), ...(call.kind === 'meet' && call.email ? [] : nobody)].flatMap(o =>
    o ? [[o, outcomes[o][0]] as const] : [],
  )

/** ja, komt: behind a name, under "Net gedaan". */
export const sayOutcome = (outcome: string | undefined) =>
  (outcomes[outcome as Outcome]?.[0] ?? '').toLowerCase()

/** Petra komt: what somebody filled in, as a sentence without its full stop. */
export function sayFilled(name: string, outcome: string | undefined): string {
  const filled = outcomes[outcome as Outcome]?.[1]
  return filled ? `${name} ${filled}` : `${name}: ${sayOutcome(outcome)}`
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
const notFilled: Readonly<Record<string, Told<string>>> = {
  full: name => `De plek is al weg. ${name} staat nog op de lijst.`,
  closed: 'Dit telefoontje is niet meer nodig. Er is niets bewaard.',
  not_found: 'Dit telefoontje is niet meer nodig. Er is niets bewaard.',
  conflict: name => `${name} heeft al een keer gewacht. Kies ja of nee.`,
  forbidden: 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
  precondition_failed: 'Dit is intussen veranderd. Kijk nog even na en druk nog een keer.',
}
export const sayNotFilled = (code: string, { firstName }: Call) =>
  tell(notFilled[code] ?? 'Het lukt nu niet. Probeer het straks opnieuw.', firstName)

export const dayBetween = (from: string, to: string) =>
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

/** Where the big button leads: the number, or the address of who is met by mail. */
export const reachOf = ({ phone, email }: Call) =>
  email
    ? `mailto:${email.replace(/[?&%#]/g, encodeURIComponent)}?subject=Even%20kennismaken`
    : to.tel(phone)

/** maandag 1 juni, 13.30 uur en maandag 8 juni, 13.30 uur */
const sayAll = (dates: NonNullable<Call['dates']>, today: string) =>
  listed(
    dates.map(d => sayAt(d.start, today)),
    '; ',
  )

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

/** What is said because of one reason; `when` is "morgen om 14.00 uur", `by` "morgen 12.00 uur". */
interface Words {
  /** The one line that says what the call is about. */
  about: (call: Call, when: string) => string
  /** What to say once it is them; time and day, never the activity. */
  say: (call: Call, when: string, today: string) => string
  /** "Waarom deze persoon?", with their place in the line. */
  why?: (call: Call, place: string) => string
  /** Until when a place is kept, on the card. */
  kept?: (by: string) => string
}

const place = {
  about: ({ seats, asked = 1, firstName, date: d }, when) =>
    seats > 1
      ? `Er zijn ${seats} plekken bij ${d.title}, ${when}.`
      : `Er is een plek bij ${d.title}, ${when}.${asked > 1 ? ` ${firstName} vroeg er ${asked}.` : ''}`,
  say: ({ seats, asked = 1 }, when) =>
    seats > 1
      ? `Er zijn ${seats} plekken voor jullie, ${when}. Willen jullie komen?`
      : asked > 1
        ? `Er is één plek vrij, ${when}. Kom je alleen?`
        : `Er is een plek voor je, ${when}. Wil je komen?`,
} satisfies Words
const untilGiven = () => 'We houden hem vast tot jij hem geeft.'

const words: Readonly<Record<Call['reason'], Words>> = {
  offeredPhone: {
    ...place,
    why: ({ firstName }, place) => `${firstName} wil gebeld worden en ${place}.`,
    kept: by => `We houden hem vast tot ${by}.`,
  },
  phoneList: {
    ...place,
    why: ({ firstName }, place) =>
      `Het is minder dan 12 uur voor het begin, dus we bellen. ${firstName} ${place} en kan op korte termijn.`,
    kept: untilGiven,
  },
  callsFirst: {
    ...place,
    why: ({ firstName }, place) =>
      `De wachtlijst staat op ‘Wij bellen zelf’. ${firstName} ${place}.`,
    kept: untilGiven,
  },
  mailDown: {
    ...place,
    why: ({ firstName }, place) => `De mail werkt niet, dus we bellen. ${firstName} ${place}.`,
    kept: () => 'De mail werkt niet. Bel zelf, of wacht.',
  },
  moved: {
    about: ({ waits, firstName, date: d }) =>
      waits
        ? `Vertellen: de wachtlijst van ${d.title} is nu voor ${day(d.start)}, ${clock(d.start)} uur.`
        : `Vertellen: ${firstName} staat nu op ${day(d.start)}, ${clock(d.start)} uur, bij ${d.title}.`,
    say: ({ dates, waits }, when, today) =>
      dates
        ? `Deze afspraken zijn verzet. Ze zijn nu ${sayAll(dates, today)}. Kun je dan?`
        : waits
          ? `De afspraak is verzet. Het is nu ${when}. Je staat nog op de lijst.`
          : `Je plek is verzet. Het is nu ${when}. Kun je dan?`,
  },
  placeSure: {
    about: ({ firstName, date: d }, when) =>
      `Vertellen: ${firstName} heeft een plek bij ${d.title}, ${when}.`,
    say: (_, when) =>
      `Je plek is geregeld, ${when}. Onze mail kwam niet bij je aan. Welk adres klopt?`,
    why: ({ firstName }) => `Onze mail kwam niet aan bij ${firstName}.`,
  },
  cancelled: {
    about: ({ date: d }) => `Vertellen: ${d.title} van ${date(d.start)} gaat niet door.`,
    say: (call, when, today) =>
      (call.dates
        ? `Deze afspraken gaan niet door: ${sayAll(call.dates, today)}.`
        : `De afspraak van ${when} gaat niet door.`) + sayWhyOff(call, today),
  },
  onAgain: {
    about: ({ date: d }) => `Vertellen: ${d.title} van ${date(d.start)} gaat toch door.`,
    say: (_, when) => `Goed nieuws: de afspraak van ${when} gaat toch door. Je plek is er nog.`,
  },
  message: {
    about: ({ date: d }) => `Vertellen: een bericht over ${d.title} van ${date(d.start)}.`,
    say: ({ text }) => text ?? '',
  },
  reminder: {
    about: ({ date: d }, when) => `Herinneren: ${d.title}, ${when}.`,
    say: (_, when) => `Je hebt een afspraak bij ons, ${when}. Kom je?`,
    why: ({ firstName }) =>
      `${firstName} vroeg om een herinnering. Mailen kan niet, of kwam niet aan.`,
  },
  meetFirst: {
    about: ({ date: d }) => `Kennismaken: voor het eerst bij ${d.title}, ${date(d.start)}.`,
    say: (_, when) => `Je komt ${when} voor het eerst. Zullen we even kennismaken?`,
    why: () => 'Bij deze groep spreken we iedereen kort vóór de eerste keer.',
  },
}

export const sayAbout = (call: Call, today: string) =>
  words[call.reason].about(call, sayAt(call.date.start, today))

export const sayIt = (call: Call, today: string) =>
  words[call.reason].say(call, sayAt(call.date.start, today), today) + sayOwn(call)

/** The sentence that the activity has for who comes, as in the mails. */
const sayOwn = ({ kind, reason, date: { ownSentence } }: Call) =>
  ownSentence && (kind === 'place' || kind === 'remind' || reason === 'placeSure')
    ? ` Zeg ook: ${ownSentence}`
    : ''

export function sayKeptUntil({ kind, reason, until, late }: Call, today: string): string {
  if (late) return kind === 'place' ? 'De plek kan nu weg zijn.' : ''
  return words[reason].kept?.(sayBy(until, today)) ?? ''
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

export function sayWhyCall(call: Call): string {
  const { reason, firstName, number } = call
  const place = plural(number!, 'staat vooraan', `is nummer ${number} op de lijst`)
  return words[reason].why?.(call, place) ?? `${firstName} heeft geen mail.`
}

const ordinals = ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'zesde', 'zevende', 'achtste']
/** Staat als derde bij Samen eten, maar heeft alleen mail. */
export const sayNoPhone = ({ number, date: d }: NoPhone) =>
  `Staat als ${ordinals[number - 1] ?? `${number}e`} bij ${d.title}, maar heeft alleen mail.`
