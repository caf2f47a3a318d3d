import './people.css'
import './calls.css'
import { many } from '../../../staff/count'
import { day, span } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { Back } from '../../../staff/Back'
import { info } from '../../../staff/icons'
import { Loaded } from '../../../staff/States'
import { fresh, useRead } from '../../../staff/api/useRead'
import { EmptyState } from '../../../ui/EmptyState'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { sayPlace, type Waitlist } from './lineWords'
import { dayAt, useServerNow } from './onDate'
import { sayCount } from './peopleWords'
import { OnTheList } from './OnTheList'
import { Row } from './WaitRow'
import type { On } from './onList'

/** `/waitlist/occ_…` for staff: who waits for one date, and why nothing happens or what does. */
export default function WaitlistPage({ auth, params }: ScreenProps) {
  const path = { o: params.o ?? '' }
  const read = useRead(auth, '/api/occurrences/{o}/waitlist', { path, ...fresh })
  const { data, error } = read
  if (data)
    return <OneList auth={auth} list={data} stale={error !== undefined} reload={read.again} />
  return (
    <div className="wrap page stack">
      <h1>{error === '404' ? 'Deze datum bestaat niet meer.' : 'Wachtlijst'}</h1>
      {error === '404' ? (
        <p>
          <PageLink to={at('programme')}>Naar het programma</PageLink>
        </p>
      ) : error === '403' ? (
        <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>
      ) : (
        <Loaded of={read} wait="De wachtlijst wordt geladen." what="de wachtlijst" />
      )}
    </div>
  )
}

function OneList({
  auth,
  list,
  stale,
  reload,
}: {
  auth: Auth
  list: Waitlist
  stale: boolean
  reload(): Promise<void>
}) {
  const ms = useServerNow(auth)
  const on: On = { auth, list, now: { ms, today: dayAt(ms) }, reload }
  const { date, entries } = list
  const waiting = entries.filter(e => e.number !== undefined)
  const left = entries.filter(e => e.number === undefined)
  return (
    <div className="wrap page stack">
      <Back to={at('date', date.id)} words="Naar de datum" />
      <div>
        <p className="eyebrow">Wachtlijst</p>
        <h1>
          {date.title}, {day(date.start)}
        </h1>
        <p>
          {span(date.start, date.end)} · {sayCount(list.taken, list.capacity)}
        </p>
      </div>
      {stale && (
        <p className="net net-off" role="status">
          Geen verbinding. Dit is de lijst van zonet.
        </p>
      )}
      <WhyNow on={on} />
      {waiting.length === 0 ? (
        <EmptyState>
          <p>
            <strong>Niemand wacht op een plek.</strong>
          </p>
        </EmptyState>
      ) : (
        <ol className="q box">
          {waiting.map(e => (
            <Row key={e.id} on={on} person={e} />
          ))}
        </ol>
      )}
      <OnTheList on={on} />
      {left.length > 0 && (
        <details className="box fold">
          <summary>
            Niet meer op de lijst ({left.length})<Icon of={down} />
          </summary>
          <ul className="q">
            {left.map(e => (
              <Row key={e.id} on={on} person={e} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Why places are held, one sentence each; the same sentence is said once. */
function WhyNow({ on: { list, now } }: { on: On }) {
  const said = new Map<string, number>()
  for (const w of list.places) {
    const words = sayPlace(w, now, list.stopped)
    said.set(words, (said.get(words) ?? 0) + 1)
  }
  const held = list.held
  return (
    <div className="line-why">
      <Icon of={info} />
      <p>
        {[...said].map(([words]) => (
          <span key={words}>
            <b>{words}</b>{' '}
          </span>
        ))}
        {held > 0 && many(held, 'Er is 1 plek vrij. Die houden we vast.')}
      </p>
    </div>
  )
}
