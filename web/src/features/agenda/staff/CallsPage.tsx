import './people.css'
import './calls.css'
import '../../../ui/chips.css'
import { useBusy } from '../../../staff/useBusy'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from '../../../router'
import type { Auth, User } from '../../../auth/types'
import type { ScreenProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { bars } from '../../../staff/bars'
import { pressAct, showAct, type Done } from '../../../staff/press'
import { Loaded } from '../../../staff/States'
import { fresh, useRead } from '../../../staff/api/useRead'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'
import { CallCard } from './CallCard'
import { CallSheet } from './CallSheet'
import {
  kinds,
  notKept,
  sayFilled,
  sayFirst,
  sayNext,
  sayNotFilled,
  type Call,
  type CallList,
  type Outcome,
} from './callWords'
import { dayAt, useServerNow } from './onDate'
import { printer } from './peopleIcons'
import { staffName } from './peopleWords'
import { useSheet } from './useSheet'
import { useStays } from './useStays'
import { ring } from './ring'
import { ask } from '../../../staff/api/client'
import { KindChips, Nobody, NoLine, Rows, type Kept } from './CallRows'
import { JustDone, NoPhones, NotMade } from './CallSide'

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

export function Calls({ auth, me, list, stale, reload }: Props) {
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
