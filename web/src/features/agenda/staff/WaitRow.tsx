// Somebody who waits, with what staff can do for them.
import { useBusy } from '../../../staff/useBusy'
import { useId, useState } from 'react'
import * as to from '../../../paths'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { down, phone } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { saySkipping, sayState, skipReasons, type Waiter, type Waitlist } from './lineWords'
import { staffName } from './peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from './Trouble'
import { ring } from './ring'
import { act, type On, WithReason } from './onList'

type Asking = '' | 'skip' | 'back' | 'chair'

export function Row({ on, person: e }: { on: On; person: Waiter }) {
  const { list, now } = on
  const [asking, ask] = useState<Asking>('')
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const url = `/api/waitlist/${encodeURIComponent(e.id)}`
  const run = async (path: string, body?: unknown) => {
    const pressed = await during(
      act(on, `${url}/${path}`, e.firstName, body === undefined ? {} : { body }),
    )
    const full = pressed.is === 'refused' && pressed.code === 'full'
    setTrouble(
      full
        ? { is: 'said', words: 'Er is nu geen plek. Met een stoel erbij kan het wel.' }
        : troubleOf(pressed, 'bewaard'),
    )
    ask(full ? 'chair' : pressed.is === 'done' ? '' : asking)
  }
  const button = (words: string, press: () => void) => (
    <PressButton second press={press} busy={!!busy} label={`${words}: ${e.firstName}`}>
      {words}
    </PressButton>
  )
  const on1 = e.number !== undefined
  const now1 = e.why.code === 'turn' || (e.why.code === 'offered' && e.why.way === 'phone')
  return (
    <li id={'rij-' + e.id} tabIndex={-1}>
      <div>
        {on1 && <span className={now1 ? 'nr nr-on' : 'nr'}>{e.number}</span>}
        <b>{e.firstName}</b> {e.seats > 1 && <span className="tag">{e.seats} plekken</span>}{' '}
        {now1 && <span className="tag tag-new">aan de beurt</span>}{' '}
        {e.calling && (
          <span className="tag tag-new">
            {e.calling.mine ? 'Jij belt nu' : `${staffName(e.calling.by)} belt nu`}
          </span>
        )}
        {e.why.code === 'notSoon' && <span className="tag">niet nu</span>}
        <br />
        <span className="small muted">{sayState(e, now)}</span>
      </div>
      {e.canCall && e.phone ? (
        <a
          className="btn btn-2"
          href={to.tel(e.phone)}
          aria-label={`Bel ${e.firstName}, ${e.phone}`}
          onClick={() => void ring(on.auth, e, on.reload)}
        >
          <Icon of={phone} />
          <span>Bel</span>
        </a>
      ) : (
        <span />
      )}
      {(on1 || e.state === 'unreached') && (
        <details className="fold">
          <summary>
            Meer voor {e.firstName}
            <Icon of={down} />
          </summary>
          <ShowTrouble of={trouble}>Onthoud het even, en druk straks nog een keer.</ShowTrouble>
          {asking === 'skip' ? (
            <Skip
              list={list}
              person={e}
              busy={!!busy}
              skip={r => void run('skip', { reason: r })}
              stop={() => ask('')}
            />
          ) : asking === 'back' ? (
            <WithReason
              title={`Waarom zet je ${e.firstName} terug?`}
              yes="Zet terug"
              busy={!!busy}
              go={reason => void run('put-back', { reason })}
              stop={() => ask('')}
            />
          ) : (
            <p className="facts-row">
              {on1 && button('Geef de plek', () => void run('give', { chair: false }))}
              {asking === 'chair' &&
                button('Zet een stoel erbij', () => void run('give', { chair: true }))}
              {list.maySkip && e.canSkip && button('Sla over', () => ask('skip'))}
              {list.mayPlan && on1 && button('Haal van de lijst', () => void run('remove'))}
              {list.mayPlan && e.state === 'unreached' && button('Zet terug', () => ask('back'))}
              {e.canCall && e.phone && (
                <PageLink to={at('calls')}>Vul in wat {e.firstName} zei</PageLink>
              )}
              {e.canMail && <PageLink to={at('calls')}>Mail een aanbod</PageLink>}
            </p>
          )}
        </details>
      )}
    </li>
  )
}

function Skip({
  list,
  person: e,
  busy,
  skip,
  stop,
}: {
  list: Waitlist
  person: Waiter
  busy: boolean
  skip(reason: string): void
  stop(): void
}) {
  const [reason, choose] = useState<string>(skipReasons[0][0])
  const heading = useFocusOn<HTMLHeadingElement>('skip')
  const name = useId()
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1} id={name + '-vraag'}>
        Waarom sla je {e.firstName} over?
      </h3>
      <div className="choices" role="radiogroup" aria-labelledby={name + '-vraag'}>
        {skipReasons.map(([code, words]) => (
          <label key={code} className={code === reason ? 'choice choice-on' : 'choice'}>
            <input
              type="radio"
              name={name}
              checked={code === reason}
              onChange={() => choose(code)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <p>{saySkipping(e, list)}</p>
      <p className="facts-row">
        <PressButton press={() => skip(reason)} busy={busy}>
          Sla over
        </PressButton>
        <PressButton second press={stop}>
          Terug
        </PressButton>
      </p>
    </div>
  )
}
