import './people.css'
import './calls.css'
import '../../../ui/chips.css'
import { useBusy } from '../../../staff/useBusy'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from '../../../router'
import { clock } from '../../../api/moment'
import type { Auth, User } from '../../../auth/types'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { ActError } from '../../../staff/ActError'
import { bars } from '../../../staff/bars'
import { useTakeBack } from '../../../staff/useTakeBack'
import { pressAct, showAct, undoAct, type Act, type Done } from '../../../staff/press'
import { Loaded } from '../../../staff/States'
import { fresh, useRead } from '../../../staff/api/useRead'
import { EmptyState } from '../../../ui/EmptyState'
import { Icon } from '../../../ui/Icon'
import { mail, phone } from '../../../ui/icons'
import { triangleAlert } from '../../../ui/noticeIcons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { CallCard, WhyCall } from './CallCard'
import { CallSheet } from './CallSheet'
import {
  kinds,
  notKept,
  reachOf,
  sayAbout,
  sayFilled,
  sayFirst,
  sayNext,
  sayNotFilled,
  sayOutcome,
  sayTried,
  sayUntil,
  type Call,
  type CallList,
  type Outcome,
} from './callWords'
import { MailOffer } from './MailOffer'
import { dayAt, useServerNow } from './onDate'
import { printer } from './peopleIcons'
import { staffName } from './peopleWords'
import { useSheet } from './useSheet'
import { useStays } from './useStays'
import { ring } from './ring'
import { ask } from '../../../staff/api/client'

/** `/beheer/wachtlijst`: whom to ring now, what to say, and what they said. */
export default function CallsPage({ auth, user }: ScreenProps) {
  const read = useRead(auth, '/api/calls', fresh)
  if (read.data)
    return (
      <Calls
        auth={auth}
        me={user}
        list={read.data}
        stale={read.error !== undefined}
        reload={read.again}
      />
    )
  return (
    <div className="wrap page stack">
      <h1>Bellen</h1>
      <Loaded of={read} wait="De telefoontjes worden geladen." what="de telefoontjes" />
    </div>
  )
}

interface Props {
  auth: Auth
  me: User
  list: CallList
  /** The last question had no answer. */
  stale: boolean
  reload(): Promise<void>
}

/** What was filled in without a network: it waits here, nowhere else. */
interface Kept {
  call: Call
  outcome: Outcome
}

function Calls({ auth, me, list, stale, reload }: Props) {
  const now = useServerNow(auth)
  const today = dayAt(now)
  const asked = useKind()
  const [sheet, print] = useSheet()
  const [kept, keep] = useState<readonly Kept[]>([])
  /** Filled in just now: not shown any more, whatever the list still says. */
  const [gone, go] = useState<ReadonlySet<string>>(new Set())
  const [chosen, choose] = useState('')
  const [busy, during] = useBusy()
  const [refused, refuse] = useState('')
  const [arrived, arrive] = useState(0)
  const open = list.calls.filter(
    c => !gone.has(c.id) && !kept.some(k => k.call.id === c.id) && (!asked || c.kind === asked),
  )
  const ready = open.filter(
    c => !(c.againAt && Date.parse(c.againAt) > now) && !(c.calling && !c.calling.mine),
  )
  const stays = useStays([...open, ...list.missed], chosen, asked)
  const card = stays ?? ready.find(c => c.first) ?? ready[0]
  const urgent = useUrgent(card, ready)
  useEffect(() => {
    if (card && card.id !== chosen) choose(card.id)
  }, [card, chosen])
  useArrivals(card?.id, arrived)

  /** The same card again. */
  const again = (call: string | undefined) => call && choose(call)

  /** Sends an outcome. Gives false when there is no network. */
  const send = async ({ call, outcome }: Kept): Promise<boolean> => {
    const pressed = await pressAct(auth, `/api/calls/${encodeURIComponent(call.id)}/outcome`, {
      body: { outcome, tries: call.attempts.length },
    })
    if (pressed.is === 'offline') return false
    if (pressed.is === 'done') {
      show(auth, pressed.data, call, () => again(call.id))
    } else {
      bars.add({ id: call.id + outcome, what: sayNotFilled(pressed.code, call) })
    }
    return true
  }

  const fill = async (call: Call, outcome: Outcome) => {
    if (busy) return
    refuse('')
    const sent = await during(send({ call, outcome }))
    choose('')
    if (!sent) {
      keep(before => [...before, { call, outcome }])
      arrive(n => n + 1)
      return
    }
    go(before => new Set(before).add(call.id))
    arrive(n => n + 1)
    await reload()
    go(before => new Set([...before].filter(id => id !== call.id)))
  }

  // the network is back: what waits goes, in order
  const flush = useRef(() => Promise.resolve())
  flush.current = async () => {
    for (const one of kept) {
      if (!(await send(one))) return
      keep(before => before.filter(k => k !== one))
    }
    await reload()
  }
  useEffect(() => {
    if (!stale && kept.length > 0) void flush.current()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the network is back
  }, [stale, kept.length > 0])
  useEffect(() => {
    const online = () => void flush.current()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [])

  const call = useCallback(
    (of: Call) => {
      choose(of.id)
      void ring(auth, of, reload)
    },
    [auth, reload],
  )

  const onPaper = async () => {
    const { is } = await ask(auth, '/api/calls/printed')
    if (is !== 'done') return refuse('Het printen lukt nu niet. Controleer je internet.')
    refuse('')
    print(<CallSheet calls={open} today={today} />)
  }

  const rest = open.filter(c => c !== card)
  return (
    <>
      <div className="wrap page stack no-print">
        <div className="head-row">
          <h1>Bellen</h1>
          <PressButton second press={() => void onPaper()}>
            <Icon of={printer} />
            <span>Print deze lijst</span>
          </PressButton>
        </div>
        <ActError>{refused}</ActError>
        <KindChips calls={list.calls} asked={asked} />
        {(stale || kept.length > 0) && <NoLine kept={kept} />}
        <div className="two">
          <div className="stack">
            {card ? (
              <CallCard
                key={card.id}
                call={card}
                me={me}
                today={today}
                busy={!!busy}
                ring={call}
                fill={(c, o) => void fill(c, o)}
              >
                {urgent && (
                  <p role="status">
                    <b>Er is een dringender telefoontje.</b>
                  </p>
                )}
              </CallCard>
            ) : (
              rest.length === 0 && <Nobody />
            )}
            <Rows calls={rest} today={today} now={now} ring={call} />
          </div>
          <div className="stack">
            <JustDone auth={auth} list={list} now={now} again={again} />
            <NoPhones auth={auth} list={list} now={now} reload={reload} />
            <NotMade
              calls={list.missed.filter(c => c !== card)}
              today={today}
              now={now}
              ring={call}
            />
          </div>
        </div>
      </div>
      <div className="sheet">{sheet}</div>
    </>
  )
}

/** The kind that the address asks for; nothing: all. */
function useKind() {
  const asked = new URLSearchParams(useLocation().search).get('soort')
  return kinds.find(([word]) => word === asked)?.[1]
}

/** Whether a call came that cannot wait as long as the one on the card. */
function useUrgent(card: Call | undefined, ready: readonly Call[]): boolean {
  const known = useRef<{ card: string; calls: ReadonlySet<string> }>(undefined)
  if (!card) return false
  if (known.current?.card !== card.id)
    known.current = { card: card.id, calls: new Set(ready.map(c => c.id)) }
  const { calls } = known.current
  return ready.some(c => !calls.has(c.id) && Date.parse(c.until) < Date.parse(card.until))
}

/** The focus: on the number when the screen opens, on the next name after an outcome. */
function useArrivals(id: string | undefined, arrived: number) {
  const last = useRef(-1)
  useEffect(() => {
    if (last.current === arrived) return
    const first = last.current < 0
    last.current = arrived
    if (first) {
      const at = document.activeElement
      if (at && at !== document.body && at.tagName !== 'H1') return
      document.querySelector<HTMLElement>('.call .btn-tel')?.focus()
      return
    }
    const next = id && document.getElementById('bel-' + id)
    if (next) next.focus()
    else document.querySelector<HTMLElement>('.nobody')?.focus()
  })
}

function show(auth: Auth, done: Done, call: Call, then: () => void) {
  const { act, code, earlier, firstName = call.firstName } = done
  if (earlier)
    return bars.add({
      id: 'eerder-' + act.id,
      what: sayFirst({ ...done, firstName }),
      more: (
        <>
          {notKept} <a href="#net-gedaan">Bekijk wat {staffName(act.by)} invulde</a>
        </>
      ),
    })
  showAct(auth, done, {
    what: `${sayFilled(firstName, act.outcome)}.`,
    more: (
      <>
        {sayNext(done, call)}
        {code && (
          <>
            <br />
            Lees voor: <span className="code">{code}</span>{' '}
            <span className="small muted">Met deze code kan {firstName} zich later afmelden.</span>
          </>
        )}
      </>
    ),
    row: 'bel-' + call.id,
    who: call.firstName,
    then,
  })
}

function KindChips({ calls, asked }: { calls: readonly Call[]; asked: string | undefined }) {
  const chip = (words: string, to: string, n: number, here: boolean) => (
    <PageLink
      key={words}
      className={here ? 'chip chip-on' : 'chip'}
      to={to}
      aria-current={here || undefined}
    >
      {words} ({n})
    </PageLink>
  )
  return (
    <nav className="chips" aria-label="Laat zien">
      {chip('Alles', at('calls'), calls.length, !asked)}
      {kinds.map(([word, kind, words]) =>
        chip(
          words,
          `${at('calls')}?soort=${word}`,
          calls.filter(c => c.kind === kind).length,
          asked === kind,
        ),
      )}
    </nav>
  )
}

const Nobody = () => (
  <EmptyState>
    <p className="nobody" tabIndex={-1}>
      <strong>Je hoeft nu niemand te bellen.</strong>
    </p>
    <p className="muted">Er staat niemand op een wachtlijst die aan de beurt is.</p>
  </EmptyState>
)

/** There is no network: what was filled in waits in this page alone. */
const NoLine = ({ kept }: { kept: readonly Kept[] }) => (
  <div className="net net-off" role="status">
    <Icon of={triangleAlert} />
    <p>
      <b>Geen verbinding.</b> Bellen kan. Wat je invult, bewaren we hier tot er weer verbinding is.
      Laat dit scherm open.
      {kept.length > 0 && (
        <>
          <br />
          Wacht nog: {kept.map(k => sayFilled(k.call.firstName, k.outcome)).join(', ')}.
        </>
      )}
    </p>
  </div>
)

interface RowsProps {
  calls: readonly Call[]
  today: string
  now: number
  ring(call: Call): void
}

/** The calls after the one on the card. */
function Rows({ calls, today, now, ring }: RowsProps) {
  const week = dayAt(now + 7 * 86_400_000)
  const groups = [
    ['Vandaag', calls.filter(c => c.today)],
    ['Deze week', calls.filter(c => !c.today && c.until.slice(0, 10) <= week)],
    ['Later', calls.filter(c => !c.today && c.until.slice(0, 10) > week)],
  ] as const
  return groups.map(
    ([title, some]) =>
      some.length > 0 && (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className="q">
            {some.map(c => (
              <Row key={c.id} call={c} today={today} now={now} ring={ring} />
            ))}
          </ul>
        </section>
      ),
  )
}

function Row({ call: c, today, now, ring }: { call: Call } & Omit<RowsProps, 'calls'>) {
  const again = c.againAt && Date.parse(c.againAt) > now ? c.againAt : undefined
  const tried = sayTried(c.attempts)
  return (
    <li>
      <div>
        <strong>{c.firstName}</strong>{' '}
        {c.calling && (
          <span className="tag tag-new">
            {c.calling.mine ? 'Jij belt nu' : `${staffName(c.calling.by)} belt nu`}
          </span>
        )}
        {again && <span className="tag">weer om {clock(again)} uur</span>}
        <br />
        {sayAbout(c, today)}
        <br />
        <span className="small muted">
          {sayUntil(c, today)}
          {tried && ` · ${tried}`}
        </span>
      </div>
      <a
        className="btn btn-2"
        href={reachOf(c)}
        aria-label={c.email ? `Mail ${c.firstName}` : `Bel ${c.firstName}, ${c.phone}`}
        onClick={() => ring(c)}
      >
        <Icon of={c.email ? mail : phone} />
        <span>{c.email ? 'Mail' : 'Bel'}</span>
      </a>
      <div className="wide">
        <WhyCall call={c} today={today} />
      </div>
    </li>
  )
}

function JustDone({
  auth,
  list,
  now,
  again,
}: {
  auth: Auth
  list: CallList
  now: number
  again(call: string | undefined): void
}) {
  const { busy, wrong, back } = useTakeBack()
  const undo = (act: Act, name: string) =>
    back({
      id: act.id,
      what: `${sayFilled(name, act.outcome)}.`,
      undo: () => undoAct(auth, act, name).finally(() => again(act.subject)),
    })
  return (
    <section className="box" aria-labelledby="net-gedaan">
      <h2 id="net-gedaan" tabIndex={-1}>
        Net gedaan
      </h2>
      <ActError>{wrong}</ActError>
      {list.recent.length === 0 ? (
        <p className="muted">Vandaag is er nog niemand gebeld.</p>
      ) : (
        <ul className="plain stack">
          {list.recent.map(({ act, firstName, mine }) => (
            <li key={act.id} className="head-row">
              <span>
                <b>{firstName ?? 'Iemand'}</b>: {sayOutcome(act.outcome)}{' '}
                <span className="muted">
                  · {mine ? 'jij' : staffName(act.by)}, {clock(act.at)} uur
                </span>
              </span>
              {act.undoUntil && Date.parse(act.undoUntil) > now && (
                <PressButton
                  second
                  busy={busy === act.id}
                  label={`Maak ongedaan: ${firstName ?? 'iemand'}, ${sayOutcome(act.outcome)}`}
                  press={() => void undo(act, firstName ?? 'Iemand')}
                >
                  Maak ongedaan
                </PressButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NoPhones({
  auth,
  list,
  now,
  reload,
}: {
  auth: Auth
  list: CallList
  now: number
  reload(): Promise<void>
}) {
  if (list.noPhone.length === 0) return null
  return (
    <section className="box" aria-labelledby="geen-telefoon">
      <h2 id="geen-telefoon">Heeft geen telefoon</h2>
      <ul className="q">
        {list.noPhone.map(p => (
          <MailOffer
            key={p.id}
            auth={auth}
            person={p}
            now={now}
            done={async d => {
              const { undoUntil } = d.act
              const when = undoUntil ? `om ${clock(undoUntil)} uur` : 'nu'
              showAct(auth, d, {
                what: `${p.firstName} krijgt ${when} een mail.`,
                more: 'We houden de plek zo lang vast.',
                who: p.firstName,
              })
              await reload()
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/** Calls that nobody made in time: they can be made yet. */
function NotMade({ calls, today, now, ring }: RowsProps) {
  if (calls.length === 0) return null
  return (
    <section className="box" aria-labelledby="niet-gelukt">
      <h2 id="niet-gelukt">Niet gelukt</h2>
      <ul className="q">
        {calls.map(c => (
          <Row key={c.id} call={c} today={today} now={now} ring={ring} />
        ))}
      </ul>
    </section>
  )
}
