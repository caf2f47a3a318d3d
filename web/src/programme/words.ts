// The words of agenda.md section 3 and the small texts around them.
import { day, money } from '../api/moment'
import type { PageData } from '../pages'

export type ActivityDate = PageData<'agenda/ActivityPage'>['date']
export type Line = PageData<'home/HomePage'>['home']['items'][number]

/** What a badge says; `more` stands beside it. */
export interface StatusWords {
  words: string
  more?: string
}

/** The one status of a date in words. "Nu bezig" and "Verplaatst" stand beside it. */
export function statusWords(line: Pick<Line, 'status' | 'free' | 'opensAt'>, waitlistOn = false): StatusWords {
  switch (line.status) {
    case 'walkin': return { words: 'Inloop' }
    case 'open': return { words: 'Aanmelden' }
    case 'few': return { words: line.free === 1 ? 'Nog 1 plek' : `Nog ${line.free} plekken` }
    case 'waitlist': return { words: 'Vol: wachtlijst' }
    case 'full': return { words: 'Vol', more: waitlistOn ? 'De wachtlijst is ook vol. Bel ons gerust.' : 'Bel ons gerust.' }
    case 'notOpen': return { words: `Aanmelden kan vanaf ${line.opensAt ? day(line.opensAt) : 'later'}` }
    case 'closed': return { words: 'Aanmelden kan niet meer.', more: 'Bel ons, misschien is er nog plek.' }
    case 'staffOnly': return { words: 'Instappen kan nu alleen in overleg.', more: 'Bel ons.' }
    case 'cancelled': return { words: 'Gaat niet door' }
    case 'done': return { words: 'Deze activiteit is geweest' }
  }
}

/** "Verplaatst naar {datum, plaats}": only what changed is named, so a new room on the same day reads "Verplaatst naar Grote tafel". */
export function movedWords(line: Pick<Line, 'start' | 'room' | 'moved'>): string | undefined {
  if (!line.moved) return undefined
  const otherTime = line.moved.start !== line.start
  return 'Verplaatst naar ' + [otherTime && day(line.start), (!otherTime || line.moved.room !== line.room) && line.room].filter(Boolean).join(', ')
}

export const categoryWords: Record<Line['category'], string> = {
  'ontmoeting': 'Ontmoeting', 'praten-en-delen': 'Praten en delen', 'leren': 'Leren', 'creatief': 'Creatief', 'bewegen': 'Bewegen',
  'samen-eten': 'Samen eten', 'naasten': 'Naasten', 'praktisch': 'Praktisch', 'uitstapje': 'Uitstapje',
}

export const audienceWords: Record<Line['audience'][number], string> = {
  everyone: 'Iedereen', relatives: 'Naasten', youngAdults: '18 t/m 30 jaar', firstTimers: 'Mensen die voor het eerst komen', volunteers: 'Vrijwilligers',
}

export const factWords: Record<ActivityDate['facts'][number], string> = {
  lift: 'Er is een lift.', wheelchair: 'Je kunt er met een rolstoel komen.', adaptedToilet: 'Er is een aangepast toilet.',
  hearingLoop: 'Er is een ringleiding.', lowStimulus: 'De ruimte is prikkelarm.', assistanceDog: 'Een hulphond mag mee.',
}

/** gratis · € 1 voor materiaal */
export const costWords = (line: Pick<Line, 'cost' | 'costNote'>) => [money(line.cost), line.costNote].filter(Boolean).join(' ')

/** Vandaag, dinsdag 24 november · Morgen, woensdag 25 november · donderdag 26 november */
export function dayWords(line: Pick<Line, 'day' | 'dayLabel'>): string {
  const label = { today: 'Vandaag, ', tomorrow: 'Morgen, ' }
  return (line.dayLabel ? label[line.dayLabel] : '') + day(line.day)
}

/** Reeks van 8, nu de 4e. Nothing for a single date. */
export function seriesWords(line: Pick<Line, 'kind' | 'session' | 'sessions'>): string | undefined {
  if (line.kind !== 'series') return undefined
  return line.session > 1 ? `Reeks van ${line.sessions}, nu de ${line.session}e` : `Reeks van ${line.sessions}`
}

