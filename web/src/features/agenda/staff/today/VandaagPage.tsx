import './today.css'
import '../people.css'
import { people } from '../../../../staff/count'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from '../../../../router'
import { capital, clock, day as sayDay, fullDay, span, wall } from '../../../../api/moment'
import type { Auth, User } from '../../../../auth/types'
import type { ScreenProps } from '../../../../page'
import { at } from '../../../../screens'
import { useKeys } from '../../../../staff/keys'
import { mayWrite } from '../../../../staff/roles'
import { Missed, NoRights, Waiting } from '../../../../staff/States'
import { Icon } from '../../../../ui/Icon'
import { arrowLeft, arrowRight } from '../../../../ui/icons'
import { PageLink } from '../../../../ui/PageLink'
import { dayAt } from '../onDate'
import { staffName } from '../peopleWords'
import { useSheet } from '../useSheet'
import { NextCard, NowCard, PastCard } from './Cards'
import { Desk } from './Desk'
import { ClosedPanel } from '../closing/ClosedPanel'
import { coffee, door } from './icons'
import { partNow, remembered, sectionsOf, withTaps, type Today } from './model'
import { Net } from './Net'
import type { OnToday } from './onToday'
import { practiceAuth } from './practice'
import { presenceOn } from './Presence'
import { Calls, Help, Todo } from './Side'
import { PastTally, Tally } from './Tally'
import { tellOf } from './tellOf'
import { useEvening, type Evening } from './useEvening'
import { dayBeside, sayDistance, sayNext } from './words'

/** `/beheer/vandaag`: who comes now, who comes next, and what needs me. */
export default function VandaagPage({ auth, user }: ScreenProps) {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const practice = query.get('oefenen') === '1'
  const dag = query.get('dag') ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(dag) && !practice ? dag : ''
  const own = useMemo(() => (practice ? practiceAuth(auth, user) : auth), [auth, practice, user])
  return (
    <Screen key={day + String(practice)} auth={own} user={user} day={day} practice={practice} />
  )
}

interface Props {
  auth: Auth
  user: User
  day: string
  practice: boolean
}

function Screen({ auth, user, day, practice }: Props) {
  const evening = useEvening({
    auth,
    user,
    day,
    practice,
    told: tellOf,
  })
  const { today, status, offline, now } = evening
  if (status === '403') return <NoRights title="Vandaag" />
  const shown = today?.day ?? (day || dayAt(now))
  const first = today?.today ?? dayAt(now)
  return (
    <div className={!today || today.mayCount === 'yes' ? 'wrap page with-turf' : 'wrap page'}>
      {practice && (
        <p className="practice">
          <b>Oefenen. Niets is echt.</b> <PageLink to={at('today')}>Stop met oefenen</PageLink>
        </p>
      )}
      <Head day={shown} today={first} now={now} practice={practice} />
      <Net evening={evening} auth={auth} uid={user.uid} />
      {today ? (
        <Day {...{ auth, user, practice, evening, today, now }} />
      ) : offline ? (
        <Remembered evening={evening} uid={user.uid} />
      ) : status ? (
        <Missed what="de dag" again={() => void evening.reload()} busy={false} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** Nothing for a moment: most answers come within it. */
function Loading() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return slow && <Waiting words="De dag wordt geladen." />
}

/** The day, with the way to the one before and the one after. */
function Head({
  day,
  today,
  now,
  practice,
}: {
  day: string
  today: string
  now: number
  practice: boolean
}) {
  const beside = (step: 1 | -1, icon: string) => {
    const other = dayBeside(day, step)
    return (
      <PageLink
        className="round"
        to={at('today') + (other === today ? '' : '?dag=' + other)}
        aria-label={capital(sayDay(other))}
      >
        <Icon of={icon} />
      </PageLink>
    )
  }
  return (
    <div className="daynav">
      {practice ? <span /> : beside(-1, arrowLeft)}
      <div>
        <p className="eyebrow">
          {day === today ? `Vandaag, ${wallClock(now)} uur` : sayDistance(day, today)}
        </p>
        <h1>{capital(sayDay(day))}</h1>
        {day !== today && (
          <p>
            <PageLink to={at('today')}>Terug naar vandaag</PageLink>
          </p>
        )}
      </div>
      {practice ? <span /> : beside(1, arrowRight)}
    </div>
  )
}

const wallClock = (now: number) =>
  wall(
    new Intl.DateTimeFormat('nl-NL', {
      timeZone: 'Europe/Amsterdam',
      hour: '2-digit',
      minute: '2-digit',
    }).format(now),
  )

interface DayProps extends Omit<Props, 'day'> {
  evening: Evening
  today: Today
  now: number
}

function Day({ auth, user, practice, evening, today, now }: DayProps) {
  const [desk, setDesk] = useState(false)
  const [not, setNot] = useState('')
  const [sheet, print] = useSheet()
  const counts = today.mayCount === 'yes'
  const part = partNow(today, now)
  const visit = (change: 1 | -1) => {
    if (counts && part && (change > 0 || part.tally > 0))
      evening.tap({ kind: 'visit', day: today.day, dayPart: part.from, change })
  }
  const openDesk = (without = '') => {
    setNot(without)
    setDesk(true)
    document.getElementById('balie')?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({ b: () => openDesk(), '+': () => visit(1), '-': () => visit(-1) })
  const mine = evening.unsent.filter(t => t.tapper.uid === user.uid)
  const on: OnToday = {
    auth,
    today,
    now,
    me: staffName(user.name),
    tap: evening.tap,
    ...presenceOn(evening, today.day, user.uid),
    offline: evening.offline,
    reload: evening.reload,
    desk: openDesk,
    print,
    practice,
  }
  const isToday = today.day === today.today
  const closes = !practice && mayWrite(user, 'gastheer', 'coordinator')
  const closed = today.closed && (
    <div className="alert alert-warn">
      <p>
        <strong>{isToday ? 'Vandaag' : capital(sayDay(today.day))} zijn we dicht.</strong>{' '}
        {today.closed.reason && today.closed.reason + '.'}
      </p>
    </div>
  )
  return (
    <>
      <div className="today no-print">
        <div className="side">
          {counts && (
            <Tally
              today={today}
              now={now}
              unsent={evening.offline ? mine.length : 0}
              last={evening.last}
              tap={evening.tap}
            />
          )}
          {isToday && (
            <div id="balie">
              <Desk
                auth={auth}
                not={not}
                open={desk}
                setOpen={open => {
                  setDesk(open)
                  if (!open) setNot('')
                }}
                reload={evening.reload}
              />
            </div>
          )}
        </div>
        <div className="now">
          {practice || !closes ? (
            closed
          ) : (
            <ClosedPanel
              auth={auth}
              from={today.day}
              to={today.day}
              of={today.at}
              otherwise={closed}
              reload={() => void evening.reload()}
            />
          )}
          {today.sessions.length === 0 && !today.closed && <Nothing today={today} />}
          {isToday ? <Three on={on} /> : <Other on={on} />}
          {!isToday && today.day < today.today && <PastTally today={today} tap={evening.tap} />}
        </div>
        {isToday && (
          <div className="side">
            <Calls auth={auth} user={user} today={today} />
            <Todo auth={auth} user={user} today={today} now={now} practice={practice} />
            {closes && <NotToday />}
            <Help user={user} practice={practice} />
          </div>
        )}
      </div>
      <div className="sheet">{sheet}</div>
    </>
  )
}

/** The way to closing the house, where somebody looks who cannot go on. */
const NotToday = () => (
  <section className="box" aria-labelledby="gaat-het-niet">
    <h2 id="gaat-het-niet">Gaat het vandaag niet?</h2>
    <p>
      <PageLink className="btn btn-2" to={at('closing')}>
        <Icon of={door} />
        <span>We zijn dicht</span>
      </PageLink>
    </p>
  </section>
)

/** Now, next and past. */
function Three({ on }: { on: OnToday }) {
  const { now, next, past } = sectionsOf(on.today, on.now)
  const part = (title: string, cards: readonly ReactNode[]) =>
    cards.length > 0 && (
      <>
        <h2 className="part">{title}</h2>
        {cards}
      </>
    )
  return (
    <>
      {part(
        'Nu',
        now.map(s => <NowCard key={s.id} on={on} session={s} />),
      )}
      {part(
        'Straks',
        next.map(s => <NextCard key={s.id} on={on} session={s} />),
      )}
      {part(
        'Geweest',
        past.map(s => <PastCard key={s.id} on={on} session={s} />),
      )}
    </>
  )
}

/** Another day: all that was, or all that comes; what runs over midnight is still there. */
const Other = ({ on }: { on: OnToday }) =>
  on.today.sessions.map(s =>
    Date.parse(s.end) <= on.now ? (
      <PastCard key={s.id} on={on} session={s} />
    ) : Date.parse(s.start) <= on.now ? (
      <NowCard key={s.id} on={on} session={s} />
    ) : (
      <NextCard key={s.id} on={on} session={s} />
    ),
  )

function Nothing({ today }: { today: Today }) {
  const { next, day } = today
  const isToday = day === today.today
  return (
    <div className="empty">
      <Icon of={coffee} />
      <p>
        <strong>
          {isToday
            ? 'Vandaag staat er niets in het programma.'
            : 'Op deze dag staat er niets in het programma.'}
        </strong>
      </p>
      {next && (
        <>
          <p>{sayNext(next, day)}</p>
          <p>
            <PageLink className="btn btn-2" to={at('today') + '?dag=' + next.day}>
              <span>
                {isToday && dayBeside(day, 1) === next.day
                  ? 'Naar morgen'
                  : `Naar ${sayDay(next.day)}`}
              </span>
            </PageLink>
          </p>
        </>
      )}
    </div>
  )
}

/** Opened again without network: counts as they were, no names, and the tally works. */
function Remembered({ evening, uid }: { evening: Evening; uid: string }) {
  const { reading, unsent, now } = evening
  if (!reading)
    return (
      <p>
        We konden de dag niet laden. Tel op papier, of open dit scherm als er weer verbinding is.
      </p>
    )
  const then = reading.today
  const mine = unsent.filter(t => t.tapper.uid === uid)
  const today = withTaps(remembered(then, dayAt(now)), mine)
  return (
    <div className="today">
      <div className="side">
        <Tally today={today} now={now} unsent={mine.length} last={undefined} tap={evening.tap} />
      </div>
      <div className="now">
        {today.sessions.map(s => (
          <section key={s.id} className="sess">
            <p className="eyebrow">
              {span(s.start, s.end)} · {s.room}
            </p>
            <h2>{s.title}</h2>
            {s.mode !== 'walkin' && (
              <p>
                {capital(people(s.taken))} aangemeld, {people(s.here, 'was')} er om {clock(then.at)}{' '}
                uur.
              </p>
            )}
          </section>
        ))}
        {then.day !== today.day && (
          <p>De laatste lijst op deze telefoon is van {fullDay(then.day)}.</p>
        )}
      </div>
    </div>
  )
}
