// The line on the door: its sentences.
import { capital, clock, date, wall, weekday } from '../api/moment'
import type { Site } from '../pages'

type OpenNow = Site['openNow']

export interface Door {
  open: boolean
  /** The sentence that stands large, without its full stop, and the one after it. */
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
  if (now.state === 'open') return { lead: `Nu open tot ${wall(now.until!)} uur`, rest: '' }
  if (now.state === 'later')
    return { lead: `Vandaag open van ${wall(now.from!)} tot ${wall(now.to!)} uur`, rest: '' }
  if (!now.next)
    return {
      lead: 'We zijn voorlopig dicht',
      rest: phone && `Bel ${phone} als je iets wilt weten.`,
    }
  const { from, to } = now.next
  const again = `${nextDay(now.next)} zijn we weer open van ${wall(from)} tot ${wall(to)} uur`
  const today = now.state === 'after' ? 'We zijn nu dicht' : 'Vandaag zijn we dicht'
  const reason = now.state !== 'after' && now.reason
  const shut = today + (reason ? `: ${bare(reason)}` : '')
  const [lead, rest] = againFirst ? [again, shut] : [shut, again]
  return { lead, rest: rest + '.' }
}

/** Morgen · Maandag · Maandag 4 januari */
function nextDay(next: NonNullable<OpenNow['next']>): string {
  if (next.label === 'tomorrow') return 'Morgen'
  return capital(weekday(next.day)) + (next.label === 'date' ? ' ' + date(next.day) : '')
}

/** A reason stands inside our sentence: without its own full stop. */
const bare = (reason: string) => reason.replace(/\.\s*$/, '')
