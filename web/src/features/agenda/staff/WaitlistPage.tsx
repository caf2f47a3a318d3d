import './people.css'
import './calls.css'
import { useBusy } from '../../../staff/useBusy'
import { many } from '../../../staff/count'
import { useEffect, useId, useState, type ReactNode } from 'react'
import * as limits from '../../../api/limits.gen'
import { day, span } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import { at } from '../../../screens'
import { ActError } from '../../../staff/ActError'
import { Back } from '../../../staff/Back'
import { TextField } from '../../../staff/fields'
import { info } from '../../../staff/icons'
import { pressAct, showAct, type Pressed } from '../../../staff/press'
import { Loaded, Waiting } from '../../../staff/States'
import { fresh, useRead } from '../../../staff/api/useRead'
import { EmptyState } from '../../../ui/EmptyState'
import { Icon } from '../../../ui/Icon'
import { down, phone } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import {
  sayDone,
  sayPlace,
  saySkipping,
  sayState,
  skipReasons,
  type Now,
  type Waiter,
  type Waitlist,
} from './lineWords'
import { DeskLine } from './DeskLine'
import { dayAt, useServerNow } from './onDate'
import { deskDates } from './OtherDates'
import { pause, userPlus } from './peopleIcons'
import { sayCaused, sayCount, staffName } from './peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble, usePress } from './Trouble'
import { ring } from './ring'

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

/** The screen, for its parts. */
interface On {
  auth: Auth
  list: Waitlist
  now: Now
  reload(): Promise<void>
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

/** Does something about the list, and says so in the bar with a way back. */
async function act(
  { auth, list, reload }: On,
  url: string,
  name: string,
  options: { method?: 'POST' | 'PUT'; body?: unknown } = {},
): Promise<Pressed> {
  const pressed = await pressAct(auth, url, options)
  if (pressed.is === 'done') {
    const { data: done } = pressed
    showAct(auth, done, {
      what: `${sayDone(done.act, name)}.`,
      more: (
        <>
          {list.date.title}. {sayCaused(done)}
          {done.code && (
            <>
              <br />
              Lees voor: <span className="code">{done.code}</span>
            </>
          )}
        </>
      ),
      row: 'rij-' + done.act.subject,
      who: name,
    })
  }
  if (pressed.is !== 'offline') await reload()
  return pressed
}

type Asking = '' | 'skip' | 'back' | 'chair'

function Row({ on, person: e }: { on: On; person: Waiter }) {
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

/** An act that asks why, for the log book. */
function WithReason({
  title,
  yes,
  busy,
  go,
  stop,
  children,
}: {
  title: string
  yes: string
  busy: boolean
  go(reason: string): void
  stop(): void
  children?: ReactNode
}) {
  const [reason, write] = useState('')
  const [missing, miss] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>(title)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={e => {
        e.preventDefault()
        if (busy) return
        if (reason.trim() === '') return miss(true)
        go(reason)
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <TextField
        name="reden"
        label="Reden"
        hint="Komt in het logboek. Noem geen namen."
        error={missing ? 'Schrijf kort waarom.' : undefined}
        max={limits.ReasonBody.reason.maxLength}
        value={reason}
        onChange={write}
      />
      <p className="facts-row">
        <button className="btn" type="submit" aria-busy={busy || undefined}>
          {yes}
        </button>
        <PressButton second press={stop}>
          Terug
        </PressButton>
      </p>
    </form>
  )
}

type Panel = '' | 'desk' | 'open' | 'stop' | 'goOn'

/** What staff do about the whole list. */
function OnTheList({ on }: { on: On }) {
  const { list } = on
  const [panel, open] = useState<Panel>('')
  const { busy, trouble, press } = usePress('bewaard')
  const url = `/api/occurrences/${encodeURIComponent(list.date.id)}`
  const run = async (path: string, options: { method?: 'POST' | 'PUT'; body?: unknown }) => {
    const pressed = await press(act(on, `${url}/${path}`, '', options))
    if (pressed.is === 'done') open('')
  }
  const stopped = list.stopped !== undefined
  const offers = stopped ? 'goOn' : 'stop' // what was asked closes once it is so
  const started = list.places[0]?.code === 'started'
  const toggle = (p: Panel, icon: string | undefined, words: string) => (
    <button
      className="btn btn-2"
      type="button"
      aria-expanded={panel === p}
      onClick={() => open(panel === p ? '' : p)}
    >
      {icon && <Icon of={icon} />}
      <span>{words}</span>
    </button>
  )
  return (
    <div className="stack">
      <p className="facts-row">
        {list.open && toggle('desk', userPlus, 'Iemand erop zetten')}
        {list.mayPlan && list.canOpen && toggle('open', undefined, 'Maak vrij voor iedereen')}
        {list.mayPlan &&
          !started &&
          !list.byHand &&
          toggle(
            offers,
            stopped ? undefined : pause,
            stopped ? 'Ga weer verder' : 'Stop met aanbieden',
          )}
      </p>
      <ShowTrouble of={trouble}>Onthoud het even, en druk straks nog een keer.</ShowTrouble>
      {panel === 'desk' && <Desk on={on} />}
      {panel === 'open' && (
        <section className="box">
          <WithReason
            title="Waarom maak je de plek vrij voor iedereen?"
            yes="Maak vrij voor iedereen"
            busy={!!busy}
            go={reason => void run('open-to-all', { body: { reason } })}
            stop={() => open('')}
          >
            <p>Wie wacht, houdt zijn plaats op de lijst, maar krijgt deze plek niet aangeboden.</p>
          </WithReason>
        </section>
      )}
      {panel === offers && (
        <section className="box">
          <WithReason
            title={stopped ? 'Waarom gaat het aanbieden verder?' : 'Waarom stop je met aanbieden?'}
            yes={stopped ? 'Ga weer verder' : 'Stop met aanbieden'}
            busy={!!busy}
            go={reason =>
              void run('offers', { method: 'PUT', body: { stopped: !stopped, reason } })
            }
            stop={() => open('')}
          />
        </section>
      )}
    </div>
  )
}

/** "Iemand erop zetten": the desk line with this date. */
function Desk({ on: { auth, list, reload } }: { on: On }) {
  const [known, know] = useState<Awaited<ReturnType<typeof deskDates>> | 'missed'>()
  const { id } = list.date
  useEffect(() => {
    let here = true
    deskDates(auth, { date: id })
      .catch(() => 'missed' as const)
      .then(d => here && know(d))
    return () => {
      here = false
    }
  }, [auth, id])
  return (
    <section className="box" aria-label="Iemand erop zetten">
      {known === undefined ? (
        <Waiting words="Even geduld." />
      ) : known === 'missed' ? (
        <ActError>Dit lukt nu niet. Controleer je internet en probeer het opnieuw.</ActError>
      ) : (
        <DeskLine auth={auth} dates={known.items} say={known.say} onDone={reload} />
      )}
    </section>
  )
}
