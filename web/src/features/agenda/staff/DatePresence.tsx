import { useState, type ReactNode } from 'react'
import { fullDay, span } from '../../../api/moment'
import type { User } from '../../../auth/types'
import { Chips } from '../../../staff/lists/Chips'
import { PressButton } from '../../../ui/PressButton'
import { dayAt, type OnDate } from './onDate'
import { staffName, type DatePeople } from './peopleWords'
import { openOf, type Person } from './today/model'
import { Net } from './today/Net'
import { presenceOn, recentTap, Tick, TickMore } from './today/Presence'
import { tellOf } from './today/tellOf'
import { useEvening } from './today/useEvening'
import { sayHere, sayWas } from './today/words'

type Meeting = DatePeople['sessionList'][number]

/** What the row of somebody gets of a meeting that began, or begins today. */
export interface RowPresence {
  tick: ReactNode
  more: ReactNode
  recent: string | undefined
}
export type PresenceOf = (registration: string) => RowPresence | undefined

/** The meeting whose presence is on the screen: until somebody chooses, the last that began. */
export interface MeetingShown {
  all: readonly Meeting[]
  one: Meeting | undefined
  /** It is its day, or later: there is something to tick. */
  begun: boolean
  pick(id: string): void
}

export function useMeeting({ date, now }: Pick<OnDate, 'date' | 'now'>): MeetingShown {
  const [picked, pick] = useState('')
  const all = date.sessionList
  const today = dayAt(now)
  const due = (m: Meeting) => m.status !== 'cancelled' && m.start.slice(0, 10) <= today
  const one = all.find(m => m.id === picked) ?? all.findLast(due) ?? all[0]
  return {
    all,
    one,
    begun: !!one && due(one) && date.date.status !== 'cancelled',
    pick,
  }
}

interface Props {
  on: OnDate
  user: User
  meeting: MeetingShown
  /** The last question about the date had no answer. */
  stale: boolean
  children(presence: PresenceOf): ReactNode
}

const nothing: PresenceOf = () => undefined

/** The people of a date with their presence at one meeting. */
export function WithPresence({ on, user, meeting, stale, children }: Props) {
  const { all, one, begun, pick } = meeting
  return (
    <>
      {all.length > 1 && one && (
        <>
          <Chips
            label="Bijeenkomst"
            of={all.map((m, i) => [m.id, String(i + 1)])}
            now={one.id}
            choose={pick}
          />
          <p>
            {fullDay(one.start)}, {span(one.start, one.end)}.{' '}
            {one.status === 'cancelled'
              ? 'Gaat niet door.'
              : !begun && 'Afvinken kan vanaf die dag.'}
          </p>
        </>
      )}
      {one && begun ? (
        // another day is another question, with its own answer
        <Ticked key={one.start.slice(0, 10)} {...{ on, user, one, stale, children }} />
      ) : (
        children(nothing)
      )}
    </>
  )
}

function Ticked({
  on,
  user,
  one,
  stale,
  children,
}: Pick<Props, 'on' | 'user' | 'stale' | 'children'> & { one: Meeting }) {
  const day = one.start.slice(0, 10)
  const evening = useEvening({
    auth: on.auth,
    user,
    day,
    practice: false,
    told: tellOf,
  })
  const { today, now } = evening
  const session = today?.sessions.find(s => s.id === one.id)
  const over = Date.parse(one.end) <= now
  const taps = presenceOn(evening, day, user.uid)
  const beside = { me: staffName(user.name), now }
  const open = session ? openOf(session) : []
  const presence: PresenceOf = id => {
    const person = session?.mine ? session.people?.find(p => p.id === id) : undefined
    if (!session || !person) return undefined
    const row = { on: taps, session, person, over }
    return {
      tick: <Tick {...row} />,
      more: <TickMore {...row} />,
      recent: recentTap(person, beside),
    }
  }
  const absent = (p: Person) => session && taps.say(session, p, 'absent')
  return (
    <>
      {stale && !evening.offline && <Stale />}
      <Net evening={evening} auth={on.auth} uid={user.uid} />
      {session && session.taken + session.here > 0 && (
        <p>
          <strong>{over ? sayWas(session) : sayHere(session)}</strong>
        </p>
      )}
      {children(presence)}
      {over && session?.mine && open.length > 1 && (
        <p>
          <PressButton second press={() => open.forEach(absent)}>
            Zet alle {open.length} op niet gekomen
          </PressButton>
        </p>
      )}
    </>
  )
}

/** The people on the screen may have changed. */
export const Stale = () => (
  <p className="net net-off" role="status">
    Geen verbinding. Dit is de lijst van zonet.
  </p>
)
