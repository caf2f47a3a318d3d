import { HostField } from './HostField'
import { useState } from 'react'
import * as limits from '../../../api/limits.gen'
import { day } from '../../../api/moment'
import { fieldId, NumberField, TextField, useFault } from '../../../staff/fields'
import { plus } from '../../../staff/icons'
import { down } from '../../../ui/icons'
import type { Draft } from '../../../staff/editor/useDraft'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'
import { FieldError } from '../../../ui/Field'
import { LimitField } from './LimitField'
import { emptySession, newDate, type Activity, type NewDate, type Warnings } from './model'
import { Notes } from './Notes'
import { SessionFields } from './SessionFields'
import { sayWhen } from './words'

interface Props {
  d: Draft<Activity>
  rooms: readonly string[]
  warnings: Warnings
  /** There is one and no more. */
  once: boolean
}

/** Dates that begin to exist when the activity is published. */
export function NewDates({ d: { doc, set }, rooms, warnings, once }: Props) {
  const [told, tell] = useState('')
  const series = doc.mode === 'series'
  const dates = doc.newDates
  const put = (i: number, next: NewDate) =>
    set(now => ({ ...now, newDates: now.newDates.map((n, j) => (j === i ? next : n)) }))
  const add = (...more: NewDate[]) => set(now => ({ ...now, newDates: [...now.newDates, ...more] }))
  const drop = (i: number) => {
    tell(`${name(i)} is weg.`)
    set(now => ({ ...now, newDates: now.newDates.filter((_, j) => j !== i) }))
    document.getElementById('nieuwe-datum')?.focus()
  }
  const name = (i: number) => `${series ? 'Reeks' : 'Datum'} ${i + 1}`
  const more = () => {
    add(
      newDate({
        ...emptySession(),
        from: dates.at(-1)?.sessions[0]?.from ?? '',
        to: dates.at(-1)?.sessions[0]?.to ?? '',
      }),
    )
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        document.getElementById(fieldId(`newDates.${dates.length}.sessions.0.day`))?.focus(),
      ),
    )
  }
  return (
    <section className="stack" aria-labelledby="nieuw" id={fieldId('newDates')} tabIndex={-1}>
      <h3 id="nieuw">Nieuwe datums</h3>
      <p className="small muted">Ze komen in het programma als je publiceert.</p>
      {dates.map((n, i) => (
        <One
          key={n.id}
          value={n}
          i={i}
          title={name(i)}
          series={series}
          rooms={rooms}
          usual={doc.location}
          warnings={warnings}
          put={next => put(i, next)}
          drop={() => drop(i)}
        />
      ))}
      <p role="status">{told}</p>
      {!(once && dates.length > 0) && (
        <p>
          <button type="button" id="nieuwe-datum" className="btn btn-2" onClick={more}>
            <Icon of={plus} />
            {series ? 'Nog een reeks' : dates.length === 0 ? 'Voeg een datum toe' : 'Nog een datum'}
          </button>
        </p>
      )}
    </section>
  )
}

interface OneProps {
  value: NewDate
  i: number
  title: string
  series: boolean
  rooms: readonly string[]
  usual: string
  warnings: Warnings
  put(next: NewDate): void
  drop(): void
}

function One({ value: n, i, title, series, rooms, usual, warnings, put, drop }: OneProps) {
  const name = `newDates.${i}`
  const wrongTime = useFault(name + '.sessions')
  const wrongId = useFault(name + '.id')
  const wrong = wrongTime ?? wrongId
  const found = warnings[n.id] ?? []
  return (
    <fieldset className={wrong ? 'field field-error date' : 'date'}>
      <legend className="label">
        {title}
        <span className="sr">: {sayWhen(n.sessions[0] ?? emptySession())}</span>
      </legend>
      <FieldError of={fieldId(name)}>{wrong}</FieldError>
      <Meetings of={n.sessions} wrong={wrong !== undefined}>
        {n.sessions.map((s, j) => (
          <div key={j} className="stack">
            {series && (
              <p className="small">
                <strong>Bijeenkomst {j + 1}</strong>
              </p>
            )}
            <SessionFields
              name={`${name}.sessions.${j}`}
              value={s}
              rooms={rooms}
              usual={usual}
              onChange={next =>
                put({ ...n, sessions: n.sessions.map((o, k) => (k === j ? next : o)) })
              }
            />
            <Notes of={found.filter(w => w.session === j)} />
            {n.sessions.length > 1 && (
              <p>
                <PressButton
                  second
                  label={`Haal bijeenkomst ${j + 1} weg van ${title.toLowerCase()}`}
                  press={() => put({ ...n, sessions: n.sessions.filter((_, k) => k !== j) })}
                >
                  Haal bijeenkomst {j + 1} weg
                </PressButton>
              </p>
            )}
          </div>
        ))}
      </Meetings>
      {series && (
        <p>
          <PressButton
            second
            press={() =>
              put({
                ...n,
                sessions: [...n.sessions, next(n.sessions.at(-1))],
              })
            }
          >
            <Icon of={plus} />
            Nog een bijeenkomst
          </PressButton>
        </p>
      )}
      <details>
        <summary>Eigen plekken, gastheer of notitie</summary>
        <div className="stack">
          <NumberField
            name={name + '.capacity'}
            label="Aantal plekken"
            optional
            hint="Leeg: zoals de activiteit."
            value={n.capacity}
            onChange={capacity => put(without(n, 'capacity', capacity))}
          />
          <HostField
            name={name + '.host'}
            none="Zoals de activiteit"
            optional
            value={n.host ?? ''}
            onChange={host => put({ ...n, host })}
          />
          <TextField
            name={name + '.note'}
            label="Notitie"
            optional
            hint="Voor het team."
            max={limits.NewDate.note.maxLength}
            value={n.note ?? ''}
            onChange={note => put({ ...n, note })}
          />
          <LimitField
            name={name + '.opens'}
            label="Aanmelden kan vanaf"
            optional
            none="Zoals de activiteit"
            value={n.opens}
            onChange={opens => put(without(n, 'opens', opens))}
          />
          <LimitField
            name={name + '.closes'}
            label="Aanmelden kan tot"
            none="Zoals de activiteit"
            value={n.closes}
            onChange={closes => put(without(n, 'closes', closes))}
          />
        </div>
      </details>
      <p>
        <PressButton second press={drop}>
          Haal {title.toLowerCase()} weg
        </PressButton>
      </p>
    </fieldset>
  )
}

const on = (s: NewDate['sessions'][number] | undefined) => (s?.day ? day(s.day) : 'nog geen dag')

/** The meetings of a series; many that are filled in are one line until opened. */
function Meetings({
  of,
  wrong,
  children,
}: {
  of: NewDate['sessions']
  wrong: boolean
  children: React.ReactNode
}) {
  const [open, set] = useState(() => of.length < 3 || of.some(s => !s.day || !s.from || !s.to))
  const [was, look] = useState(of.length)
  if (was !== of.length) {
    look(of.length)
    set(true) // what was just added is seen
  }
  if (of.length < 3 && open) return <>{children}</>
  return (
    <details
      className="fold"
      open={open || wrong}
      onToggle={e => e.target === e.currentTarget && set(e.currentTarget.open)}
    >
      <summary>
        {of.length} bijeenkomsten, van {on(of[0])} tot en met {on(of.at(-1))}
        <Icon of={down} />
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}

function without<K extends 'capacity' | 'opens' | 'closes'>(
  n: NewDate,
  key: K,
  value: NewDate[K] | undefined,
): NewDate {
  const { [key]: _, ...rest } = n
  return (value === undefined ? rest : { ...rest, [key]: value }) as NewDate
}

/** The next meeting of a series is a week later, at the same time, until somebody changes it. */
function next(last: NewDate['sessions'][number] | undefined): NewDate['sessions'][number] {
  const then = last?.day ? new Date(`${last.day}T00:00:00Z`) : undefined
  if (!last || !then || Number.isNaN(then.getTime()))
    return { ...emptySession(), from: last?.from ?? '', to: last?.to ?? '' }
  then.setUTCDate(then.getUTCDate() + 7)
  return { ...last, day: then.toISOString().slice(0, 10) }
}
