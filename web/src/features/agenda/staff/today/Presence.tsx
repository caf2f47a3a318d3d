import { clock } from '../../../../api/moment'
import { check, plus } from '../../../../staff/icons'
import { Icon } from '../../../../ui/Icon'
import { minus } from '../peopleIcons'
import { nameOf } from '../peopleWords'
import type { Person, Session } from './model'
import type { Kept, Tap } from './taps'
import type { Evening } from './useEvening'

/** What the presence of somebody needs of the screen that shows it. */
export interface OnPresence {
  say(session: Session, person: Person, wanted: Person['state'], guests?: number): void
  /** Whether a tap about somebody at a meeting is still on this device. */
  unsentOf(registration: string, session: string): boolean
}

interface OneProps {
  on: OnPresence
  session: Session
  person: Person
}

/** Presence by the taps of a day, for whoever is signed in. */
export function presenceOn(evening: Evening, day: string, uid: string): OnPresence {
  return {
    say: (session, person, wanted, guests) => {
      const tap: Tap = {
        kind: 'attendance',
        day,
        session: session.id,
        registration: person.id,
        wanted,
        ...(wanted === 'here' && { guests: guests ?? person.guests }),
      }
      evening.tap(tap)
    },
    unsentOf: (registration, session) =>
      evening.offline &&
      evening.unsent.some(t => t.tapper.uid === uid && isAbout(t, registration, session)),
  }
}

const isAbout = (t: Kept, registration: string, session: string) =>
  t.kind === 'attendance' && t.registration === registration && t.session === session

/** The button of a row; nobody is absent while the door is open, so the second comes after it. */
export const Tick = ({ over, ...one }: OneProps & { over: boolean }) =>
  over ? (
    <span className="facts-row">
      <Says {...one} wanted="here" />
      <Says {...one} wanted="absent" />
    </span>
  ) : (
    <Says {...one} wanted="here" />
  )

/** What opens under a name about presence: who came along, and "Niet gekomen" before the end. */
export const TickMore = ({ over, ...one }: OneProps & { over: boolean }) => (
  <>
    {one.person.guests > 0 && <Came {...one} />}
    {!over && one.person.state !== 'here' && (
      <p>
        <Says {...one} wanted="absent" />
      </p>
    )}
  </>
)

const words = { here: 'Er', absent: 'Niet gekomen' } as const

/** A button that says what is wanted; pressed when it is so, it takes that back. */
function Says({ on, session, person, wanted }: OneProps & { wanted: keyof typeof words }) {
  const pressed = person.state === wanted
  const kept = pressed && on.unsentOf(person.id, session.id)
  return (
    <button
      className={wanted === 'here' ? 'er' : 'er er-no'}
      type="button"
      aria-pressed={pressed}
      aria-label={`${words[wanted]}: ${nameOf(person)}${kept ? ', nog niet verstuurd' : ''}`}
      onClick={() => on.say(session, person, pressed ? 'open' : wanted)}
    >
      {pressed && wanted === 'here' && <Icon of={check} />}
      {words[wanted]}
      {kept && <span className="wait" />}
    </button>
  )
}

/** 1 meegekomen: who of the guests is there. */
function Came({ on, session, person }: OneProps) {
  const id = 'mee-' + person.id
  const set = (came: number) =>
    on.say(session, person, 'here', Math.min(person.guests, Math.max(0, came)))
  return (
    <div className="facts-row" role="group" aria-labelledby={id}>
      <button
        className="round"
        type="button"
        aria-label="Eén minder meegekomen"
        onClick={() => set(person.came - 1)}
      >
        <Icon of={minus} />
      </button>
      <output className="figure" aria-labelledby={id}>
        {person.came}
      </output>
      <button
        className="round"
        type="button"
        aria-label="Eén meer meegekomen"
        onClick={() => set(person.came + 1)}
      >
        <Icon of={plus} />
      </button>
      <span id={id}>van de {person.guests} meegekomen</span>
    </div>
  )
}

const minute = 60_000

/** Fatima, 13.44 uur: for a minute, of what somebody else tapped. */
export function recentTap(
  { by, since }: Person,
  { me, now }: { me: string; now: number },
): string | undefined {
  if (!by || !since || by === me || now - Date.parse(since) > minute) return undefined
  return `${by}, ${clock(since)} uur`
}
