import { useCallback, useRef } from 'react'
import { clock } from '../../../../api/moment'
import * as to from '../../../../paths'
import { check, plus } from '../../../../staff/icons'
import { useRead } from '../../../../staff/useRead'
import { Icon } from '../../../../ui/Icon'
import { phone } from '../../../../ui/icons'
import type { OnDate } from '../onDate'
import { PersonActs } from '../PersonActs'
import { PersonRow } from '../PersonRow'
import { minus } from '../peopleIcons'
import { nameOf, type DatePeople } from '../peopleWords'
import { steady, type Person, type Session } from './model'
import type { OnToday } from './onToday'

const minute = 60_000
/** So long a colleague who ticks too is named. */
const beside = 10 * minute

interface Props {
  on: OnToday
  session: Session
  people: readonly Person[]
  /** Both buttons: the meeting is over. */
  over?: boolean
}

/** Who comes to a meeting; only the button ticks somebody, not the row. */
export function People({ on, session, people, over = false }: Props) {
  const before = useRef<readonly Person[]>([])
  const all = steady(people, before.current)
  before.current = all
  return (
    <>
      <ul className={all.length > 5 ? 'who who-2' : 'who'}>
        {all.map(p => (
          <PersonRow
            key={p.id}
            person={p}
            tags={p.way === 'self' ? ['kijkt zelf'] : []}
            late={p.mails.some(m => m.state === 'dead') ? 'mail komt niet aan' : undefined}
            recent={recentOf(p, on)}
            tick={
              over ? (
                <span className="facts-row">
                  <Says on={on} session={session} person={p} wanted="here" />
                  <Says on={on} session={session} person={p} wanted="absent" />
                </span>
              ) : (
                <Says on={on} session={session} person={p} wanted="here" />
              )
            }
          >
            {() => <Opened on={on} session={session} person={p} over={over} />}
          </PersonRow>
        ))}
      </ul>
      <Beside on={on} people={all} />
    </>
  )
}

interface OneProps {
  on: OnToday
  session: Session
  person: Person
}

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

/** Fatima, 13.44 uur: for a minute, of what somebody else tapped. */
function recentOf({ by, since }: Person, { me, now }: OnToday): string | undefined {
  if (!by || !since || by === me || now - Date.parse(since) > minute) return undefined
  return `${by}, ${clock(since)} uur`
}

function Beside({ on: { me, now }, people }: { on: OnToday; people: readonly Person[] }) {
  const who = people.find(
    ({ by, since }) => by && by !== me && since && now - Date.parse(since) < beside,
  )?.by
  if (!who) return null
  return <p className="small muted">{who} vinkt ook af. Wat je ziet, is van jullie samen.</p>
}

/** What opens under a name. The rest of the date is fetched now: without network there is less. */
function Opened({ on, session, person, over }: OneProps & { over: boolean }) {
  const url = `/api/occurrences/${encodeURIComponent(session.occurrence)}/people`
  const { read, again } = useRead<DatePeople>(on.auth, url)
  const both = useCallback(async () => {
    again()
    await on.reload()
  }, [again, on])
  const date = read.is === 'known' ? read.data : undefined
  const same = date?.people.find(p => p.id === person.id)
  const whole: OnDate | undefined = date && {
    auth: on.auth,
    date,
    now: on.now,
    begun: on.now >= Date.parse(date.begins),
    over: on.now >= Date.parse(date.ends),
    bars: on.bars,
    reload: both,
    print: on.print,
  }
  return (
    <>
      {person.guests > 0 && <Came on={on} session={session} person={person} />}
      {!over && person.state !== 'here' && (
        <p>
          <Says on={on} session={session} person={person} wanted="absent" />
        </p>
      )}
      {whole && same ? (
        <PersonActs on={whole} person={same} />
      ) : (
        person.phone && (
          <p>
            <a className="tel" href={to.tel(person.phone)}>
              <Icon of={phone} />
              {person.phone}
            </a>
          </p>
        )
      )}
    </>
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
