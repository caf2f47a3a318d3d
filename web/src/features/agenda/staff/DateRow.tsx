import { useRef, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { refusalOf, type Fault } from '../../../staff/drafts'
import { fieldId, NumberField, TextField } from '../../../staff/fields'
import { calendar, check, circleX, info } from '../../../staff/icons'
import { ActError } from '../../../staff/ActError'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { LimitField } from './LimitField'
import type { Activity, NewSession, StaffDate, TermLimit } from './model'
import { Notes } from './Notes'
import { SessionFields } from './SessionFields'
import { sayFault, sayKeepPlaces, sayPlaces, sayWhen, toldFirst } from './words'

interface Props {
  auth: Auth
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  still: boolean
  changed(): void
}

/** As in the programme: a badge for what is not as planned. */
const looks = {
  planned: undefined,
  moved: ['few', calendar, 'Verplaatst'],
  cancelled: ['off', circleX, 'Gaat niet door'],
  done: ['past', check, 'Geweest'],
} as const

/** One date that exists, and the form that changes it at once. */
export function DateRow({ auth, date, doc, rooms, still, changed }: Props) {
  const [open, setOpen] = useState(false)
  const [said, say] = useState('')
  const first = date.sessions[0]!
  const look = looks[date.status]
  const can = !still && date.status !== 'done' && date.status !== 'cancelled'
  return (
    <li>
      <div>
        <p>
          <strong>{sayWhen(first)}</strong>
          {date.sessions.length > 1 && `, ${date.sessions.length} bijeenkomsten`} · {first.room}{' '}
          {look && (
            <span className={`badge badge-${look[0]}`}>
              <Icon of={look[1]} />
              {look[2]}
            </span>
          )}
        </p>
        <p className="small">
          {doc.mode === 'walkin' ? 'Inloop' : sayPlaces(date)}
          {date.host && ` · ${date.host} ontvangt`}
        </p>
        {date.note && <p className="small">{date.note}</p>}
        <Notes of={date.warnings} />
        {/* Stays when the form goes: what was said is read out. */}
        <p role="status" className="small">
          {said}
        </p>
        {open && (
          <Form
            auth={auth}
            date={date}
            doc={doc}
            rooms={rooms}
            close={words => {
              setOpen(false)
              say(words)
              // the button is back by then
              requestAnimationFrame(() => document.getElementById('wijzig-' + date.id)?.focus())
            }}
            changed={changed}
          />
        )}
      </div>
      {can && !open && (
        <button
          type="button"
          className="btn btn-2"
          id={'wijzig-' + date.id}
          aria-label={`Verander ${sayWhen(first)}`}
          onClick={() => {
            say('')
            setOpen(true)
          }}
        >
          Verander
        </button>
      )}
    </li>
  )
}

interface FormProps {
  auth: Auth
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  close(said: string): void
  changed(): void
}

function Form({ auth, date, doc, rooms, close, changed }: FormProps) {
  const taken = date.taken + date.waiting > 0
  const [sessions, setSessions] = useState<NewSession[]>(
    date.sessions.map(({ day, from, to, room }) => ({ day, from, to, room })),
  )
  const [capacity, setCapacity] = useState<number | undefined>(date.capacity)
  const [host, setHost] = useState(date.host ?? '')
  const [note, setNote] = useState(date.note ?? '')
  const [opens, setOpens] = useState<TermLimit | undefined>(date.opens)
  const [closes, setCloses] = useState<TermLimit | undefined>(date.closes)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [failed, setFailed] = useState('')
  const [busy, setBusy] = useState('')
  const box = useFocusOn<HTMLDivElement>('open') // the button that opened it is gone
  const [sure, setSure] = useState(false)
  const drop = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLParagraphElement>(null)
  const ask = (on: boolean) => {
    setSure(on)
    requestAnimationFrame(() => (on ? question : drop).current?.focus())
  }
  const name = 'datum-' + date.id
  const errors = Object.fromEntries(
    faults.map(f => [
      `${name}.${f.name.replace('sessions.', '')}`,
      sayFault(f) ?? 'Kijk dit nog even na.',
    ]),
  )
  const refuse = (fields: readonly Fault[]) => {
    setFaults(fields)
    requestAnimationFrame(() =>
      (
        document.getElementById(fieldId(`${name}.${fields[0]!.name.replace('sessions.', '')}`)) ??
        document.getElementById(name)
      )?.focus(),
    )
  }
  const send = async (button: string, init: RequestInit, done: string) => {
    setBusy(button)
    setFailed('')
    setFaults([])
    const answer = await auth
      .fetch(`/api/occurrences/${encodeURIComponent(date.id)}`, {
        ...init,
        headers: { 'content-type': 'application/json', 'if-match': `"${date.version}"` },
      })
      .catch(() => undefined)
    setBusy('')
    if (answer?.ok) {
      const now = init.method === 'PATCH' ? ((await answer.json()) as StaffDate) : undefined
      changed()
      return close(
        now?.capacity !== undefined && now.taken > now.capacity
          ? `${done} ${sayKeepPlaces(now.taken)}`
          : done,
      )
    }
    if (!answer)
      return setFailed(
        'Er is geen verbinding. Wat je invulde staat nog hier. Probeer het straks opnieuw.',
      )
    const { status, fields } = await refusalOf(answer)
    if (fields.length > 0) return refuse(fields)
    if (status === 412) changed()
    setFailed(
      status === 412
        ? 'Iemand heeft deze datum intussen veranderd. Kijk wat er nu staat en probeer het opnieuw.'
        : status === 403
          ? 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
          : status === 409
            ? 'Er waren mensen aangemeld. Deze datum kan niet weg. Je kunt hem wel afzeggen.'
            : 'Dit lukt nu niet. Probeer het straks opnieuw.',
    )
  }
  const save = () => {
    if (doc.mode !== 'walkin' && capacity !== undefined && capacity < 1)
      return refuse([{ name: 'capacity', code: 'invalid' }]) // to the API 0 is: no limit
    void send(
      'save',
      {
        method: 'PATCH',
        body: JSON.stringify({
          host,
          note,
          opens: opens ?? { by: '' },
          closes: closes ?? { by: '' },
          ...(doc.mode === 'walkin' ? {} : { capacity: capacity ?? 0 }),
          ...(taken ? {} : { sessions }),
        }),
      },
      'Bewaard.',
    )
  }
  return (
    <div
      className="stack date-form"
      id={name}
      ref={box}
      role="group"
      aria-label={`Verander ${sayWhen(date.sessions[0]!)}`}
      tabIndex={-1}
    >
      {taken ? (
        <p className="alert">
          <Icon of={info} />
          <span>{toldFirst}</span>
        </p>
      ) : (
        sessions.map((s, i) => (
          <SessionFields
            key={i}
            name={`${name}.${i}`}
            errors={errors}
            value={s}
            rooms={rooms}
            usual={doc.location}
            onChange={next => setSessions(sessions.map((o, j) => (j === i ? next : o)))}
          />
        ))
      )}
      <ActError>{errors[name + '.sessions']}</ActError>
      {doc.mode !== 'walkin' && (
        <>
          <NumberField
            name={name + '.capacity'}
            label="Aantal plekken"
            optional
            hint="Leeg: geen grens."
            error={errors[name + '.capacity']}
            value={capacity}
            onChange={setCapacity}
          />
          <LimitField
            name={name + '.opens'}
            label="Aanmelden kan vanaf"
            optional
            none="Meteen"
            error={errors[name + '.opens']}
            value={opens}
            onChange={setOpens}
          />
          <LimitField
            name={name + '.closes'}
            label="Aanmelden kan tot"
            none="Tot het begin"
            error={errors[name + '.closes']}
            value={closes}
            onChange={setCloses}
          />
        </>
      )}
      <TextField
        name={name + '.host'}
        label="Wie ontvangt je?"
        optional
        hint="Leeg: zoals de activiteit."
        short
        value={host}
        onChange={setHost}
      />
      <TextField
        name={name + '.note'}
        label="Notitie"
        optional
        hint="Voor het team."
        value={note}
        onChange={setNote}
      />
      <ActError>{failed}</ActError>
      <p className="row">
        <PressButton press={save} busy={busy === 'save'}>
          Bewaar deze datum
        </PressButton>
        <PressButton second press={() => close('')}>
          Laat het zo
        </PressButton>
        {!date.used && !sure && (
          <PressButton danger of={drop} press={() => ask(true)}>
            Haal deze datum weg
          </PressButton>
        )}
      </p>
      {sure && (
        <div className="stack">
          <p ref={question} tabIndex={-1}>
            Niemand is aangemeld. De datum verdwijnt meteen uit het programma.
          </p>
          <p className="row">
            <PressButton
              danger
              press={() => void send('drop', { method: 'DELETE' }, 'De datum is weg.')}
              busy={busy === 'drop'}
            >
              Haal weg
            </PressButton>
            <PressButton second press={() => ask(false)}>
              Laat staan
            </PressButton>
          </p>
        </div>
      )}
    </div>
  )
}
