import '../../../ui/chips.css'
import './rhythm.css'
import { many, people } from '../../../staff/count'
import { useEffect, useRef } from 'react'
import { capital, day as longDay, fullDay, monthName, weekdayNumber } from '../../../api/moment'
import {
  ChoiceField,
  DayField,
  fieldId,
  NumberField,
  SelectField,
  useFault,
} from '../../../staff/fields'
import type { Draft } from '../../../staff/editor/useDraft'
import { at } from '../../../screens'
import { FieldError } from '../../../ui/Field'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { hours, type Activity, type Rhythm, type RhythmDate, type RhythmPlan } from './model'
import { Notes } from './Notes'
import { changed, sayWhat } from './rhythmWords'
import { TimeField } from './SessionFields'
import { sayFault } from './words'

interface Props {
  d: Draft<Activity>
  rule: Rhythm
  plan: RhythmPlan | undefined
  /** "Om de … weken" was chosen. */
  weeks: boolean
}

/** The rule of an activity that comes back, and the dates that it makes. */
export function RhythmFields({ d, rule, plan, weeks }: Props) {
  const put = (next: { [K in keyof Rhythm]?: Rhythm[K] | undefined }) =>
    d.set(now => (now.rhythm ? { ...now, rhythm: changed(now.rhythm, next) } : now))
  const monthly = rule.every === 'month'
  const nth = rule.nth ?? 0
  return (
    <>
      {weeks && (
        <NumberField
          name="rhythm.weeks"
          label="Om de hoeveel weken?"
          value={rule.weeks}
          onChange={n => put({ weeks: n })}
        />
      )}
      {monthly && (
        <ChoiceField
          name="rhythm.by"
          label="Wanneer in de maand?"
          value={nth === 0 ? 'day' : 'nth'}
          options={[
            ['nth', 'Op een dag van de week', 'Zoals: de tweede woensdag.'],
            ['day', 'Op een vaste datum', 'Zoals: de 15e.'],
          ]}
          onChange={by =>
            put(by === 'day' ? { nth: undefined, monthDay: 1 } : { nth: 1, monthDay: undefined })
          }
        />
      )}
      {monthly && nth === 0 ? (
        <NumberField
          name="rhythm.monthDay"
          label="De hoeveelste van de maand?"
          value={rule.monthDay}
          onChange={n => put({ monthDay: n })}
        />
      ) : (
        <>
          {monthly && (
            <SelectField
              name="rhythm.nth"
              label="De hoeveelste?"
              value={String(nth)}
              options={[
                ['1', 'eerste'],
                ['2', 'tweede'],
                ['3', 'derde'],
                ['4', 'vierde'],
                ['-1', 'laatste'],
              ]}
              onChange={n => put({ nth: +n })}
            />
          )}
          <Days rule={rule} one={monthly} put={days => put({ days })} />
        </>
      )}
      <div className="grid grid-3 session">
        <TimeField
          name="rhythm.from"
          label="Van"
          value={rule.from}
          onChange={from => put({ from })}
        />
        <TimeField name="rhythm.to" label="Tot" value={rule.to} onChange={to => put({ to })} />
        <DayField
          name="rhythm.first"
          label="Eerste keer"
          value={rule.first}
          onChange={first => put({ first })}
        />
      </div>
      <End rule={rule} put={put} />
      <Pause rule={rule} put={put} />
      <Dates
        rule={rule}
        plan={plan}
        drop={gone => put({ skip: [...new Set([...(rule.skip ?? []), gone])] })}
        back={day => put({ skip: rule.skip?.filter(s => s !== day) })}
      />
    </>
  )
}

type Put = (next: { [K in keyof Rhythm]?: Rhythm[K] | undefined }) => void

/** Seven days; of a month one. */
function Days({ rule, one, put }: { rule: Rhythm; one: boolean; put(days: number[]): void }) {
  const name = 'rhythm.days'
  const wrong = useFault(name)
  return (
    <fieldset className={wrong ? 'field field-error' : 'field'}>
      <legend className="label">Op welke dag?</legend>
      <FieldError of={fieldId(name)}>{wrong}</FieldError>
      <div className="days">
        {[1, 2, 3, 4, 5, 6, 7].map(n => {
          const on = rule.days.includes(n)
          return (
            <button
              key={n}
              type="button"
              id={n === 1 ? fieldId(name) : undefined}
              className="chip"
              aria-pressed={on}
              onClick={() =>
                put(
                  on
                    ? rule.days.filter(d => d !== n)
                    : one
                      ? [n]
                      : [...rule.days, n].sort((a, b) => a - b),
                )
              }
            >
              <span aria-hidden="true">{weekdayNumber(n).slice(0, 2)}</span>
              <span className="sr">{weekdayNumber(n)}</span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

const End = ({ rule, put }: { rule: Rhythm; put: Put }) => (
  <>
    <ChoiceField
      name="rhythm.end"
      label="Tot wanneer?"
      value={rule.end}
      options={[
        ['open', 'Zonder einde', 'We zetten steeds een half jaar klaar.'],
        ['until', 'Tot en met een datum'],
        ['count', 'Een aantal keer'],
      ]}
      onChange={end => put({ end, until: undefined, count: undefined })}
    />
    {rule.end === 'until' && (
      <DayField
        name="rhythm.until"
        label="Tot en met"
        value={rule.until ?? ''}
        onChange={until => put({ until })}
      />
    )}
    {rule.end === 'count' && (
      <NumberField
        name="rhythm.count"
        label="Hoeveel keer?"
        value={rule.count}
        onChange={count => put({ count })}
      />
    )}
  </>
)

function Pause({ rule, put }: { rule: Rhythm; put: Put }) {
  const wrong = useFault('rhythm.pause')
  const { pause } = rule
  const opener = useRef<HTMLButtonElement>(null)
  const paused = pause !== undefined
  const was = useRef(paused)
  useEffect(() => {
    if (was.current === paused) return
    was.current = paused
    if (document.activeElement !== document.body) return
    if (paused) document.getElementById(fieldId('rhythm.pause'))?.focus()
    else opener.current?.focus()
  }, [paused])
  if (!pause)
    return (
      <p>
        <PressButton second of={opener} press={() => put({ pause: { from: '', to: '' } })}>
          Pauze, bijvoorbeeld in de zomer
        </PressButton>
      </p>
    )
  return (
    <fieldset className={wrong ? 'field field-error date' : 'date'}>
      <legend className="label">Pauze</legend>
      <p className="small muted">Op deze dagen maken we geen datums.</p>
      <FieldError of={fieldId('rhythm.pause')}>{wrong}</FieldError>
      <DayField
        name="rhythm.pause"
        label="Eerste dag van de pauze"
        error=""
        value={pause.from}
        onChange={from => put({ pause: { ...pause, from } })}
      />
      <DayField
        name="rhythm.pause.to"
        label="Laatste dag van de pauze"
        value={pause.to}
        onChange={to => put({ pause: { ...pause, to } })}
      />
      <p>
        <PressButton second press={() => put({ pause: undefined })}>
          Geen pauze
        </PressButton>
      </p>
    </fieldset>
  )
}

const shown = 5
const awayId = (day: string) => 'weggehaald-' + day

interface DatesProps {
  rule: Rhythm
  plan: RhythmPlan | undefined
  drop(day: string): void
  back(day: string): void
}

/** The rule as a sentence and the dates that the server would make, the first ones open. */
function Dates({ rule, plan, drop, back }: DatesProps) {
  const wrong = useFault('rhythm')
  const fault = plan?.faults.find(
    f => f.name === 'rhythm' || f.code === 'order' || f.name === 'rhythm.count',
  )
  const coming = plan?.items.filter(i => i.what !== 'goes' && i.what !== 'outside') ?? []
  const fresh = plan?.items.every(i => i.what === 'new') ?? true
  // the button that is pressed goes away, and so would the focus
  const leave = (gone: string) => {
    drop(gone)
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#${awayId(gone)} button`)?.focus(),
    )
  }
  const comeBack = (s: string) => {
    back(s)
    requestAnimationFrame(() => document.getElementById(fieldId('rhythm'))?.focus())
  }
  const row = (i: RhythmDate) => (
    <Row
      key={(i.id ?? '') + i.ruleDay}
      of={i}
      fresh={fresh}
      drop={i.what === 'new' ? () => leave(i.ruleDay) : undefined}
    />
  )
  const items = plan?.items ?? []
  return (
    <>
      <div className="rule" aria-live="polite" id={fieldId('rhythm')} tabIndex={-1}>
        <b>Dus</b>
        {plan?.say ? (
          <p>
            {plan.say} {many(coming.length, 'Dat is nu 1 datum.')}
          </p>
        ) : (
          <p>{(fault && sayFault(fault)) || wrong || 'Kies de dag, de tijd en de eerste keer.'}</p>
        )}
        {plan?.without.map(m => (
          <p key={m}>Geen datum in {monthName(m)}.</p>
        ))}
      </div>
      {items.length > 0 && (
        <section className="stack" aria-labelledby="eerste-datums">
          <h3 id="eerste-datums">De eerste datums</h3>
          <ul className="beats">{items.slice(0, shown).map(row)}</ul>
          {items.length > shown && (
            <details className="fold">
              <summary>
                {items.length === shown + 1 ? 'Nog 1 datum' : `Nog ${items.length - shown} datums`}
                <Icon of={down} />
              </summary>
              <ul className="beats">{items.slice(shown).map(row)}</ul>
              <p className="small muted">Tot en met {fullDay(items.at(-1)!.day)}.</p>
            </details>
          )}
        </section>
      )}
      {(rule.skip?.length ?? 0) > 0 && (
        <ul className="beats" aria-label="Weggehaald">
          {rule.skip!.map(s => (
            <li key={s} id={awayId(s)}>
              <span className="muted">Weggehaald: {longDay(s)}</span>
              <PressButton second label={`Zet terug: ${longDay(s)}`} press={() => comeBack(s)}>
                Zet terug
              </PressButton>
            </li>
          ))}
        </ul>
      )}
      {plan && plan.removed.length > 0 && (
        <p className="small muted">
          Deze datums zijn eerder weggehaald en komen niet terug:{' '}
          {plan.removed.map(longDay).join(', ')}. Wil je er toch een? Zet die erbij als losse datum.
        </p>
      )}
    </>
  )
}

interface RowProps {
  of: RhythmDate
  /** There are no dates yet: it goes without saying that each is new. */
  fresh: boolean
  drop?: (() => void) | undefined
}

/** One date: its day, what becomes of it, what may be wrong with it. */
export function Row({ of: i, fresh, drop }: RowProps) {
  const what = sayWhat(i, fresh)
  return (
    <li>
      <span>
        <b>{capital(longDay(i.day))}</b>
        {what && (
          <>
            {' · '}
            <b>{what}</b>
          </>
        )}
      </span>
      {drop ? (
        <PressButton second label={`Haal weg: ${longDay(i.day)}`} press={drop}>
          Haal weg
        </PressButton>
      ) : (
        i.id && <span className="tag">{people(i.people)}</span>
      )}
      {(i.what === 'outside' || i.what === 'keepsTime') && (
        <span className="sub small muted">
          {i.people > 0
            ? 'Blijft staan, want er zijn mensen aangemeld. '
            : 'Blijft staan, want er waren mensen aangemeld. '}
          <PageLink to={at('date', i.id!)}>
            Naar deze datum<span className="sr">: {`${longDay(i.day)}, ${hours(i)}`}</span>
          </PageLink>
        </span>
      )}
      {i.warnings.length > 0 && (
        <div className="sub">
          <Notes of={i.warnings} />
        </div>
      )}
    </li>
  )
}
