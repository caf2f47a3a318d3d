// The words about the people of a date, for staff.
import { tell } from '../../../staff/tell'
import type { Told } from '../../../staff/tell'
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

const seated = (words: string) => (a: Act) => words + (a.chair ? ', met een stoel erbij' : '')

/** What an act did, behind the name of who did it. No visitor is named. */
const acts: Readonly<Record<Act['kind'], Told<Act>>> = {
  cancelled: 'meldde iemand af',
  restored: seated('zette iemand terug'),
  added: seated('meldde iemand aan'),
  waits: 'zette iemand op de wachtlijst',
  moved: 'zette iemand op een andere datum',
  changed: 'veranderde een aanmelding',
  seats: ({ was = 0, now = 0 }) => `maakte van ${many(was, '1 plek')} ${now}`,
  unnamed: a =>
    (a.now ?? 0) > (a.was ?? 0)
      ? seated('telde iemand zonder naam')(a)
      : 'haalde iemand zonder naam eraf',
  given: seated('gaf iemand van de wachtlijst een plek'),
  called: 'belde iemand',
  skipped: 'sloeg iemand op de wachtlijst over',
  removed: 'haalde iemand van de wachtlijst',
  putBack: 'zette iemand terug op de wachtlijst',
  opened: 'maakte vrij voor iedereen',
  stopped: 'stopte met aanbieden',
  resumed: 'ging verder met aanbieden',
  mailed: 'mailde een aanbod',
  message: ({ mails = 0, calls = 0 }) =>
    `stuurde een bericht aan ${mails}${calls > 0 ? ` en zette er ${calls} op de bellijst` : ''}`,
  printed: 'printte de lijst',
  code: 'maakte een nieuwe code',
  resent: 'stuurde een mail opnieuw',
  unsent: 'hield een mail tegen',
  off: 'zei dat het niet doorgaat',
  onAgain: 'liet het toch doorgaan',
  shifted: 'verplaatste deze datum',
  values: 'veranderde deze datum',
  host: 'liet iemand anders ontvangen',
}
/** Sanne meldde iemand af: the line of an act in "Wat er gebeurde". */
export const sayAct = (act: Act) => `${staffName(act.by)} ${tell(acts[act.kind], act)}`

const ways: Readonly<Record<PersonSeen['source'], string>> = {
  site: 'via de site',
  telefoon: 'per telefoon',
  balie: 'aan de balie',
}
/** Aangemeld op vrijdag 20 november om 14.02 uur, via de site. */
export const sayFrom = ({ createdAt, source }: PersonSeen) =>
  `Aangemeld op ${day(createdAt)} om ${clock(createdAt)} uur, ${ways[source]}.`

const moment = (at: string) => `${day(at)} ${clock(at)} uur`

/** Why a free place is kept, in one sentence. */
const kept: Readonly<Record<Kept['reason'], Told<{ name: string; until?: string | undefined }>>> = {
  offered: ({ name, until }) =>
    until ? `${name} heeft een aanbod tot ${moment(until)}.` : `${name} krijgt een aanbod.`,
  offeredPhone: ({ name }) => `${name} wil gebeld worden over een vrije plek.`,
  undo: ({ name }) => `Er is een plek vrij. ${name} is aan de beurt zodra dit niet meer terug kan.`,
  waitsForHours: ({ until }) =>
    until ? `De plek wordt ${moment(until)} aangeboden.` : 'De plek wordt later aangeboden.',
  phoneList: 'Minder dan 12 uur voor het begin: bel zelf.',
  callsFirst: 'Wachtlijst staat op ‘Wij bellen zelf’.',
  stopped: 'Automatisch aanbieden staat stil.',
  cancelled:
    'Automatisch aanbieden staat stil: de datum gaat niet door, of bezoekers zien hem niet.',
  mailDown: 'De mail werkt niet. Bel zelf, of wacht.',
  waitsForAnswer: ({ name }) => `${name} vroeg om meer plekken. We wachten op het antwoord.`,
}
export const sayKept = ({ reason, name = 'Iemand', until }: Kept) =>
  tell(kept[reason], { name, until })

/** Of a chair more than a date can have. */
export const sayTooMany = (fields: readonly { name: string }[]) =>
  fields.some(f => f.name === 'capacity') ? 'Meer dan 500 plekken kan niet.' : ''

/** The sentences of a refusal that belongs to no field. */
const changed = 'Dit is intussen veranderd. Kijk nog even na en druk nog een keer.'
const refusals: Readonly<Record<string, string>> = {
  forbidden: 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
  gone: 'Deze datum gaat niet door. Er is niets veranderd.',
  closed: 'Dit kan niet meer: het is al begonnen of voorbij.',
  full: 'Er is geen plek.',
  waitlist_full: 'De wachtlijst is ook vol.',
  not_found: 'Dit is er niet meer. Kijk wat er nu staat.',
  conflict: changed,
  precondition_failed: changed,
}
export const sayRefusal = (code: string) =>
  refusals[code] ?? 'Het lukt nu niet. Probeer het straks opnieuw.'
