// The line on the door: its sentences.
import { capital, clock, date, wall, weekday } from '../api/moment'
import type { Site } from '../pages'

type OpenNow = Site['openNow']

export interface Door {
  open: boolean
  /** The words that stand large, and what follows them in the same sentence or the next. */
  lead: string
  rest: string
  notes: string[]
}

/** What the sign on the door says; `againFirst` as for Sign. */
export function door(now: OpenNow, phone: string, againFirst = false): Door {
  const notes = now.also.map(
    a =>
      `Wel vandaag: ${a.title}, ${clock(a.start)} tot ${clock(a.end)} uur. Bel aan bij de voordeur.`,
  )
  if (now.partClosed) notes.unshift(partly(now.partClosed))
  return { open: now.state === 'open', ...sentence(now, phone, againFirst), notes }
}

const parts = { morning: 'vanochtend', afternoon: 'vanmiddag', evening: 'vanavond' }

const partly = ({ part, reason }: NonNullable<OpenNow['partClosed']>) =>
  `Let op: ${parts[part]} zijn we dicht${reason ? ': ' + bare(reason) : ''}.`

function sentence(now: OpenNow, phone: string, againFirst: boolean): Pick<Door, 'lead' | 'rest'> {
  if (now.state === 'open') return { lead: 'Nu open', rest: `tot ${wall(now.until!)} uur.` }
  if (now.state === 'later')
    return { lead: 'Vandaag open', rest: `van ${wall(now.from!)} tot ${wall(now.to!)} uur.` }
  if (!now.next)
    return {
      lead: 'We zijn voorlopig dicht.',
      rest: phone && `Bel ${phone} als je iets wilt weten.`,
    }
  const again = `${nextDay(now.next)} zijn we weer open`
  const hours = `van ${wall(now.next.from)} tot ${wall(now.next.to)} uur.`
  const today = now.state === 'after' ? 'We zijn nu dicht' : 'Vandaag zijn we dicht'
  const reason = now.state !== 'after' && now.reason
  const shut = today + (reason ? ':' : '.')
  const why = reason ? ` ${bare(reason)}.` : ''
  return againFirst
    ? { lead: again, rest: `${hours} ${shut}${why}` }
    : { lead: shut, rest: `${why} ${again} ${hours}`.trim() }
}

/** Morgen · Maandag · Maandag 4 januari */
function nextDay(next: NonNullable<OpenNow['next']>): string {
  if (next.label === 'tomorrow') return 'Morgen'
  return capital(weekday(next.day)) + (next.label === 'date' ? ' ' + date(next.day) : '')
}

/** A reason stands inside our sentence: without its own full stop. */
const bare = (reason: string) => reason.replace(/\.\s*$/, '')
