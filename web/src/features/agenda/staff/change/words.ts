// The words of what changes of a whole date, for staff.
import { plural } from '../../../../api/count'
import { many, people } from '../../../../staff/count'
import { capital, clock, day, span } from '../../../../api/moment'
import type { components } from '../../../../api/schema.gen'
import type { Act } from '../../../../staff/press'
import { sayAct, staffName } from '../peopleWords'

type Schemas = components['schemas']
export type DateChoices = Schemas['DateChoices']
export type TellCheck = Schemas['TellCheck']
export type DateSeen = Schemas['DateSeen']
export type ScopeName = DateChoices['scopes'][number]['scope']
type Reason = NonNullable<Schemas['CallOff']['reason']>
type InsteadDate = DateChoices['instead'][number]

export type MeetingSeen = DateChoices['meetings'][number]

/** Bijeenkomst 3 van 8: dinsdag 1 december, 13.30 tot 15.30 uur */
export const sayMeeting = (m: MeetingSeen) =>
  `Bijeenkomst ${m.number} van ${m.of}: ${day(m.start)}, ${span(m.start, m.end)}`

/** Alle 3 bijeenkomsten die nog komen */
export const sayWhole = (all: readonly MeetingSeen[]) => {
  const n = all.filter(m => !m.off).length
  return plural(n, 'De bijeenkomst die nog komt', `Alle ${n} bijeenkomsten die nog komen`)
}

/** Why it does not go on, with the sentence that visitors read. */
export const reasons: readonly (readonly [Reason, words: string, sentence: string])[] = [
  ['ill', 'De begeleider is ziek', 'De begeleider is ziek.'],
  ['staff', 'We hebben te weinig mensen', 'We hebben te weinig mensen om dit te doen.'],
  ['signUps', 'Er zijn te weinig aanmeldingen', 'Er zijn te weinig aanmeldingen.'],
  ['weather', 'Het weer', 'Het weer is te slecht.'],
  ['building', 'Iets met het gebouw', 'Er is iets met het gebouw.'],
  ['other', 'Iets anders', ''],
]
/** Nobody typed it: it may go when another reason is chosen. */
export const isOurs = (text: string) => text === '' || reasons.some(r => r[2] === text)

/** What somebody filled in so far; kept in the tab. */
export interface Answers {
  reason: Reason | ''
  text: string
  /** The id of a date, `text` or `none`. */
  instead: string
  insteadText: string
}

/** Kom naar de inloop, van 13.00 tot 17.00 uur. */
export const sayWalkin = (d: InsteadDate) => `Kom naar de inloop, van ${span(d.start, d.end)}.`

/** dinsdag 1 december, 13.30 uur, nog 3 plekken */
export const sayNext = (d: InsteadDate) =>
  [day(d.start), `${clock(d.start)} uur`, d.free !== undefined && many(d.free, 'nog 1 plek')]
    .filter(Boolean)
    .join(', ')

/** What is proposed before anybody chooses. */
export const firstAnswers = ({ instead: [first] }: DateChoices): Answers => ({
  reason: '',
  text: '',
  instead: first?.id ?? 'none',
  insteadText: '',
})

/** What the server is asked. */
export function bodyOf(a: Answers, { instead }: DateChoices): Schemas['CallOff'] {
  const chosen = instead.find(d => d.id === a.instead)
  return {
    ...(a.reason && { reason: a.reason }),
    text: a.text,
    ...(a.instead === 'text' && { insteadText: a.insteadText }),
    ...(chosen?.kind === 'walkin' && { insteadText: sayWalkin(chosen) }),
    ...(chosen?.kind === 'next' && { insteadDate: chosen.id }),
  }
}

export function sayInstead(a: Answers, { instead }: DateChoices): string {
  const chosen = instead.find(d => d.id === a.instead)
  if (chosen) return chosen.kind === 'walkin' ? sayWalkin(chosen) : `Kom op ${sayNext(chosen)}.`
  return a.instead === 'text' ? a.insteadText : 'Niets'
}

/** Why a sentence for visitors was refused. */
export function sayFault(code: string): string {
  switch (code) {
    case 'phone':
      return 'Zet geen telefoonnummer in deze zin. Ons nummer staat er al bij.'
    case 'email':
      return 'Zet geen mailadres in deze zin.'
    case 'too_long':
      return 'Deze zin is te lang. Maak hem korter, tot 200 tekens.'
    case 'choice':
      return 'Deze datum kan niet meer. Kies iets anders.'
  }
  return 'Schrijf één zin voor bezoekers.'
}

/** Zeg af en vertel het 8 mensen */
export const sayPress = ({ mail, call }: TellCheck) =>
  mail + call === 0 ? 'Zeg af' : `Zeg af en vertel het ${people(mail + call)}`

/** Who changed what the screen showed. */
export const sayChanged = (was: Act | undefined, now: Act | undefined) =>
  sayLook(was, now, 'Iemand meldde zich aan of af.')

/** The same, when it goes on again: who heard that it does not is what makes the difference. */
export const sayHeard = (was: TellCheck, now: TellCheck) =>
  sayLook(
    was.last,
    now.last,
    now.mail + now.call > was.mail + was.call
      ? 'Intussen hoorden mensen dat het niet doorgaat.'
      : 'Dit is intussen veranderd.',
  )

function sayLook(was: Act | undefined, now: Act | undefined, otherwise: string): string {
  const who = now && now.id !== was?.id ? `${sayAct(now)}.` : otherwise
  return `${who} Kijk nog even na en druk nog een keer.`
}

/** Noor heeft dit om 12.28 uur al afgezegd. Iedereen krijgt bericht. Je hoeft niets te doen. */
export const sayFirst = (act: Act) =>
  `${staffName(act.by)} heeft dit om ${clock(act.at)} uur al afgezegd. Iedereen krijgt bericht. Je hoeft niets te doen.`

/** 24 datums, 52 mensen */
export const sayScope = ({ dates, people: n }: DateChoices['scopes'][number]) =>
  `${many(dates, '1 datum')}, ${people(n)}`

/** What each scope is called. */
export const scopeWords: Readonly<Record<ScopeName, string>> = {
  this: 'Alleen deze datum',
  later: 'Deze en latere datums',
  all: 'Alle komende datums',
}

/** Of a date that does not go on: those that were called off with it. */
export const backWords: Readonly<Record<ScopeName, string>> = {
  ...scopeWords,
  all: 'Alle datums die tegelijk zijn afgezegd',
}

/** 5 datums gaan weer door. */
export const sayBack = (n: number) => many(n, '1 datum gaat weer door.')

/** What the server is asked of a scope. */
export const scopeOf = (scope: ScopeName, own = false) =>
  scope === 'this' ? {} : { scope, ...(own && { own }) }

/** 22 datums veranderen. 1 blijft zoals hij is. */
export function sayDates({
  dates = [],
  change = 0,
}: {
  dates?: readonly unknown[]
  change?: number
}): string {
  const stay = dates.length - change
  const some = many(change, '1 datum verandert.')
  if (stay === 0) return some
  return `${some} ${plural(stay, '1 blijft zoals hij is.', `${stay} blijven zoals ze zijn.`)}`
}

/** Het gaat om 5 datums. 6 mensen krijgen een mail en 2 moeten we bellen. */
export function sayTold({ mails = 0, calls = 0, dates = 0 }: Act): string {
  const all = dates > 1 ? `Het gaat om ${dates} datums. ` : ''
  return all + sayWho(mails, calls)
}

function sayWho(mails: number, calls: number): string {
  const parts = [
    mails > 0 && `${people(mails, 'krijgt')} een mail`,
    calls > 0 && `${people(calls)} moeten we bellen`,
  ].filter(Boolean)
  return parts.length > 0
    ? capital(parts.join(' en ')) + '.'
    : 'Er was niemand om het aan te vertellen.'
}
