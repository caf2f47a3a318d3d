import './people.css'
import { people } from '../../../staff/count'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from '../../../router'
import { clock, fullDay, date as dayOf, span } from '../../../api/moment'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { Back } from '../../../staff/Back'
import type { Act } from '../../../staff/press'
import { Loaded } from '../../../staff/States'
import { fresh, useRead } from '../../../staff/api/useRead'
import { Badge } from '../../../programme/Status'
import { armchair, check, circleX, hourglass, penLine } from '../../../programme/icons'
import { statusWords, type Line } from '../../../programme/words'
import { Icon } from '../../../ui/Icon'
import { mail, phone } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { Cancelled } from './Cancelled'
import { ChangeLink } from './ChangeLink'
import { Stale, useMeeting, WithPresence, type MeetingShown } from './DatePresence'
import { DeskLine } from './DeskLine'
import { Happened } from './Happened'
import { MessagePanel } from './MessagePanel'
import { useServerNow, type OnDate } from './onDate'
import { PersonActs } from './PersonActs'
import { PersonRow, rowId } from './PersonRow'
import { printer, userPlus } from './peopleIcons'
import {
  sayAct,
  sayCallsLeft,
  sayCallTag,
  sayCount,
  sayFacts,
  sayKept,
  staffName,
  type DatePeople,
  type PersonSeen,
} from './peopleWords'
import { PrintPanel } from './PrintPanel'
import { Seats } from './Seats'
import { TakeBack } from './TakeBack'
import { useSheet } from './useSheet'
import { hostName } from './hostName'
import { api, asked } from '../../../staff/api/client'

/** `/registrationdetails/occ_…`: one date with everybody on it. */
export default function DatePage({ auth, user, params }: ScreenProps) {
  const path = { o: params.r ?? '' }
  const read = useRead(auth, '/api/occurrences/{o}/people', { path, ...fresh })
  const { data, error } = read
  if (error === '404') return <Frame title="Deze datum bestaat niet meer." />
  if (error === '403')
    return (
      <Frame title="Wie komt er?">
        <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>
      </Frame>
    )
  if (!data)
    return (
      <Frame title="Wie komt er?">
        <Loaded of={read} wait="De datum wordt geladen." what="deze datum" />
      </Frame>
    )
  return (
    <OneDate auth={auth} user={user} date={data} stale={error !== undefined} reload={read.again} />
  )
}

export function Frame({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="wrap page stack">
      <Back to={at('programme')} words="Programma" />
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** The sign-up that the address asks for; its row gets the focus when the screen opens. */
function useWanted(): string {
  const wanted = new URLSearchParams(useLocation().search).get('wie') ?? ''
  useEffect(() => {
    const row = wanted ? document.getElementById(rowId(wanted)) : null
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  return wanted
}

type Panel = '' | 'desk' | 'message' | 'print'

interface Props {
  auth: ScreenProps['auth']
  user: ScreenProps['user']
  date: DatePeople
  /** The last question had no answer: what stands here may be old. */
  stale: boolean
  reload(): Promise<void>
}

function OneDate({ auth, user, date, stale, reload }: Props) {
  // opened after an act that changed several dates, the message is for all of these
  const [about, forget] = useState(() => new URLSearchParams(location.search).get('bericht'))
  const [panel, setPanel] = useState<Panel>(about === null ? '' : 'message')
  const [sheet, print] = useSheet()
  const now = useServerNow(auth)
  const { acts, again } = useActs(auth, date)
  const both = useCallback(async () => {
    await Promise.all([reload(), again()])
  }, [reload, again])
  const on: OnDate = {
    auth,
    date,
    now,
    begun: now >= Date.parse(date.begins),
    over: now >= Date.parse(date.ends),
    reload: both,
    print,
  }
  const meeting = useMeeting(on)
  const wanted = useWanted()
  const { date: line, desk, mayPlan } = date
  const off = line.status === 'cancelled'
  const toggle = (p: Panel) => {
    forget(null)
    setPanel(panel === p ? '' : p)
  }
  const head = useRef<HTMLDivElement>(null)
  // a panel that closes gives the focus back to its button
  const close = () => {
    const button = head.current?.querySelector<HTMLElement>(`[data-panel=${panel}]`)
    setPanel('')
    button?.focus()
  }
  const open = (p: Exclude<Panel, ''>, icon: string, words: string, first = false) => (
    <button
      type="button"
      className={first ? 'btn' : 'btn btn-2'}
      data-panel={p}
      aria-expanded={panel === p}
      onClick={() => toggle(p)}
    >
      <Icon of={icon} />
      <span>{words}</span>
    </button>
  )
  return (
    <>
      <div className="wrap page stack no-print">
        <Back to={at('programme')} words="Programma" />
        <div>
          <h1>{line.title}</h1>
          <p>
            {fullDay(line.start)}, {span(line.start, line.end)}
            <br />
            {line.room}
            {date.host && ` · ${hostName(date.host)} ontvangt`}
          </p>
        </div>
        {stale && !meeting.begun && <Stale />}
        <p className="facts-row">
          <DateBadge line={line} />
          <span>
            {[sayCount(date.taken, desk.capacity), sayFacts(date)].filter(Boolean).join(' · ')}
          </span>
        </p>
        <CallsLeft of={date} />
        {off && line.changeReason && <p>{line.changeReason}</p>}
        <div className="acts-2" ref={head}>
          {!off && !on.over && open('desk', userPlus, 'Iemand erbij', true)}
          {mayPlan && !off && !on.over && open('message', mail, 'Bericht aan deelnemers')}
          {open('print', printer, 'Print de lijst')}
          {!on.over && (
            <ChangeLink className="btn btn-2" occurrence={line.id} off={off} name={line.title} />
          )}
        </div>
        {panel === 'desk' && (
          <section className="box" aria-label="Iemand erbij">
            <DeskLine auth={auth} dates={[desk]} say={date.say} onDone={both} />
          </section>
        )}
        {panel === 'message' && <MessagePanel on={on} about={about} close={close} />}
        {panel === 'print' && <PrintPanel on={on} close={close} />}
        {acts?.filter(told).map(a => (
          <TakeBack key={a.id} auth={auth} act={a} what={`${sayAct(a)} om ${clock(a.at)} uur.`} />
        ))}
        <div className="two">
          <div className="stack">
            <People {...{ on, user, meeting, stale, wanted }} add={() => setPanel('desk')} />
            <Cancelled on={on} wanted={wanted} />
          </div>
          <div className="stack">
            {(desk.waiting > 0 || date.kept) && <Waitlist date={date} />}
            {mayPlan && desk.capacity !== undefined && !off && !on.over && (
              <Seats on={on} capacity={desk.capacity} />
            )}
            <Happened on={on} acts={acts} />
          </div>
        </div>
      </div>
      <div className="sheet">{sheet}</div>
    </>
  )
}

const looks: Readonly<Partial<Record<Line['status'], readonly [look: string, icon: string]>>> = {
  few: ['few', armchair],
  waitlist: ['full', hourglass],
  full: ['full', hourglass],
  cancelled: ['off', circleX],
  done: ['past', check],
}

/** The status as visitors read it; what they are told to do beside it is not for staff. */
function DateBadge({ line }: { line: Line }) {
  const [look = '', icon = penLine] = looks[line.status] ?? []
  return (
    <Badge look={look} icon={icon}>
      {statusWords(line).words}
    </Badge>
  )
}

/** The last acts of staff about the date, read anew with its people. */
function useActs(auth: ScreenProps['auth'], date: DatePeople) {
  const [acts, set] = useState<readonly Act[]>()
  const id = date.date.id
  const again = useCallback(async () => {
    const path = { o: id }
    const { data } = await asked(api(auth).GET('/api/occurrences/{o}/acts', { params: { path } }))
    if (data) set(data.items)
  }, [auth, id])
  useEffect(() => void again(), [again, date])
  return { acts, again }
}

/** What somebody told everybody, for everybody who may take it back. */
const told = (a: Act) => ['message', 'off', 'shifted'].includes(a.kind)

/** The order in which people were first seen: who comes later stands at the end. */
function useOrder(all: readonly PersonSeen[]): readonly PersonSeen[] {
  const order = useRef(new Map<string, number>())
  for (const p of all) if (!order.current.has(p.id)) order.current.set(p.id, order.current.size)
  return [...all].sort((a, b) => order.current.get(a.id)! - order.current.get(b.id)!)
}

const minute = 60_000

interface PeopleProps {
  on: OnDate
  user: ScreenProps['user']
  meeting: MeetingShown
  stale: boolean
  /** The sign-up that the address asks for. */
  wanted: string
  add(): void
}

function People({ on, user, meeting, stale, wanted, add }: PeopleProps) {
  const all = useOrder(on.date.people)
  return (
    <section className="box" aria-labelledby="wie">
      <div className="head-row">
        <h2 id="wie">Wie komt er?</h2>
        <span className="tag">{people(all.reduce((n, p) => n + 1 + p.guests, 0))}</span>
      </div>
      {all.length === 0 ? (
        <div className="empty">
          <p>
            <strong>Nog niemand aangemeld.</strong>
          </p>
          {!on.over && on.date.date.status !== 'cancelled' && (
            <p>
              <PressButton second press={add}>
                <Icon of={userPlus} />
                <span>Iemand erbij</span>
              </PressButton>
            </p>
          )}
        </div>
      ) : (
        <WithPresence {...{ on, user, meeting, stale }}>
          {presenceOf => (
            <ul className="who">
              {all.map(p => {
                const presence = presenceOf(p.id)
                return (
                  <PersonRow
                    key={p.id}
                    person={p}
                    tags={tagsOf(p)}
                    late={lateOf(p)}
                    recent={presence?.recent ?? recentOf(p, user.name, on.now)}
                    needUntil={`weg op ${dayOf(p.needsUntil)}`}
                    tick={presence?.tick}
                    opened={p.id === wanted}
                  >
                    {() => (
                      <>
                        {presence?.more}
                        <PersonActs on={on} person={p} />
                      </>
                    )}
                  </PersonRow>
                )
              })}
            </ul>
          )}
        </WithPresence>
      )}
      {on.date.unnamed > 0 && <p>Aangeschoven zonder naam: {on.date.unnamed}.</p>}
    </section>
  )
}

/** What of somebody needs somebody of the staff. */
const lateOf = ({ mails, call }: PersonSeen) =>
  [
    mails.some(m => m.state === 'dead') && 'mail komt niet aan',
    call && call.state !== 'calling' && sayCallTag(call),
  ]
    .filter(Boolean)
    .join(' · ') || undefined

const tagsOf = ({ way, source, call }: PersonSeen) => [
  ...(call?.state === 'calling' ? [sayCallTag(call)] : []),
  ...(way === 'self' ? ['kijkt zelf'] : way === 'phone' ? ['alleen telefoon'] : []),
  ...(source === 'balie' ? ['balie'] : []),
]

/** Fatima, 13.44 uur: for a minute, of what somebody else did. */
const recentOf = ({ last }: PersonSeen, me: string, now: number) =>
  last && last.by !== me && now - Date.parse(last.at) < minute
    ? `${staffName(last.by)}, ${clock(last.at)} uur`
    : undefined

/** How many people of the date somebody must still phone, or did not reach in time. */
function CallsLeft({ of }: { of: DatePeople }) {
  const words = sayCallsLeft(of)
  if (!words) return null
  return (
    <p>
      <Icon of={phone} /> {words} <PageLink to={at('calls')}>Naar Bellen</PageLink>
    </p>
  )
}

function Waitlist({ date: { desk, kept } }: { date: DatePeople }) {
  return (
    <section className="box" aria-labelledby="wachtlijst">
      <div className="head-row">
        <h2 id="wachtlijst">Wachtlijst</h2>
        <span className="tag">{desk.waiting}</span>
      </div>
      <p>{kept ? sayKept(kept) : 'Er is geen plek vrijgekomen.'}</p>
      <p>
        <PageLink to={at('waitlist', desk.id)}>Bekijk de wachtlijst</PageLink>
      </p>
    </section>
  )
}
