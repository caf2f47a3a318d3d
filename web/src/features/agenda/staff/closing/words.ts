// The words of closing the house, for staff.
import { sayFault as saySentenceFault } from '../change/words'
import { people, waits } from '../../../../staff/count'
import { capital, day, span, wall, weekdayNumber } from '../../../../api/moment'
import type { components } from '../../../../api/schema.gen'
import { sayAt } from '../../../../staff/words'
import { staffName } from '../peopleWords'

type Schemas = components['schemas']
export type ClosingChoices = Schemas['ClosingChoices']
export type ClosingCheck = Schemas['ClosingCheck']
export type ClosureSeen = Schemas['ClosureSeen']
export type ClosingDone = Schemas['ClosingDone']
export type Effect = 'hours' | 'dates' | 'tell' | 'announcement'
type Stays = ClosingCheck['stays'][number]

/** The sentences that are ready; visitors read them. */
export const sentences = [
  'We hebben even te weinig mensen.',
  'Iemand van ons is ziek.',
  'Er is iets met het gebouw.',
] as const

export const effects: readonly (readonly [Effect, words: string])[] = [
  ['hours', 'De openingstijden aanpassen'],
  ['dates', 'Afzeggen wat er dan is'],
  ['tell', 'Het vertellen, met mail en bellijst'],
  ['announcement', 'Een concept voor de melding klaarzetten'],
]

/** Which of the ready answers to "when". */
export type Ready = 'rest' | 'evening' | 'tomorrow' | 'other'

/** What somebody filled in so far. */
export interface Answers {
  when: Ready | ''
  first: string
  last: string
  from: string
  to: string
  weekly: boolean
  /** One of the ready sentences, or `other`. */
  reason: string
  text: string
  without: readonly Effect[]
  also: readonly string[]
}

export const firstAnswers: Answers = {
  when: '',
  first: '',
  last: '',
  from: '',
  to: '',
  weekly: false,
  reason: '',
  text: '',
  without: [],
  also: [],
}

/** Opened from a day: that day is filled in. */
export const answersFor = (day: string, { plan, today }: ClosingChoices): Answers =>
  plan && day >= today && /^\d{4}-\d\d-\d\d$/.test(day)
    ? { ...firstAnswers, when: 'other', first: day, last: day }
    : firstAnswers

/** Of a closure that changes. */
export const answersOf = (c: ClosureSeen): Answers => ({
  ...firstAnswers,
  when: 'other',
  first: c.first,
  last: c.last,
  from: wholeDay(c) ? '' : c.from,
  to: wholeDay(c) ? '' : c.to,
  weekly: (c.weekday ?? 0) > 0,
  reason: (sentences as readonly string[]).includes(c.reason) ? c.reason : 'other',
  text: c.reason,
  without: c.without as Effect[],
})

const evening = '17.00'

/** When the evening or the afternoon of today is. */
export const partOf = ({ now, until }: ClosingChoices) =>
  until > evening
    ? { name: 'Vanavond', from: now > evening ? now : evening, to: until }
    : { name: 'Vanmiddag', from: now > '12.00' ? now : '12.00', to: until }

/** Monday is 1. */
const weekdayOf = (d: string) => ((new Date(d + 'T12:00:00Z').getUTCDay() + 6) % 7) + 1

/** What the server is asked. */
export function bodyOf(a: Answers, of: ClosingChoices): Schemas['Closing'] {
  const part = partOf(of)
  const when = {
    rest: { first: of.today, from: of.now, to: '24.00' },
    evening: { first: of.today, from: part.from, to: part.to },
    tomorrow: { first: of.tomorrow },
    other: {
      first: a.first,
      last: a.last || a.first,
      from: a.from,
      to: a.to,
      ...(a.weekly && a.first && { weekday: weekdayOf(a.first) }),
    },
    '': {},
  }[a.when]
  const without = a.without.includes('dates')
    ? [...new Set<Effect>([...a.without, 'tell'])]
    : [...a.without]
  return {
    ...when,
    reason: a.reason === 'other' ? a.text : a.reason,
    ...(without.length > 0 && { without }),
    ...(a.also.length > 0 && { also: [...a.also] }),
  }
}

interface Span {
  first: string
  last: string
  weekday?: number
  from: string
  to: string
}

const wholeDay = (c: Span) => c.from === '00.00' && c.to === '24.00'

/** The house is closed on one of these days. */
export function touches(c: Span, from: string, to: string): boolean {
  const first = c.first > from ? c.first : from
  const last = c.last < to ? c.last : to
  if (first > last || !c.weekday) return first <= last
  const until = (Date.parse(last) - Date.parse(first)) / 86_400_000
  return (c.weekday - weekdayOf(first) + 7) % 7 <= until
}

/** Dinsdag 24 november, 17.00 tot 19.00 uur */
export function sayWhen(c: Span, today?: string): string {
  const one = c.first === c.last
  const days = one
    ? c.first === today
      ? 'vandaag'
      : day(c.first)
    : c.weekday
      ? `elke ${weekdayNumber(c.weekday)} van ${day(c.first)} tot en met ${day(c.last)}`
      : `${day(c.first)} tot en met ${day(c.last)}`
  if (wholeDay(c)) return capital(one ? `${days}, de hele dag` : days)
  return capital(
    c.to === '24.00'
      ? `${days}, vanaf ${wall(c.from)} uur`
      : `${days}, ${wall(c.from)} tot ${wall(c.to)} uur`,
  )
}

/** What is wrong with a field, by its name. */
export function sayFault(name: string, code: string): string {
  if (name === 'reason') return saySentenceFault(code)
  if (code === 'order' && (name === 'last' || name === 'first'))
    return 'Dit is al voorbij, of de laatste dag ligt vóór de eerste.'
  if (code === 'order') return 'Dit is al voorbij, of het einde ligt vóór het begin.'
  if (code === 'too_long') return 'Dit is te ver weg of te lang. Kies hooguit een jaar.'
  if (name === 'weekday') return 'In deze dagen zit die dag van de week niet.'
  if (name === 'without') return 'Kies ten minste één ding dat we doen.'
  if (name === 'from' || name === 'to') return 'Schrijf een tijd, zoals 17.00.'
  return 'Kies een dag.'
}

/** Why a date stays as it is. */
export function sayStays(s: Stays, today?: string): string {
  const who = s.by ? staffName(s.by) : 'Iemand'
  const at = s.at ? ' ' + sayAt(s.at, today) : ''
  switch (s.why) {
    case 'running':
      return 'Is al bezig. Blijft staan.'
    case 'cancelled':
      return 'Was al afgezegd. Dat blijft zo, ook als je dit terugdraait.'
    case 'covered':
      return 'Hier ligt nog een sluiting over. Komt pas terug als beide weg zijn.'
    case 'on':
      return `${who} liet dit${at} al weer doorgaan. Dat blijft.`
  }
  return `${who} zei dit${at} zelf af. Dat blijft.`
}

const changed: Readonly<Record<string, string>> = {
  seats: 'Het aantal plekken',
  host: 'Wie ontvangt',
  shifted: 'De tijd',
}

export const sayLater = (l: ClosingCheck['later'][number], today?: string) =>
  `${changed[l.kind] ?? 'Iets'} bij ${l.title}: ${staffName(l.by)} veranderde dat ${sayAt(l.at, today)}. Dat blijft.`

/** Samen eten, 17.00 tot 19.00 uur */
export const sayDate = (d: ClosingCheck['off'][number], days: boolean) =>
  `${days ? capital(day(d.start)) + ', ' : ''}${span(d.start, d.end)}`

export const sayPeople = (d: ClosingCheck['off'][number]) =>
  d.mode === 'walkin' ? 'Inloop' : people(d.people) + (d.waiting ? `, ${waits(d.waiting)}` : '')

/** Fatima deed dit al om 14.10 uur: vandaag zijn we dicht. */
export const sayEarlier = (c: ClosureSeen, today: string) =>
  `${staffName(c.by)} deed dit al ${sayAt(c.at, today)}: ` +
  `${sayWhen(c, today).toLowerCase()} zijn we dicht. Je hoeft niets te doen.`

export function sayTold({ mails, calls }: { mails: number; calls: number }): string {
  if (mails + calls === 0) return 'Er was niemand om het aan te vertellen.'
  const parts = [
    mails > 0 && `${people(mails, 'krijgt')} een mail`,
    calls > 0 && `${people(calls)} moeten we bellen`,
  ].filter(Boolean)
  return capital(parts.join(' en ')) + '.'
}
