import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { day } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { refusalOf, type Fault } from '../../../staff/drafts'
import { fieldId, NumberField, TextField } from '../../../staff/fields'
import { calendar, check, circleX, info } from '../../../staff/icons'
import { ActError } from '../../../staff/ActError'
import type { Acts } from '../../../staff/ActBars'
import { same } from '../../../staff/editor/working'
import { leftOpen, type Left } from '../../../staff/leftOpen'
import { undoAct, type Act } from '../../../staff/press'
import { offerUndo } from '../../../staff/undo'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayMoveFault } from './change/moveWords'
import type { DateChoices, ScopeName } from './change/words'
import { LimitField } from './LimitField'
import type { Activity, DateGone, NewSession, StaffDate, TermLimit } from './model'
import { Notes } from './Notes'
import { people } from './peopleWords'
import { changingOf, type Changing, type Going, type NewValues } from './scopeWords'
import { SessionFields } from './SessionFields'
import { LookAtDates, WhichDates } from './WhichDates'
import { sayFault, sayKeepPlaces, sayPlaces, sayWhen, hearFirst, toldFirst } from './words'
import { hostName } from './hostName'

interface Props {
  auth: Auth
  /** Of the activity. */
  id: string
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  still: boolean
  /** There is no other date to come: nothing is asked about which. */
  alone: boolean
  /** What was done to several dates at once, with the way back. */
  bars: Acts
  changed(): void
}

/** As in the programme: a badge for what is not as planned. */
const looks = {
  planned: undefined,
  moved: ['few', calendar, 'Verplaatst'],
  cancelled: ['off', circleX, 'Gaat niet door'],
  done: ['past', check, 'Geweest'],
} as const

/** A gastheer comes there from the day itself. */
const mayMeet = ({ user }: Auth) =>
  user?.roles.some(r => r === 'begeleider' || r === 'coordinator') ?? false

/** One date that exists, and the form that changes it at once. */
export function DateRow({ auth, id, date, doc, rooms, still, alone, bars, changed }: Props) {
  // what was typed before one left the screen is still there
  const [open, setOpen] = useState(() => leftOf(auth, date) !== undefined)
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
          {date.host && ` · ${hostName(date.host)} ontvangt`}
        </p>
        {date.note && <p className="small">{date.note}</p>}
        {doc.mode !== 'walkin' && mayMeet(auth) && (
          <p className="small">
            <PageLink to={at('date', date.id)} aria-label={`Wie komt er op ${sayWhen(first)}?`}>
              Wie komt er?
            </PageLink>
          </p>
        )}
        <Notes of={date.warnings} />
        {/* Stays when the form goes: what was said is read out. */}
        <p role="status" className="small">
          {said}
        </p>
        {open && (
          <Form
            auth={auth}
            id={id}
            date={date}
            doc={doc}
            rooms={rooms}
            alone={alone}
            bars={bars}
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
  id: string
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  alone: boolean
  bars: Acts
  close(said: string): void
  changed(): void
}

/** What the form of a date holds. */
interface Values {
  sessions: NewSession[]
  capacity?: number | undefined
  host: string
  note: string
  opens?: TermLimit | undefined
  closes?: TermLimit | undefined
}

const valuesOf = ({ sessions, capacity, host, note, opens, closes }: StaffDate): Values => ({
  sessions: sessions.map(({ day, from, to, room }) => ({ day, from, to, room })),
  capacity,
  host: host ?? '',
  note: note ?? '',
  opens,
  closes,
})

const leftOf = (auth: Auth, date: StaffDate) =>
  leftOpen.of(date.id, auth.user?.uid ?? '') as Left<Values> | undefined

const lateWords =
  'Iemand heeft deze datum intussen veranderd. Kijk wat er nu staat en probeer het opnieuw.'

function Form({ auth, id, date, doc, rooms, alone, bars, close, changed }: FormProps) {
  const taken = date.taken + date.waiting > 0
  const [left] = useState(() => leftOf(auth, date))
  const [values, setValues] = useState(left?.values ?? valuesOf(date))
  const { sessions, capacity, host, note, opens, closes } = values
  const put = (next: Partial<Values>) => {
    const all = { ...values, ...next }
    setValues(all)
    if (same(all, valuesOf(date))) leftOpen.drop(date.id)
    else
      leftOpen.keep({
        id: date.id,
        name: `${doc.title || 'een activiteit'}, ${sayWhen(date.sessions[0]!)}`,
        at: at('activity', id),
        uid: auth.user?.uid ?? '',
        version: date.version,
        values: all,
      })
  }
  const done = (said: string) => {
    leftOpen.drop(date.id)
    close(said)
  }
  const [asks, ask] = useState<Asks>({ is: 'form' })
  const navigate = useNavigate()
  const [faults, setFaults] = useState<readonly Said[]>([])
  const [failed, setFailed] = useState(left && left.version !== date.version ? lateWords : '')
  const [busy, setBusy] = useState('')
  const [backs, count] = useState(0)
  const box = useFocusOn<HTMLDivElement>(backs) // the button that led here is gone
  const name = 'datum-' + date.id
  const errors = Object.fromEntries(
    faults.map(f => [
      `${name}.${f.name.replace('sessions.', '')}`,
      f.words ?? sayFault(f) ?? 'Kijk dit nog even na.',
    ]),
  )
  const refuse = (fields: readonly Said[]) => {
    setFaults(fields)
    requestAnimationFrame(() =>
      (
        document.getElementById(fieldId(`${name}.${fields[0]!.name.replace('sessions.', '')}`)) ??
        document.getElementById(name)
      )?.focus(),
    )
  }
  const send = async (button: string, init: RequestInit): Promise<Response | undefined> => {
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
    if (answer?.ok) return answer
    if (!answer) {
      setFailed('Er is geen verbinding. Wat je invulde staat nog hier. Probeer het straks opnieuw.')
      return undefined
    }
    const { status, fields } = await refusalOf(answer)
    if (fields.length > 0) refuse(fields)
    if (status === 412) changed()
    if (fields.length > 0) return undefined
    setFailed(
      status === 412
        ? lateWords
        : status === 403
          ? 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
          : status === 409
            ? 'Er waren mensen aangemeld. Deze datum kan niet weg. Je kunt hem wel afzeggen.'
            : 'Dit lukt nu niet. Probeer het straks opnieuw.',
    )
    return undefined
  }
  const moves = (c: Changing) => c.move !== undefined && taken
  /** Which dates it is meant for, and who hears it, as far as there is anything to ask. */
  const save = async () => {
    if (doc.mode !== 'walkin' && capacity !== undefined && capacity < 1)
      return refuse([{ name: 'capacity', code: 'invalid' }]) // to the API 0 is: no limit
    const change = changeIn(date, values, doc)
    if (date.kind !== 'date' || !change || (alone && !moves(change))) return saveOne()
    if (alone) return ask({ is: 'look', change, scope: 'this' })
    setBusy('save')
    setFailed('')
    setFaults([])
    const answer = await auth
      .fetch(`/api/occurrences/${encodeURIComponent(date.id)}/choices`)
      .catch(() => undefined)
    setBusy('')
    if (!answer?.ok)
      return setFailed(
        answer
          ? 'Dit lukt nu niet. Probeer het straks opnieuw.'
          : 'Er is geen verbinding. Wat je invulde staat nog hier. Probeer het straks opnieuw.',
      )
    const { scopes } = (await answer.json()) as DateChoices
    if (scopes.length > 0) return ask({ is: 'which', change, scopes })
    return moves(change) ? ask({ is: 'look', change, scope: 'this' }) : saveOne()
  }
  const back = () => {
    ask({ is: 'form' })
    count(n => n + 1)
  }
  const choose = (change: Changing, scope: ScopeName) => {
    if (scope !== 'this' || moves(change)) return ask({ is: 'look', change, scope })
    back()
    return void saveOne()
  }
  /** What the server says of a move names the fields of the one meeting. */
  const wrong = (fields: readonly Fault[]) => {
    ask({ is: 'form' })
    refuse(
      fields.map(f =>
        ['day', 'from', 'to', 'room'].includes(f.name)
          ? { ...f, name: '0.' + f.name, words: sayMoveFault(f.name, f.code) }
          : f,
      ),
    )
  }
  const saved = (act: Act, tell: boolean) => {
    const n = act.dates ?? 1
    const { mails = 0, calls = 0 } = act
    bars.add({
      id: act.id,
      text: (
        <>
          <b>Bewaard op {n === 1 ? '1 datum' : `${n} datums`}.</b>{' '}
          {mails === 0
            ? calls > 0
              ? `We moeten ${people(calls)} bellen.`
              : 'Niemand krijgt een mail.'
            : act.undoUntil
              ? 'De mails gaan over 10 minuten weg.'
              : 'De mails zijn onderweg.'}
        </>
      ),
      ...(act.undoUntil && {
        until: act.undoUntil,
        undo: async () => {
          try {
            await undoAct(auth, act.id)
          } finally {
            changed()
          }
        },
      }),
    })
    changed()
    done('')
    if (tell) void navigate(at('date', date.id) + '?bericht')
  }
  const saveOne = async () => {
    const answer = await send('save', {
      method: 'PATCH',
      body: JSON.stringify({
        host,
        note,
        opens: opens ?? { by: '' },
        closes: closes ?? { by: '' },
        ...(doc.mode === 'walkin' ? {} : { capacity: capacity ?? 0 }),
        ...(taken ? {} : { sessions }),
      }),
    })
    if (!answer) return
    const now = (await answer.json()) as StaffDate
    changed()
    done(
      now.capacity !== undefined && now.taken > now.capacity
        ? `Bewaard. ${sayKeepPlaces(now.taken)}`
        : 'Bewaard.',
    )
  }
  const remove = async () => {
    const answer = await send('drop', { method: 'DELETE' })
    if (!answer) return
    const { undo } = (await answer.json()) as DateGone
    leftOpen.drop(date.id)
    changed() // with the row goes this form
    if (undo)
      await offerUndo(auth, {
        undo,
        id,
        title: sayWhen(date.sessions[0]!),
        said: 'De datum is weg.',
        earlier: 'Eerder haalde je een datum weg.',
        focus: true,
      })
  }
  const group = (inside: ReactNode) => (
    <div
      className="stack date-form"
      id={name}
      ref={box}
      role="group"
      aria-label={`Verander ${sayWhen(date.sessions[0]!)}`}
      tabIndex={-1}
    >
      {inside}
    </div>
  )
  if (asks.is === 'which')
    return group(
      <WhichDates
        day={day(date.sessions[0]!.day)}
        scopes={asks.scopes}
        choose={scope => choose(asks.change, scope)}
        back={back}
      />,
    )
  if (asks.is === 'look')
    return group(
      <LookAtDates
        auth={auth}
        id={date.id}
        scope={asks.scope}
        of={asks.change}
        canTell={taken && Object.keys(asks.change.values ?? {}).some(k => k !== 'note')}
        wrong={wrong}
        done={saved}
        back={back}
      />,
    )
  return group(
    <>
      {taken && (
        <p className="alert">
          <Icon of={info} />
          <span>{date.kind === 'date' ? hearFirst : toldFirst}</span>
        </p>
      )}
      {(!taken || date.kind === 'date') &&
        sessions.map((s, i) => (
          <SessionFields
            key={i}
            name={`${name}.${i}`}
            errors={errors}
            value={s}
            rooms={rooms}
            usual={doc.location}
            onChange={next => put({ sessions: sessions.map((o, j) => (j === i ? next : o)) })}
          />
        ))}
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
            onChange={capacity => put({ capacity })}
          />
          <LimitField
            name={name + '.opens'}
            label="Aanmelden kan vanaf"
            optional
            none="Meteen"
            error={errors[name + '.opens']}
            value={opens}
            onChange={opens => put({ opens })}
          />
          <LimitField
            name={name + '.closes'}
            label="Aanmelden kan tot"
            none="Tot het begin"
            error={errors[name + '.closes']}
            value={closes}
            onChange={closes => put({ closes })}
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
        onChange={host => put({ host })}
      />
      <TextField
        name={name + '.note'}
        label="Notitie"
        optional
        hint="Voor het team."
        value={note}
        onChange={note => put({ note })}
      />
      <ActError>{failed}</ActError>
      <p className="row">
        <PressButton press={() => void save()} busy={busy === 'save'}>
          Bewaar deze datum
        </PressButton>
        <PressButton second press={() => done('')}>
          Laat het zo
        </PressButton>
        {!date.used && (
          <PressButton danger press={() => void remove()} busy={busy === 'drop'}>
            Haal deze datum weg
          </PressButton>
        )}
      </p>
    </>,
  )
}

/** A fault with words of its own. */
type Said = Fault & { words?: string }

/** What is on the screen in the place of the form. */
type Asks =
  | { is: 'form' }
  | { is: 'which'; change: Changing; scopes: DateChoices['scopes'] }
  | { is: 'look'; change: Changing; scope: ScopeName }

/** What is other than it was. */
function changeIn(date: StaffDate, now: Values, doc: Activity): Changing | undefined {
  const was = valuesOf(date)
  const going = ({ day, from, to, room }: NewSession): Going => ({
    day,
    from,
    to,
    room: room || doc.location,
  })
  const values: NewValues = {
    ...(doc.mode !== 'walkin' && was.capacity !== now.capacity && { capacity: now.capacity ?? 0 }),
    ...(was.host !== now.host && { host: now.host }),
    ...(was.note !== now.note && { note: now.note }),
    ...(!same(was.opens, now.opens) && { opens: now.opens ?? { by: '' } }),
    ...(!same(was.closes, now.closes) && { closes: now.closes ?? { by: '' } }),
  }
  const [from, to] = [going(was.sessions[0]!), going(now.sessions[0]!)]
  return changingOf(from, to, values)
}
