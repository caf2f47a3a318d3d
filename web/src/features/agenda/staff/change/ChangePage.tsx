import '../people.css'
import '../calls.css'
import { people, waits } from '../../../../staff/count'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearch } from '../../../../router'
import { day, span } from '../../../../api/moment'
import { useLayout } from '../../../../layout/site'
import type { ScreenProps } from '../../../../page'
import { at } from '../../../../screens'
import { Back } from '../../../../staff/Back'
import { useUndone } from '../../../../staff/bars'
import { Loaded } from '../../../../staff/States'
import { kept } from '../../../../staff/kept'
import { useRead } from '../../../../staff/api/useRead'
import { PageLink } from '../../../../ui/PageLink'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { useSheet } from '../useSheet'
import { CallOff } from './CallOff'
import { GoOn, IsOff } from './IsOff'
import { HowMany } from './HowMany'
import { Meetings } from './Meetings'
import { IsMoved } from './IsMoved'
import { Move } from './Move'
import { OtherHost } from './OtherHost'
import type { OnChange } from './onChange'
import type { DateChoices, ScopeName } from './words'

/** `/beheer/datum/{occ}/verander`: a date that people know of does not go on, or changes. */
export default function ChangePage({ auth, user, params }: ScreenProps) {
  const id = params.o ?? ''
  const url = `/api/occurrences/${encodeURIComponent(id)}`
  const read = useRead(auth, '/api/occurrences/{o}/choices', { path: { o: id } })
  const { again } = read
  const { phone } = useLayout()
  const asked = useSearch()
  const navigate = useNavigate()
  useUndone(again)
  const [sheet, print] = useSheet()
  const here = useRef<HTMLDivElement>(null)
  const meeting = asked.get('bijeenkomst') ?? ''
  const step = useCallback(
    (name?: string, of = meeting) =>
      at('change', id) +
      (name ? `?stap=${name}${of && `&bijeenkomst=${encodeURIComponent(of)}`}` : ''),
    [id, meeting],
  )
  const [scope, setScope] = useScope(id)
  if (read.is !== 'known')
    return (
      <div className="wrap page stack">
        <h1>Er verandert iets</h1>
        {read.error === '403' ? (
          <p>Dat doet de coördinator: {phone}.</p>
        ) : (
          <Loaded of={read} wait="De datum wordt geladen." what="deze datum" />
        )}
      </div>
    )
  const on: OnChange = {
    auth,
    me: user,
    of: read.data,
    meeting: read.data.meetings.find(m => m.id === meeting),
    url,
    step,
    go: (name, instead) => void navigate(step(name), { replace: instead !== undefined }),
    reload: again,
    print,
    scope: read.data.canMany && read.data.scopes.length > 0 ? scope : 'this',
    setScope,
  }
  return (
    <>
      <div className="wrap page stack no-print" ref={here}>
        <Back to={at('date', id)} words="Wie komt er?" />
        <h1>Er verandert iets</h1>
        <About of={read.data} />
        <Step on={on} asked={asked.get('stap') ?? ''} />
      </div>
      <div className="sheet">{sheet}</div>
    </>
  )
}

/** For which dates it is meant, as somebody chose it in this tab. */
function useScope(id: string) {
  const store = useMemo(() => kept('omvang.' + id), [id])
  const [scope, set] = useState<ScopeName>(() => (store.read() as ScopeName | undefined) ?? 'this')
  const choose = (next: ScopeName) => {
    set(next)
    if (next === 'this') store.drop()
    else store.keep(next)
  }
  return [scope, choose] as const
}

function About({ of: { date, people: taken, waiting } }: { of: DateChoices }) {
  const facts = [
    date.title,
    `${day(date.start)}, ${span(date.start, date.end)}`,
    date.room,
    date.mode !== 'walkin' && date.status !== 'cancelled' && people(taken),
    waiting > 0 && waits(waiting),
  ]
  return <p className="eyebrow">{facts.filter(Boolean).join(' · ')}</p>
}

function Step({ on, asked }: { on: OnChange; asked: string }) {
  if (on.of.date.status === 'cancelled')
    return asked === 'toch' ? <GoOn on={on} /> : <IsOff on={on} />
  if (on.of.date.status === 'done')
    return <p>Deze datum is geweest. Er is niets meer te veranderen.</p>
  if (asked === 'toch' && on.meeting?.off) return <GoOn on={on} />
  const may = on.of.canCallOff || (on.meeting && !on.meeting.off)
  if (may && (asked === 'waarom' || asked === 'kijk'))
    return <CallOff on={on} look={asked === 'kijk'} />
  if (on.of.canMove && (asked === 'waarheen' || asked === 'kijk-verplaats'))
    return <Move on={on} look={asked === 'kijk-verplaats'} />
  if (asked === 'wie') return <OtherHost on={on} />
  return <What on={on} />
}

/** One of the choices, and below it what comes of it. */
const Way = ({ to, is, then }: { to: string; is: string; then: string }) => (
  <div>
    <PageLink className="btn btn-2" to={to}>
      {is}
    </PageLink>
    <p className="small muted">{then}</p>
  </div>
)

/** Screen 1: each choice is the next button. */
function What({ on }: { on: OnChange }) {
  const heading = useFocusOn<HTMLHeadingElement>('what')
  return (
    <>
      <section className="box stack" aria-labelledby="wat">
        <h2 id="wat" ref={heading} tabIndex={-1}>
          Wat is er aan de hand?
        </h2>
        {on.of.canCallOff && (
          <Way
            to={on.step('waarom', '')}
            is={on.of.meetings.length > 0 ? 'De hele reeks gaat niet door' : 'Gaat niet door'}
            then="Iedereen krijgt bericht."
          />
        )}
        <Way
          to={on.step('wie')}
          is="Iemand anders ontvangt"
          then="Het gaat door. Niemand hoeft bericht."
        />
        {on.of.canMove && (
          <Way
            to={on.step('waarheen')}
            is="Verplaatsen"
            then="Andere dag, tijd of ruimte. Ieders plek blijft."
          />
        )}
        <HowMany on={on} />
        <p className="small muted">Tot de laatste druk is er niets gebeurd.</p>
      </section>
      <Meetings on={on} />
      <IsMoved on={on} />
    </>
  )
}
