// The words of the screen of the evening.
import { plural } from '../../../../api/count'
import { many, people, waits } from '../../../../staff/count'
import { capital, clock, day, weekday } from '../../../../api/moment'
import type { Call } from '../callWords'
import type { Notice, Part, Session } from './model'

const few = ['Geen', 'Eén', 'Twee', 'Drie', 'Vier', 'Vijf', 'Zes', 'Zeven', 'Acht', 'Negen']
const parts: Readonly<Record<Part['part'], string>> = {
  morning: 'ochtend',
  afternoon: 'middag',
  evening: 'avond',
}
/** Inloop, middag */
export const sayPart = ({ part }: Pick<Part, 'part'>) => `Inloop, ${parts[part]}`
/** vanmiddag */
export const sayWhenPart = ({ part }: Pick<Part, 'part'>) => 'van' + parts[part]
/** ochtend */
export const partName = (part: Part['part']) => parts[part]

/** Samen eten, 17.00 uur: what tells an act from the same one in another card. */
export const sayWhich = ({ title, start }: Session) => `${title}, ${clock(start)} uur`

/** 6 van de 10 zijn er. */
export function sayHere({ here, taken }: Session): string {
  if (taken === 0 && here === 0) return 'Er is nog niemand aangemeld.'
  return `${here} van de ${Math.max(here, taken)} ${many(here, 'is er.')}`
}

/** 2 mensen komen voor het eerst. */
export const sayFirst = (n: number) =>
  n === 0 ? '' : `${capital(people(n, 'komt'))} voor het eerst.`

/** 6 mensen waren er. Van 2 weten we het nog niet. */
export function sayWas({ here, open, mine }: Session): string {
  const were = `${capital(people(here, 'was'))} er.`
  return mine && open > 0 ? `${were} Van ${open} weten we het nog niet.` : were
}

/** 15 mensen komen. */
export const sayComing = ({ taken }: Session) =>
  taken === 0 ? 'Nog niemand aangemeld.' : `${capital(people(taken, 'komt'))}.`

/** Bij het eten: 4 vegetarisch, 2 geen varkensvlees, 1 anders: geen noten. */
export function sayNeeds(needs: Session['needs']): string {
  if (!needs) return ''
  const { vegetarian, noPork, other = [] } = needs
  const all = [
    vegetarian && `${vegetarian} vegetarisch`,
    noPork && `${noPork} geen varkensvlees`,
    other.length > 0 &&
      `${other.length} anders: ${other.map(o => o.replace(/\.$/, '')).join('; ')}`,
  ].filter(Boolean)
  return `Bij het eten: ${all.join(', ')}.`
}

/** Vol, 2 wachten · Nog 2 plekken */
export function sayRoomLeft({ capacity, free, held, waiting, status }: Session): string {
  if (status === 'cancelled') return 'Gaat niet door'
  if (!capacity) return ''
  if (free + held === 0) return waiting > 0 ? `Vol, ${waits(waiting)}` : 'Vol'
  return free > 0 && free <= 3 ? many(free, 'Nog 1 plek') : ''
}

/** Vol: 16 van de 16. Twee mensen wachten. */
export function sayFull({ taken, capacity = 0, line = [] }: Session): string {
  const full = `Vol: ${taken} van de ${capacity}.`
  if (line.length === 0) return full
  if (line.length === 1) return `${full} Iemand wacht.`
  return `${full} ${few[line.length] ?? line.length} mensen wachten.`
}

/** Nog 2 plekken. Niemand wacht. */
export function sayFree({ capacity, free, held, line = [] }: Session): string {
  const places = capacity
    ? free === 0
      ? many(held, 'Er wordt 1 plek vastgehouden.')
      : many(free, 'Nog 1 plek.')
    : 'Er is plek.'
  return line.length === 0 ? `${places} Niemand wacht.` : places
}

/** Nog 3 mensen zijn er niet. Hun plek blijft van hen tot jij iets anders beslist. */
export const sayMissing = (n: number) =>
  plural(
    n,
    'Nog één mens is er niet. Die plek blijft van hem of haar',
    `Nog ${n} mensen zijn er niet. Hun plek blijft van hen`,
  ) + ' tot jij iets anders beslist.'

/** Gisteren · Over 3 dagen */
export function sayDistance(dayShown: string, today: string): string {
  const n = Math.round((Date.parse(dayShown) - Date.parse(today)) / 86_400_000)
  if (n === 1) return 'Morgen'
  if (n === -1) return 'Gisteren'
  return n > 0 ? `Over ${n} dagen` : `${-n} dagen geleden`
}

/** The day before or after, as the API writes it. */
export const dayBeside = (dayShown: string, step: 1 | -1) =>
  new Date(Date.parse(dayShown) + step * 86_400_000).toISOString().slice(0, 10)

/** Rustig bewegen, maandag: 2 aanmeldingen, 4 nodig */
export function sayNotice(n: Notice, today: string): string {
  if (n.kind === 'dayPart') {
    const when =
      n.day === today ? sayWhenPart({ part: n.part! }) : `${day(n.day)}, ${partName(n.part!)}`
    return `${capital(when)} is er nog niet geteld.`
  }
  const taken = n.taken ?? 0
  return `${n.title}, ${weekday(n.day)}: ${many(taken, '1 aanmelding')}, ${n.least} nodig`
}

const callWords = {
  place: 'Plek bij',
  tell: 'Vertellen over',
  remind: 'Herinneren aan',
  meet: 'Kennismaken voor',
} as const
/** Plek bij Samen eten, dinsdag. Uiterlijk 16.00 uur. */
export const sayCall = ({ kind, date: d, until }: Call) =>
  `${callWords[kind]} ${d.title}, ${weekday(d.start)}. Uiterlijk ${clock(until)} uur.`

/** 3 nog niet verstuurd. */
export const sayUnsent = (n: number) => (n === 0 ? '' : `${n} nog niet verstuurd.`)

/** Morgen: Inloop, 13.00 uur. */
export const sayNext = (next: { day: string; title: string; start: string }, from: string) =>
  `${dayBeside(from, 1) === next.day ? 'Morgen' : capital(day(next.day))}: ${next.title}, ${clock(next.start)} uur.`
