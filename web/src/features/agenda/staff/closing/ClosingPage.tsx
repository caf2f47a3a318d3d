import '../people.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useSearch } from '../../../../router'
import * as limits from '../../../../api/limits.gen'
import { wall } from '../../../../api/moment'
import type { Auth } from '../../../../auth/types'
import type { ScreenProps } from '../../../../page'
import { at } from '../../../../screens'
import { Back } from '../../../../staff/Back'
import { AreaField, DayField, TextField, TickField } from '../../../../staff/fields'
import { Radios } from '../../../../staff/Radios'
import { Loaded } from '../../../../staff/States'
import { useRead } from '../../../../staff/api/useRead'
import { FieldError } from '../../../../ui/Field'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { Closed, undone } from './ClosedPanel'
import { Look, Reopen } from './Look'
import { NotYours, type Faults, type OnClosing } from './onClosing'
import {
  answersFor,
  answersOf,
  partOf,
  sayFault,
  sentences,
  type Answers,
  type ClosingChoices,
  type ClosureSeen,
} from './words'

/** `/beheer/dicht`: when and why, then what happens; and the way back. */
export default function ClosingPage({ auth }: ScreenProps) {
  const read = useRead(auth, '/api/closures')
  const asked = useSearch()
  const id = asked.get('sluiting') ?? ''
  const day = asked.get('dag') ?? ''
  return (
    <div className="wrap page stack">
      <Back to={at('today')} words="Vandaag" />
      <h1>We zijn dicht</h1>
      <Loaded of={read} wait="Dit scherm wordt geladen." what="dit scherm">
        {of => (
          <Steps
            key={id + day}
            auth={auth}
            of={of}
            was={of.closures.find(c => c.id === id)}
            id={id}
            day={day}
            step={asked.get('stap') ?? ''}
            reload={read.again}
          />
        )}
      </Loaded>
    </div>
  )
}

interface StepsProps {
  auth: Auth
  of: ClosingChoices
  was: ClosureSeen | undefined
  id: string
  /** That it was opened from; empty: none. */
  day: string
  step: string
  reload(): void
}

function Steps({ auth, of, was, id, day, step, reload }: StepsProps) {
  const [answers, set] = useState<Answers>(was ? answersOf(was) : answersFor(day, of))
  const [faults, wrong] = useState<Faults>({})
  // what was done is told until somebody goes on; an address may stay the same
  const { key } = useLocation()
  const [told, tell] = useState<{ key: string; words: ReactNode }>()
  const [back, goneOn] = useState(false)
  useEffect(() => {
    if (step) goneOn(true)
  }, [step])
  const navigate = useNavigate()
  const where = (next?: string) => {
    const query = new URLSearchParams({
      ...(id && { sluiting: id }),
      ...(day && { dag: day }),
      ...(next && { stap: next }),
    })
    return at('closing') + (query.size > 0 ? `?${query}` : '')
  }
  const on: OnClosing = {
    auth,
    of,
    was,
    answers,
    change: next => set(a => ({ ...a, ...next })),
    faults,
    wrong: f => {
      wrong(f)
      if (step && Object.keys(f).length > 0) void navigate(where(), { replace: true })
    },
    back,
    go: next => void navigate(where(next)),
    done: words => {
      tell({ key, words })
      reload()
    },
  }
  if (told?.key === key)
    return (
      <>
        <Done>{told.words}</Done>
        {of.closures.map(c => (
          <Closed
            key={c.id}
            auth={auth}
            of={c}
            today={of.today}
            reload={() => {
              tell({ key, words: undone })
              reload()
            }}
          />
        ))}
      </>
    )
  if (id && !was) return <p>Deze sluiting is er niet meer. We zijn weer open zoals altijd.</p>
  if (was && !was.may) return <NotYours phone={of.phone} />
  if (step === 'open' && was) return <Reopen on={on} was={was} />
  if (step === 'kijk' && answers.when) return <Look on={on} />
  return <When on={on} />
}

/** What was done: the button that did it is gone, so the focus goes here. */
function Done({ children }: { children: ReactNode }) {
  const words = useFocusOn<HTMLParagraphElement>(children)
  return (
    <p role="status" ref={words} tabIndex={-1}>
      {children}
    </p>
  )
}

/** Screen 1. */
function When({ on }: { on: OnClosing }) {
  const { of, answers: a, change, faults, was } = on
  const part = partOf(of)
  const here = useRef<HTMLElement>(null)
  const { back } = on
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      here.current?.querySelector<HTMLElement>(':is(.field-error) :is(input, textarea)')?.focus()
    else if (back) here.current?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it opens, and at each refusal
  }, [faults])
  const choices = [
    ['rest', 'De rest van vandaag', `nu tot ${wall(of.until)} uur`],
    ['evening', part.name, `${wall(part.from)} tot ${wall(part.to)} uur`],
    ...(of.plan
      ? ([
          ['tomorrow', 'Morgen, de hele dag', ''],
          ['other', 'Andere dagen of tijden', 'Of een vaste avond, een tijd lang.'],
        ] as const)
      : []),
  ] as const
  const next = () => {
    const wrong: Record<string, string> = {}
    if (!a.when) wrong.when = 'Kies wanneer we dicht zijn.'
    if (a.when === 'other' && !a.first) wrong.first = sayFault('first', 'required')
    if (!a.reason) wrong.why = 'Kies waarom we dicht zijn.'
    if (a.reason === 'other' && !a.text.trim()) wrong.reason = sayFault('reason', 'required')
    on.wrong(wrong)
    if (Object.keys(wrong).length === 0) on.go('kijk')
  }
  return (
    <section
      className="box stack"
      aria-label={was ? 'Korter of langer' : 'Wanneer en waarom'}
      ref={here}
      tabIndex={-1}
    >
      {!was && (
        <fieldset
          className={faults.when ? 'field field-error' : 'field'}
          aria-describedby={faults.when && 'wanneer-fout'}
        >
          <legend className="label">Wanneer zijn we dicht?</legend>
          <FieldError of="wanneer">{faults.when}</FieldError>
          <Radios
            name="wanneer"
            options={choices}
            value={a.when}
            onChange={when => change({ when: when as Answers['when'] })}
          />
        </fieldset>
      )}
      {!of.plan && <p className="muted">Een andere dag? Dat doet de coördinator: {of.phone}.</p>}
      {a.when === 'other' && <Other on={on} />}
      <fieldset
        className={faults.why ? 'field field-error' : 'field'}
        aria-describedby={faults.why && 'waarom-fout'}
      >
        <legend className="label">Waarom?</legend>
        <FieldError of="waarom">{faults.why}</FieldError>
        <Radios
          name="waarom"
          options={[...sentences.map(s => [s, s] as const), ['other', 'Iets anders']]}
          value={a.reason}
          onChange={reason => change({ reason })}
        />
      </fieldset>
      {a.reason === 'other' && (
        <AreaField
          name="reason"
          label="Dit lezen bezoekers"
          hint="Eén zin. Geen naam, geen ziekte bij naam."
          rows={2}
          max={limits.Closing.reason.maxLength}
          error={faults.reason}
          value={a.text}
          onChange={text => change({ text })}
        />
      )}
      <p className="muted">
        Dit lezen bezoekers op de voorpagina. Tot de laatste druk is er niets gebeurd.
      </p>
      <p className="facts-row">
        <PressButton press={next}>Kijk na wat er gebeurt</PressButton>
      </p>
    </section>
  )
}

/** Other days or times, or one evening of the week for a time. */
function Other({ on }: { on: OnClosing }) {
  const { answers: a, change, faults } = on
  return (
    <>
      <DayField
        name="first"
        label="Vanaf"
        error={faults.first}
        value={a.first}
        onChange={first => change({ first, ...(a.last < first && { last: first }) })}
      />
      <DayField
        name="last"
        label="Tot en met"
        error={faults.last ?? faults.weekday}
        value={a.last}
        onChange={last => change({ last })}
      />
      <TextField
        name="from"
        label="Van hoe laat"
        hint="Leeg: de hele dag."
        short
        optional
        error={faults.from}
        value={a.from}
        onChange={from => change({ from })}
      />
      <TextField
        name="to"
        label="Tot hoe laat"
        short
        optional
        error={faults.to}
        value={a.to}
        onChange={to => change({ to })}
      />
      <TickField
        name="weekly"
        label="Alleen op deze dag van de week"
        hint="De dag van ‘Vanaf’, elke week."
        value={a.weekly}
        onChange={weekly => change({ weekly })}
      />
    </>
  )
}
