import '../people.css'
import '../today/today.css'
import './week.css'
import { useBusy } from '../../../../staff/useBusy'
import { plural } from '../../../../api/count'
import { many } from '../../../../staff/count'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from '../../../../router'
import { capital, clock, dayNumber, weekday } from '../../../../api/moment'
import type { Auth, User } from '../../../../auth/types'
import type { ScreenProps } from '../../../../page'
import { printAgenda } from '../../../../paths'
import { at } from '../../../../screens'
import { ActError } from '../../../../staff/ActError'
import { bars } from '../../../../staff/bars'
import { plus } from '../../../../staff/icons'
import { mayWrite } from '../../../../staff/roles'
import { Loaded, NoRights } from '../../../../staff/States'
import { useRead } from '../../../../staff/api/useRead'
import { Icon } from '../../../../ui/Icon'
import { arrowLeft, arrowRight } from '../../../../ui/icons'
import { triangleAlert } from '../../../../ui/noticeIcons'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { coffee, door } from '../today/icons'
import { copyIcon, printer } from '../peopleIcons'
import { ClosedPanel } from '../closing/ClosedPanel'
import { CopyWeek } from './CopyWeek'
import { DayHours } from './DayHours'
import { publishAll, wayBack } from './publish'
import { WeekCard } from './WeekCard'
import { sayAll, sayHours, sayLook, saySpan, sayWeek, type Day, type StaffWeek } from './words'

/** `/beheer/week`: what comes, what to look at, and what waits to go online. */
export default function WeekPage({ auth, user }: ScreenProps) {
  const asked = new URLSearchParams(useLocation().search).get('week') ?? ''
  const week = /^\d{4}-W\d{2}$/.test(asked) ? asked : ''
  const read = useRead(auth, '/api/week', { query: { week }, every: 30_000 })
  if (read.error === '403') return <NoRights title="Week" />
  return (
    <div className="wrap page">
      <Head week={read.data} />
      <Loaded of={read} wait="De week wordt geladen." what="de week">
        {week => <Whole {...{ auth, user, week }} reload={read.again} />}
      </Loaded>
    </div>
  )
}

interface Props {
  auth: Auth
  user: User
  week: StaffWeek
  reload(): Promise<void>
}

/** One heading from the first moment on: whoever comes here by the keyboard stands on it. */
function Head({ week }: { week: StaffWeek | undefined }) {
  const beside = (value: string | undefined, icon: string, name: string) =>
    value ? (
      <PageLink className="round" to={`${at('week')}?week=${value}`} aria-label={name}>
        <Icon of={icon} />
      </PageLink>
    ) : (
      <span />
    )
  return (
    <div className="daynav">
      {beside(week?.previous, arrowLeft, 'Vorige week')}
      <div>
        {week && <p className="eyebrow">{sayWeek(week)}</p>}
        <h1>{week ? capital(saySpan(week)) : 'Week'}</h1>
      </div>
      {beside(week?.next, arrowRight, 'Week erna')}
    </div>
  )
}

function Whole({ auth, user, week, reload }: Props) {
  const cards = week.days.flatMap(d => d.cards)
  const closes = mayWrite(user, 'gastheer', 'coordinator')
  const plans = mayWrite(user, 'begeleider', 'coordinator')
  const [copying, copy] = useState(false)
  const copier = useRef<HTMLButtonElement>(null)
  useEffect(() => copy(false), [week.value])
  const waiting = new Set(
    cards
      .filter(c => c.state === 'draft' && week.drafts.some(d => d.id === c.activity))
      .map(c => c.occurrence),
  ).size
  return (
    <>
      {waiting > 0 && (
        <a className="skip" href="#publiceren">
          Naar publiceren
        </a>
      )}
      <div className="acts-2 wacts">
        {plans && (
          <PageLink className="btn btn-2" to={at('activity', 'new')}>
            <Icon of={plus} />
            <span>Nieuwe activiteit</span>
          </PageLink>
        )}
        {plans && (
          <PressButton second of={copier} press={() => copy(true)}>
            <Icon of={copyIcon} />
            <span>Kopieer vorige week</span>
          </PressButton>
        )}
        <PageLink className="btn btn-2" to={printAgenda({ week: week.value })}>
          <Icon of={printer} />
          <span>Print deze week</span>
        </PageLink>
        {closes && (
          <PageLink className="btn btn-2" to={at('closing')}>
            <Icon of={door} />
            <span>We zijn dicht</span>
          </PageLink>
        )}
      </div>
      <p>
        <PageLink className="wact" to={at('programme')}>
          Alle activiteiten, ook concepten en archief
        </PageLink>
      </p>
      {closes && (
        <ClosedPanel
          key={week.value}
          auth={auth}
          from={week.from}
          to={week.to}
          of={week}
          reload={() => void reload()}
        />
      )}
      {copying && (
        <CopyWeek
          {...{ auth, reload }}
          week={week.value}
          close={() => copy(false)}
          leave={() => {
            copy(false)
            copier.current?.focus()
          }}
        />
      )}
      <Look week={week} />
      {cards.length === 0 && !copying && (
        <div className="empty">
          <Icon of={coffee} />
          <p>
            <strong>Deze week is nog leeg.{plans && ' Kopieer vorige week?'}</strong>
          </p>
          {plans && (
            <p>
              <PressButton label="Kopieer vorige week naar deze lege week" press={() => copy(true)}>
                Kopieer vorige week
              </PressButton>
            </p>
          )}
        </div>
      )}
      <div className="week">
        {week.days.filter(toShow).map(d => (
          <DayOf key={d.day} {...{ auth, user, closes, reload }} day={d} today={week.today} />
        ))}
      </div>
      <Publish {...{ auth, week, waiting, reload }} />
    </>
  )
}

/** A weekend only when something is there. */
const toShow = (d: Day, n: number) => n < 5 || d.cards.length > 0 || d.differs !== undefined

/** What may be wrong, each a link to its card. */
function Look({ week }: { week: StaffWeek }) {
  const all = week.days.flatMap(d => d.cards.flatMap(c => c.warnings.map(w => [w, c] as const)))
  if (all.length === 0) return null
  return (
    <section className="alert alert-warn" aria-labelledby="kijk">
      <Icon of={triangleAlert} />
      <div>
        <h2 id="kijk">{many(all.length, '1 ding om na te kijken')}</h2>
        <ul className="plain wlook">
          {all.map(([w, c]) => (
            <li key={c.id + w.code}>
              <a href={'#' + c.id}>{sayLook(w, c)}</a>
            </li>
          ))}
        </ul>
        <p>Je kunt gewoon publiceren. Dit zijn tips.</p>
      </div>
    </section>
  )
}

interface OnDay extends Omit<Props, 'week'> {
  day: Day
  today: string
  closes: boolean
}

function DayOf({ auth, day, user, today, closes, reload }: OnDay) {
  const id = 'd' + day.day
  const hours = day.differs && sayHours(day.differs)
  const [changing, change] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const opens = mayWrite(user, 'coordinator', 'beheerder') && day.day >= today
  return (
    <section className="wday" aria-labelledby={id}>
      <h2 id={id}>
        <b>{dayNumber(day.day)}</b> {weekday(day.day)}
      </h2>
      {hours && (
        <p className="wclosed">
          <span>
            <b>{hours[0]}</b> {hours[1]}{' '}
            {day.closed
              ? closes && (
                  <PageLink
                    to={at('closing') + (day.closure ? `?sluiting=${day.closure}` : '')}
                    aria-label={`Verander dat we ${weekday(day.day)} dicht zijn`}
                  >
                    Verander
                  </PageLink>
                )
              : opens && (
                  <button
                    type="button"
                    className="link-btn"
                    ref={opener}
                    aria-label={`Verander de openingstijden van ${weekday(day.day)}`}
                    aria-expanded={changing}
                    onClick={() => change(!changing)}
                  >
                    Verander
                  </button>
                )}
          </span>
        </p>
      )}
      {opens && !(hours && !day.closed) && (
        <button
          type="button"
          className="link-btn"
          ref={opener}
          aria-label={`Andere openingstijden op ${weekday(day.day)}`}
          aria-expanded={changing}
          onClick={() => change(!changing)}
        >
          Andere openingstijden
        </button>
      )}
      {changing && opens && (
        <DayHours
          {...{ auth, day, closes, reload }}
          close={() => change(false)}
          leave={() => {
            change(false)
            opener.current?.focus()
          }}
        />
      )}
      {day.cards.length > 0 ? (
        <ul>
          {day.cards.map(c => (
            <li key={c.id}>
              <WeekCard card={c} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted small">Er staat niets in het programma.</p>
      )}
    </section>
  )
}

/** All drafts of this week online in one press. */
function Publish({ auth, week, waiting, reload }: Omit<Props, 'user'> & { waiting: number }) {
  const [busy, during] = useBusy()
  const [wrong, tell] = useState<readonly string[]>([])
  useEffect(() => tell([]), [week.value])
  const publish = async () => {
    tell([])
    const { online, not } = await publishAll(auth, week.drafts)
    if (online.length > 0) {
      const dates = new Set(
        week.days
          .flatMap(d => d.cards)
          .filter(c => c.state === 'draft' && online.some(o => o.id === c.activity))
          .map(c => c.occurrence),
      ).size
      const until = online.map(o => o.until).sort()[0]!
      bars.add({
        id: online.map(o => o.undo).join(),
        with: online.map(o => o.id),
        what: [...not, sayOnline(dates, not.length > 0)].join(' '),
        more: `Tot ${clock(until)} uur kun je dit terugdraaien.`,
        until,
        undo: wayBack(auth, online),
      })
    } else tell(not)
    await reload()
  }
  return (
    <>
      {waiting > 0 && (
        <div className="weekbar" id="publiceren" tabIndex={-1}>
          <PressButton press={() => void during(publish())} busy={!!busy}>
            Publiceer {sayAll(waiting)}
          </PressButton>
          <span className="muted">Bezoekers zien {plural(waiting, 'het', 'ze')} nog niet.</span>
        </div>
      )}
      <ActError>{wrong.join(' ')}</ActError>
    </>
  )
}

function sayOnline(n: number, rest: boolean) {
  if (rest) return plural(n, 'De andere staat online.', `De andere ${n} staan online.`)
  return many(n, '1 datum staat online.')
}
