import { useCallback, useRef } from 'react'
import * as to from '../../../../paths'
import { useRead } from '../../../../staff/api/useRead'
import { Icon } from '../../../../ui/Icon'
import { phone } from '../../../../ui/icons'
import type { OnDate } from '../onDate'
import { PersonActs } from '../PersonActs'
import { PersonRow } from '../PersonRow'
import { steady, type Person, type Session } from './model'
import type { OnToday } from './onToday'
import { recentTap, Tick, TickMore } from './Presence'

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
            recent={recentTap(p, on)}
            tick={<Tick on={on} session={session} person={p} over={over} />}
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

function Beside({ on: { me, now }, people }: { on: OnToday; people: readonly Person[] }) {
  const who = people.find(
    ({ by, since }) => by && by !== me && since && now - Date.parse(since) < beside,
  )?.by
  if (!who) return null
  return <p className="small muted">{who} vinkt ook af. Wat je ziet, is van jullie samen.</p>
}

/** What opens under a name. The rest of the date is fetched now: without network there is less. */
function Opened({ on, session, person, over }: OneProps & { over: boolean }) {
  const { data: date, again } = useRead(on.auth, '/api/occurrences/{o}/people', {
    path: { o: session.occurrence },
  })
  const both = useCallback(async () => {
    void again()
    await on.reload()
  }, [again, on])
  const same = date?.people.find(p => p.id === person.id)
  const whole: OnDate | undefined = date && {
    auth: on.auth,
    date,
    now: on.now,
    begun: on.now >= Date.parse(date.begins),
    over: on.now >= Date.parse(date.ends),
    reload: both,
    print: on.print,
  }
  return (
    <>
      <TickMore on={on} session={session} person={person} over={over} />
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
