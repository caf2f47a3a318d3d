// The words about the people of a date, for staff.
import { plural } from '../../../api/count'
import { many, people, waits } from '../../../staff/count'
import { capital, clock, day, weekday } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import type { Act, Done } from '../../../staff/press'

type Schemas = components['schemas']
export type DatePeople = Schemas['DatePeople']
export type PersonSeen = Schemas['PersonSeen']
export type MailSeen = Schemas['MailSeen']
export type DeskDate = Schemas['DeskDate']
export type DeskSentences = Schemas['DeskSentences']
export type MessageCheck = Schemas['MessageCheck']
type Kept = Schemas['KeptPlace']

/** Anja A: as the screen calls somebody. */
export const nameOf = ({ firstName, letter }: Pick<PersonSeen, 'firstName' | 'letter'>) =>
  letter ? `${firstName} ${letter}` : firstName

/** On paper a first name has at most 20 characters. */
export const paperName = (p: Pick<PersonSeen, 'firstName' | 'letter'>) =>
  nameOf({ ...p, firstName: [...p.firstName].slice(0, 20).join('') })

/** vandaag 13.30 uur · dinsdag 1 december, 13.30 uur */
export function sayStart({ start, dayLabel }: Pick<DeskDate, 'start' | 'dayLabel'>): string {
  const when = dayLabel === 'today' ? 'vandaag' : dayLabel === 'tomorrow' ? 'morgen' : ''
  return when ? `${when} ${clock(start)} uur` : `${day(start)}, ${clock(start)} uur`
}

/** How a moment is told beside a name: "vandaag 11.20 uur", "zondag", "zondag 4 oktober". */
export function sayWhenDone(at: string, now: string): string {
  if (at.slice(0, 10) === now.slice(0, 10)) return `vandaag ${clock(at)} uur`
  const days = (Date.parse(now.slice(0, 10)) - Date.parse(at.slice(0, 10))) / 86_400_000
  return days < 7 ? weekday(at) : day(at)
}

/** 2 plekken · vol, 2 wachten */
export function sayRoom({ free, waiting, capacity }: DeskDate): string {
  if (free === undefined || capacity === undefined) return 'Geen grens'
  if (free > 0) return many(free, '1 plek')
  return waiting === 0 ? 'Vol' : `Vol, ${waits(waiting)}`
}

/** 12 van de 12 */
export const sayCount = (taken: number, capacity: number | undefined) =>
  capacity === undefined ? people(taken) : `${taken} van de ${capacity}`

/** 3 wachten · 2 voor het eerst · 1 heeft iets nodig */
export function sayFacts({ people: all, desk }: DatePeople): string {
  const first = all.filter(p => p.firstTime).length
  const needs = all.filter(p => sayNeed(p) !== '').length
  return [
    desk.waiting > 0 && waits(desk.waiting),
    first > 0 && `${first} voor het eerst`,
    needs > 0 && plural(needs, 'iemand heeft iets nodig', `${needs} hebben iets nodig`),
  ]
    .filter(Boolean)
    .join(' · ')
}

type CallSeen = Schemas['CallSeen']

const callTags: Readonly<Record<CallSeen['state'], string>> = {
  waits: 'nog bellen',
  calling: 'wordt gebeld',
  notReached: 'niet bereikt',
  missed: 'niet bereikt',
}
/** How the call to somebody stands, behind their name. */
export const sayCallTag = ({ state, last }: CallSeen) =>
  state === 'missed' && !last ? 'niet gebeld' : callTags[state]

/** 2 mensen nog bellen. Eén mens niet bereikt. */
export function sayCallsLeft({ people: all, cancelled }: DatePeople): string {
  const calls = [...all, ...cancelled].flatMap(({ call }) => (call ? [call] : []))
  const missed = calls.filter(c => c.state === 'missed').length
  const left = calls.length - missed
  return [
    left > 0 && `${capital(people(left))} nog bellen.`,
    missed > 0 && `${capital(people(missed))} niet bereikt vóór het begin.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const diets: Readonly<Record<string, string>> = {
  vegetarian: 'vegetarisch',
  noPork: 'geen varkensvlees',
}

/** What somebody needs, in one line; empty when nothing was said. */
export function sayNeed({ support, diet }: Pick<PersonSeen, 'support' | 'diet'>): string {
  const food = (diet?.choices ?? []).map(c => diets[c] ?? diet?.other).filter(Boolean)
  return [support, food.length > 0 && `Eten: ${food.join(', ')}.`].filter(Boolean).join(' ')
}

/** Vera krijgt het aanbod over 10 minuten. */
export function sayCaused({ act, caused = [] }: Done): string {
  return caused
    .map(({ kind, name, at }) => {
      if (kind === 'free') return 'De plek is vrij.'
      if (kind === 'nextCalled') return ''
      const minutes = at ? Math.round((Date.parse(at) - Date.parse(act.at)) / 60_000) : 0
      const wait = many(minutes, '1 minuut')
      if (kind === 'call')
        return `${name} is ${minutes > 0 ? `over ${wait} ` : ''}aan de beurt: bel zelf.`
      return minutes > 0 ? `${name} krijgt het aanbod over ${wait}.` : `${name} is aan de beurt.`
    })
    .filter(Boolean)
    .join(' ')
}

/** How a colleague is called. */
export const staffName = (name: string) => name.split(' ', 1)[0] || 'Iemand'

/** Somebody did exactly this before. */
const before: Readonly<Record<string, (by: string, who: string) => string>> = {
  cancelled: (by, who) => `${by} meldde ${who} net ook af.`,
  restored: (by, who) => `${by} zette ${who} net ook terug.`,
  moved: (by, who) => `${by} zette ${who} net ook op een andere datum.`,
}
export const sayBefore = ({ kind, by }: Act, who: string) =>
  before[kind]?.(staffName(by), who) ?? `${staffName(by)} deed dit net ook.`

/** Sanne meldde iemand af: the line of an act in "Wat er gebeurde". No visitor is named. */
export function sayAct({ kind, was = 0, now = 0, chair, mails = 0, calls = 0, ...a }: Act): string {
  const by = staffName(a.by)
  switch (kind) {
    case 'cancelled':
      return `${by} meldde iemand af`
    case 'restored':
      return `${by} zette iemand terug${chair ? ', met een stoel erbij' : ''}`
    case 'added':
      return `${by} meldde iemand aan${chair ? ', met een stoel erbij' : ''}`
    case 'waits':
      return `${by} zette iemand op de wachtlijst`
    case 'moved':
      return `${by} zette iemand op een andere datum`
    case 'changed':
      return `${by} veranderde een aanmelding`
    case 'seats':
      return `${by} maakte van ${many(was, '1 plek')} ${now}`
    case 'unnamed':
      return now > was
        ? `${by} telde iemand zonder naam${chair ? ', met een stoel erbij' : ''}`
        : `${by} haalde iemand zonder naam eraf`
    case 'given':
      return `${by} gaf iemand van de wachtlijst een plek${chair ? ', met een stoel erbij' : ''}`
    case 'called':
      return `${by} belde iemand`
    case 'skipped':
      return `${by} sloeg iemand op de wachtlijst over`
    case 'removed':
      return `${by} haalde iemand van de wachtlijst`
    case 'putBack':
      return `${by} zette iemand terug op de wachtlijst`
    case 'opened':
      return `${by} maakte vrij voor iedereen`
    case 'stopped':
      return `${by} stopte met aanbieden`
    case 'resumed':
      return `${by} ging verder met aanbieden`
    case 'mailed':
      return `${by} mailde een aanbod`
    case 'message':
      return `${by} stuurde een bericht aan ${mails}${calls > 0 ? ` en zette er ${calls} op de bellijst` : ''}`
    case 'printed':
      return `${by} printte de lijst`
    case 'code':
      return `${by} maakte een nieuwe code`
    case 'resent':
      return `${by} stuurde een mail opnieuw`
    case 'unsent':
      return `${by} hield een mail tegen`
    case 'off':
      return `${by} zei dat het niet doorgaat`
    case 'onAgain':
      return `${by} liet het toch doorgaan`
    case 'shifted':
      return `${by} verplaatste deze datum`
    case 'values':
      return `${by} veranderde deze datum`
    case 'host':
      return `${by} liet iemand anders ontvangen`
    case 'called':
      return `${by} belde iemand`
    case 'skipped':
      return `${by} sloeg iemand op de wachtlijst over`
    case 'removed':
      return `${by} haalde iemand van de wachtlijst`
    case 'putBack':
      return `${by} zette iemand terug op de wachtlijst`
    case 'opened':
      return `${by} maakte een plek vrij voor iedereen`
    case 'stopped':
      return `${by} zette het aanbieden stil`
    case 'resumed':
      return `${by} liet het aanbieden weer verdergaan`
    case 'mailed':
      return `${by} mailde iemand een aanbod`
  }
}

const ways: Readonly<Record<PersonSeen['source'], string>> = {
  site: 'via de site',
  telefoon: 'per telefoon',
  balie: 'aan de balie',
}
/** Aangemeld op vrijdag 20 november om 14.02 uur, via de site. */
export const sayFrom = ({ createdAt, source }: PersonSeen) =>
  `Aangemeld op ${day(createdAt)} om ${clock(createdAt)} uur, ${ways[source]}.`

const moment = (at: string) => `${day(at)} ${clock(at)} uur`

/** Why a free place is kept, in one sentence; empty when there is nothing to say. */
export function sayKept({ reason, name = 'Iemand', until }: Kept): string {
  switch (reason) {
    case 'offered':
      return until ? `${name} heeft een aanbod tot ${moment(until)}.` : `${name} krijgt een aanbod.`
    case 'offeredPhone':
      return `${name} wil gebeld worden over een vrije plek.`
    case 'undo':
      return `Er is een plek vrij. ${name} is aan de beurt zodra dit niet meer terug kan.`
    case 'waitsForHours':
      return until
        ? `De plek wordt ${moment(until)} aangeboden.`
        : 'De plek wordt later aangeboden.'
    case 'phoneList':
      return 'Minder dan 12 uur voor het begin: bel zelf.'
    case 'callsFirst':
      return 'Wachtlijst staat op ‘Wij bellen zelf’.'
    case 'stopped':
      return 'Automatisch aanbieden staat stil.'
    case 'cancelled':
      return 'Automatisch aanbieden staat stil: de datum gaat niet door, of bezoekers zien hem niet.'
    case 'mailDown':
      return 'De mail werkt niet. Bel zelf, of wacht.'
    case 'waitsForAnswer':
      return `${name} vroeg om meer plekken. We wachten op het antwoord.`
  }
}

/** Of a chair more than a date can have. */
export const sayTooMany = (fields: readonly { name: string }[]) =>
  fields.some(f => f.name === 'capacity') ? 'Meer dan 500 plekken kan niet.' : ''

/** The sentences of a refusal that belongs to no field. */
export function sayRefusal(code: string): string {
  switch (code) {
    case 'forbidden':
      return 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
    case 'gone':
      return 'Deze datum gaat niet door. Er is niets veranderd.'
    case 'closed':
      return 'Dit kan niet meer: het is al begonnen of voorbij.'
    case 'full':
      return 'Er is geen plek.'
    case 'waitlist_full':
      return 'De wachtlijst is ook vol.'
    case 'not_found':
      return 'Dit is er niet meer. Kijk wat er nu staat.'
    case 'conflict':
    case 'precondition_failed':
      return 'Dit is intussen veranderd. Kijk nog even na en druk nog een keer.'
  }
  return 'Het lukt nu niet. Probeer het straks opnieuw.'
}
