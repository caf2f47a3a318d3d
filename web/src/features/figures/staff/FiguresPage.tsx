import '../../../staff/lists/inbox.css'
import '../../../ui/chips.css'
import './figures.css'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../../router'
import { capital } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { Back } from '../../../staff/Back'
import { ChoiceField, DayField } from '../../../staff/fields'
import { periodOf, type Period, type Span } from '../../../staff/period'
import { mayWrite } from '../../../staff/roles'
import { Loaded } from '../../../staff/States'
import { today as todayOf } from '../../../staff/today'
import { useRead } from '../../../staff/api/useRead'
import { EmptyState } from '../../../ui/EmptyState'
import { PageLink } from '../../../ui/PageLink'
import { ForImpact } from './ForImpact'
import { Hours } from './Hours'
import { Missing } from './Missing'
import { periodsOf, sayPeriod } from './periods'
import { AllNumbers, BigNumbers, Weeks } from './Tables'
import { TakeAlong } from './TakeAlong'

const addressOf = ({ from, until }: Period) => `${at('figures')}?van=${from}&tot=${until}`

/** `/beheer/cijfers?van=…&tot=…`: what was counted in a period; without one, this month. */
export default function FiguresPage({ auth, user }: ScreenProps) {
  const { search } = useLocation()
  const words = new URLSearchParams(search)
  const asked = { from: words.get('van') ?? '', until: words.get('tot') ?? '' }
  const chosen = asked.from && asked.until ? { van: asked.from, tot: asked.until } : undefined
  const read = useRead(auth, '/api/figures', { query: chosen })
  const { data: report, again } = read
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Cijfers</h1>
      <Periods auth={auth} now={chosen ? asked : report} />
      <Loaded of={read} wait="Even geduld, de cijfers worden geladen." what="de cijfers" />
      {report && (
        <>
          <h2>{capital(sayPeriod(report))}</h2>
          {report.own && <p>Dit zijn de cijfers van je eigen activiteiten.</p>}
          {report.counted ? (
            <BigNumbers of={report} />
          ) : (
            <EmptyState drawing={<Drawing of={coatRack} />}>
              <p>
                <strong>In deze periode is er nog niets geteld.</strong>
              </p>
            </EmptyState>
          )}
          <div className="two">
            <div className="stack">
              {report.counted && <Weeks of={report} />}
              {report.counted && <AllNumbers of={report} />}
            </div>
            <div className="stack">
              <TakeAlong auth={auth} query={chosen} period={report} />
              <Missing auth={auth} of={report} again={again} />
              {!report.own && <Hours auth={auth} of={report} again={again} />}
              {mayWrite(user, 'redactie', 'coordinator') && (
                <ForImpact auth={auth} year={report.from.slice(0, 4)} />
              )}
              <HowWeCount own={report.own} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

/** The periods of one press, and any other. */
function Periods({ auth, now }: { auth: Auth; now: Period | undefined }) {
  const [today, setToday] = useState('')
  useEffect(() => {
    let here = true
    void todayOf(auth).then(day => here && setToday(day))
    return () => {
      here = false
    }
  }, [auth])
  const [open, setOpen] = useState(false)
  if (!today) return null
  const known = periodsOf(today)
  const isNow = (p: Period) => p.from === now?.from && p.until === now.until
  const own = now !== undefined && !known.some(([, p]) => isNow(p))
  return (
    <>
      <nav className="chips" aria-label="Periode">
        {known.map(([words, p]) => (
          <PageLink
            key={words}
            className="chip"
            to={addressOf(p)}
            aria-current={isNow(p) || undefined}
          >
            {words}
          </PageLink>
        ))}
        <button
          type="button"
          className="chip"
          aria-expanded={open}
          aria-current={own || undefined}
          onClick={() => setOpen(!open)}
        >
          Andere periode
        </button>
      </nav>
      {open && <OtherPeriod now={now} />}
    </>
  )
}

const spans: readonly (readonly [Span, string])[] = [
  ['week', 'Een week'],
  ['month', 'Een maand'],
  ['quarter', 'Een kwartaal'],
  ['year', 'Een jaar'],
]

/** Whole ones only: two periods of almost the same days would tell of few people. */
function OtherPeriod({ now }: { now: Period | undefined }) {
  const navigate = useNavigate()
  const [span, setSpan] = useState<Span | ''>('month')
  const [day, setDay] = useState(now?.from ?? '')
  const [error, setError] = useState<string>()
  return (
    <form
      className="box"
      aria-label="Andere periode"
      onSubmit={e => {
        e.preventDefault()
        if (!span || !day) return setError('Kies een dag.')
        setError(undefined)
        void navigate(addressOf(periodOf(span, day)))
      }}
    >
      <ChoiceField<Span>
        name="soort"
        label="Hoe lang?"
        value={span}
        onChange={setSpan}
        options={spans}
      />
      <DayField name="dag" label="Een dag daarin" value={day} onChange={setDay} error={error} />
      <button className="btn btn-2" type="submit">
        Laat zien
      </button>
    </form>
  )
}

const HowWeCount = ({ own }: { own: boolean }) => (
  <details className="box">
    <summary>Hoe tellen we?</summary>
    <ul className="list">
      <li>
        <b>Bezoek</b>: één persoon, één dagdeel. Geteld aan de deur, of afgevinkt bij een
        activiteit, met wie er meekwam. Zo tellen we vanaf de eerste dag.
      </li>
      {!own && (
        <li>
          <b>Dagdeel</b>: tot 4 uur open, met de openingstijden van nu. Activiteiten buiten de
          openingstijden tellen wel mee bij de bezoeken.
        </li>
      )}
      {!own && (
        <li>
          <b>Vrijwilligersuur</b>: een ingeroosterd uur. Iemand telt ze per dagdeel op en vult ze
          hier in.
        </li>
      )}
      <li>
        <b>Aanmelding</b>: één aanmelding bij een datum of reeks die voorbij is. Gasten tellen hier
        niet mee.
      </li>
      <li>
        <b>Afgerond</b>: bij minstens 75 % van de keren erbij.
      </li>
    </ul>
  </details>
)
