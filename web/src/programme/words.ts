// The words of a date in the programme: its status, its day.
import { some } from '../api/count'
import { day, fullDay } from '../api/moment'
import type { PageData } from '../pages'

export type ActivityDate = PageData<'agenda/programme/ActivityPage'>['date']
export type Line = PageData<'home/HomePage'>['home']['items'][number]

/** What a badge says; `more` stands beside it. */
export interface StatusWords {
  words: string
  more?: string
}

/** The one status of a date in words. "Nu bezig" and "Verplaatst" stand beside it. */
export function statusWords(
  line: Pick<Line, 'status' | 'free' | 'opensAt'>,
  waitlistOn = false,
): StatusWords {
  switch (line.status) {
    case 'walkin':
      return { words: 'Inloop' }
    case 'open':
      return { words: 'Aanmelden' }
    case 'few':
      return { words: `Nog ${some(line.free!, 'plek', 'plekken')}` }
    case 'waitlist':
      return { words: 'Vol: wachtlijst' }
    case 'full':
      return {
        words: 'Vol',
        more: waitlistOn ? 'De wachtlijst is ook vol. Bel ons gerust.' : 'Bel ons gerust.',
      }
    case 'notOpen':
      return { words: `Aanmelden kan vanaf ${line.opensAt ? fullDay(line.opensAt) : 'later'}` }
    case 'closed':
      return { words: 'Aanmelden kan niet meer.', more: 'Bel ons, misschien is er nog plek.' }
    case 'staffOnly':
      return { words: 'Instappen kan nu alleen in overleg.', more: 'Bel ons.' }
    case 'cancelled':
      return { words: 'Gaat niet door' }
    case 'done':
      return { words: 'Deze activiteit is geweest' }
  }
}

/**
 * "Verplaatst naar {datum, plaats}": only what changed is named, so a new room on the same day
 * reads "Verplaatst naar Grote tafel".
 */
export function movedWords(line: Changed): string | undefined {
  if (!line.moved) return undefined
  const time = otherTime(line)
  return (
    'Verplaatst naar ' +
    [time && day(line.start), (!time || otherRoom(line)) && line.room].filter(Boolean).join(', ')
  )
}

type Changed = Pick<Line, 'start' | 'end' | 'room' | 'moved'>
export const otherTime = ({ start, end, moved }: Changed) =>
  moved !== undefined && (moved.start !== start || moved.end !== end)
export const otherRoom = ({ room, moved }: Changed) => moved !== undefined && moved.room !== room

/** Vandaag, dinsdag 24 november · Morgen, woensdag 25 november · donderdag 26 november */
export function dayWords(line: Pick<Line, 'day' | 'dayLabel'>): string {
  const label = { today: 'Vandaag, ', tomorrow: 'Morgen, ' }
  return (line.dayLabel ? label[line.dayLabel] : '') + day(line.day)
}

/** Reeks van 8, nu de 4e. Nothing for a single date. */
export function seriesWords(line: Pick<Line, 'kind' | 'session' | 'sessions'>): string | undefined {
  if (line.kind !== 'series') return undefined
  return line.session > 1
    ? `Reeks van ${line.sessions}, nu de ${line.session}e`
    : `Reeks van ${line.sessions}`
}

/** The colour says what the words say: now, walk in, sign up, differently; over has none. */
export function lookOf({ status, now, moved }: Pick<Line, 'status' | 'now' | 'moved'>): Look {
  if (status === 'done') return ''
  if (now && status !== 'cancelled') return 'you'
  if (moved) return 'else'
  if (status === 'walkin') return 'come'
  return ['open', 'few', 'notOpen'].includes(status) ? 'join' : 'else'
}

/** The class of a panel (styles/parts.css). */
export type Look = 'you' | 'come' | 'join' | 'else' | ''
