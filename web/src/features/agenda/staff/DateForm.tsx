import { useBusy } from '../../../staff/useBusy'
import { many, people } from '../../../staff/count'
import { Hosts } from './HostField'
import { useContext, useState, type ReactNode } from 'react'
import { useNavigate } from '../../../router'
import { day } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { type Fault } from '../../../staff/drafts'
import { fieldId } from '../../../staff/fields'
import { info } from '../../../staff/icons'
import { ActError } from '../../../staff/ActError'
import { bars } from '../../../staff/bars'
import { same } from '../../../staff/editor/copy'
import { leftOpen } from '../../../staff/leftOpen'
import { showAct, type Act } from '../../../staff/press'
import { undoDraft } from '../../../staff/undo'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayMoveFault } from './change/moveWords'
import type { DateChoices, ScopeName } from './change/words'
import type { Activity, DateGone, StaffDate } from './model'
import { type Changing } from './scopeWords'
import { LookAtDates, WhichDates } from './WhichDates'
import { sayFault, sayKeepPlaces, sayWhen, hearFirst, toldFirst } from './words'
import { DateFields } from './DateFields'
import { changeIn, leftOf, valuesOf, type Values } from './dateValues'
import { api, apiAt, asked, ifStill } from '../../../staff/api/client'

interface Props {
  auth: Auth
  id: string
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  alone: boolean
  close(said: string): void
  changed(): void
}

/** A fault with words of its own. */
type Said = Fault & { words?: string }

/** What is on the screen in the place of the form. */
type Asks =
  | { is: 'form' }
  | { is: 'which'; change: Changing; scopes: DateChoices['scopes'] }
  | { is: 'look'; change: Changing; scope: ScopeName }

const lateWords =
  'Iemand heeft deze datum intussen veranderd. Kijk wat er nu staat en probeer het opnieuw.'

const offlineWords =
  'Er is geen verbinding. Wat je invulde staat nog hier. Probeer het straks opnieuw.'

const sayRefused = (status: number) =>
  status === 412
    ? lateWords
    : status === 403
      ? 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
      : status === 409
        ? 'Er waren mensen aangemeld. Deze datum kan niet weg. Je kunt hem wel afzeggen.'
        : 'Dit lukt nu niet. Probeer het straks opnieuw.'

const saySaved = ({ dates: n = 1 }: Act) => many(n, 'Bewaard op 1 datum.')

function sayTold({ mails = 0, calls = 0, undoUntil }: Act): string {
  if (mails === 0)
    return calls > 0 ? `We moeten ${people(calls)} bellen.` : 'Niemand krijgt een mail.'
  return undoUntil ? 'De mails gaan over 10 minuten weg.' : 'De mails zijn onderweg.'
}

/** What is typed: it is still there for who comes back, until it is saved or left as it was. */
function useValues(auth: Auth, id: string, date: StaffDate, doc: Activity) {
  const [left] = useState(() => leftOf(auth, date))
  const [values, setValues] = useState(left?.values ?? valuesOf(date))
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
  return { left, values, put }
}

/** What changes one date at once, or asks first which dates it is meant for and who hears it. */
export function DateForm({ auth, id, date, doc, rooms, alone, close, changed }: Props) {
  const accounts = useContext(Hosts)
  const taken = date.taken + date.waiting > 0
  const { left, values, put } = useValues(auth, id, date, doc)
  const { sessions, capacity, host, note, opens, closes } = values
  const done = (said: string) => {
    leftOpen.drop(date.id)
    close(said)
  }
  const [asks, ask] = useState<Asks>({ is: 'form' })
  const navigate = useNavigate()
  const [faults, setFaults] = useState<readonly Said[]>([])
  const [failed, setFailed] = useState(left && left.version !== date.version ? lateWords : '')
  const [busy, during] = useBusy()
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
  const path = { o: date.id }
  const send = async <T,>(
    button: string,
    method: 'PATCH' | 'DELETE',
    body?: object,
  ): Promise<T | undefined> => {
    setFailed('')
    setFaults([])
    const url = '/api/occurrences/' + encodeURIComponent(date.id)
    const answer = await during(
      asked(apiAt<T>(auth, method, url, { body, headers: ifStill(date.version) })),
      button,
    )
    const { is, status, fields } = answer
    if (is === 'refused' && fields.length > 0) refuse(fields)
    if (status === 412) changed()
    if (is !== 'done' && fields.length === 0)
      setFailed(is === 'offline' ? offlineWords : sayRefused(status))
    return answer.data
  }
  const moves = (c: Changing) => c.move !== undefined && taken
  /** Which dates it is meant for, and who hears it, as far as there is anything to ask. */
  const save = async () => {
    if (doc.mode !== 'walkin' && capacity !== undefined && capacity < 1)
      return refuse([{ name: 'capacity', code: 'invalid' }]) // to the API 0 is: no limit
    const change = changeIn(date, values, doc, accounts)
    if (date.kind !== 'date' || !change || (alone && !moves(change))) return saveOne()
    if (alone) return ask({ is: 'look', change, scope: 'this' })
    setFailed('')
    setFaults([])
    const { is, data } = await during(
      asked(api(auth).GET('/api/occurrences/{o}/choices', { params: { path } })),
      'save',
    )
    if (!data)
      return setFailed(
        is === 'offline' ? offlineWords : 'Dit lukt nu niet. Probeer het straks opnieuw.',
      )
    const { scopes } = data
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
    showAct(
      auth,
      { act, taken: 0, waiting: 0 },
      { what: saySaved(act), more: `${sayTold(act)} ${doc.title}.` },
    )
    changed()
    done('')
    if (tell) void navigate(`${at('date', date.id)}?bericht=${encodeURIComponent(act.id)}`)
  }
  const saveOne = async () => {
    const now = await send<StaffDate>('save', 'PATCH', {
      host,
      note,
      opens: opens ?? { by: '' },
      closes: closes ?? { by: '' },
      ...(doc.mode === 'walkin' ? {} : { capacity: capacity ?? 0 }),
      ...(taken ? {} : { sessions }),
    })
    if (!now) return
    changed()
    done(
      now.capacity !== undefined && now.taken > now.capacity
        ? `Bewaard. ${sayKeepPlaces(now.taken)}`
        : 'Bewaard.',
    )
  }
  const remove = async () => {
    const gone = await send<DateGone>('drop', 'DELETE')
    if (!gone) return
    const { undo } = gone
    leftOpen.drop(date.id)
    changed() // with the row goes this form
    if (undo)
      bars.add({
        id,
        what: `De datum is weg: ${sayWhen(date.sessions[0]!)}.`,
        earlier: `Eerder haalde je een datum weg: ${sayWhen(date.sessions[0]!)}.`,
        until: undo.until,
        undo: () => undoDraft(auth, undo.id),
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
        matters={Object.keys(asks.change.values ?? {}).some(k => k !== 'note')}
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
      <DateFields
        name={name}
        date={date}
        doc={doc}
        rooms={rooms}
        errors={errors}
        values={values}
        put={put}
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
