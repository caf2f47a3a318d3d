import { useState } from 'react'
import type { Auth } from '../../../auth/types'
import { refusalOf, type Fault } from '../../../staff/desk'
import { fieldId, NumberField, TextField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { LimitField } from './LimitField'
import type { Activity, NewSession, StaffDate, TermLimit } from './model'
import { Notes } from './Notes'
import { SessionFields } from './SessionFields'
import { sayFault, sayKeepPlaces, sayPlaces, sayWhen, toldFirst } from './words'

interface Props { auth: Auth; date: StaffDate; doc: Activity; rooms: readonly string[]; still: boolean; changed(): void }

const words = { planned: '', moved: 'Verplaatst', cancelled: 'Gaat niet door', done: 'Geweest' } as const

/** One date that exists, and the form that changes it at once. */
export function DateRow({ auth, date, doc, rooms, still, changed }: Props) {
  const [open, setOpen] = useState(false)
  const [said, say] = useState('')
  const first = date.sessions[0]!
  const can = !still && date.status !== 'done' && date.status !== 'cancelled'
  return (
    <li>
      <div>
        <p><strong>{sayWhen(first)}</strong>{date.sessions.length > 1 && `, ${date.sessions.length} bijeenkomsten`} · {first.room} {words[date.status] && <span className="tag">{words[date.status]}</span>}</p>
        <p className="small">{doc.mode === 'walkin' ? 'Inloop' : sayPlaces(date)}{date.host && ` · ${date.host} ontvangt`}</p>
        {date.note && <p className="small">{date.note}</p>}
        <Notes of={date.warnings} />
        {/* Stays when the form goes: what was said is read out. */}
        <p role="status" className="small">{said}</p>
        {open && <Form auth={auth} date={date} doc={doc} rooms={rooms} close={words => {
          setOpen(false)
          say(words)
          document.getElementById('wijzig-' + date.id)?.focus()
        }} changed={changed} />}
      </div>
      {can && !open && <button type="button" className="btn btn-2" id={'wijzig-' + date.id} aria-label={`Verander ${sayWhen(first)}`} onClick={() => { say(''); setOpen(true) }}>Verander</button>}
    </li>
  )
}

interface FormProps { auth: Auth; date: StaffDate; doc: Activity; rooms: readonly string[]; close(said: string): void; changed(): void }

function Form({ auth, date, doc, rooms, close, changed }: FormProps) {
  const taken = date.taken + date.waiting > 0
  const [sessions, setSessions] = useState<NewSession[]>(date.sessions.map(({ day, from, to, room }) => ({ day, from, to, room })))
  const [capacity, setCapacity] = useState<number | undefined>(date.capacity)
  const [host, setHost] = useState(date.host ?? '')
  const [note, setNote] = useState(date.note ?? '')
  const [closes, setCloses] = useState<TermLimit | undefined>(date.closes)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [failed, setFailed] = useState('')
  const [busy, setBusy] = useState('')
  const [sure, setSure] = useState(false)
  const name = 'datum-' + date.id
  const errors = Object.fromEntries(faults.map(f => [`${name}.${f.name.replace('sessions.', '')}`, sayFault(f) ?? 'Kijk dit nog even na.']))
  const send = async (button: string, init: RequestInit, done: string) => {
    setBusy(button)
    setFailed('')
    setFaults([])
    const answer = await auth.fetch(`/api/occurrences/${encodeURIComponent(date.id)}`, { ...init, headers: { 'content-type': 'application/json', 'if-match': `"${date.version}"` } }).catch(() => undefined)
    setBusy('')
    if (answer?.ok) {
      const now = init.method === 'PATCH' ? await answer.json() as StaffDate : undefined
      changed()
      return close(now?.capacity !== undefined && now.taken > now.capacity ? `${done} ${sayKeepPlaces(now.taken)}` : done)
    }
    if (!answer) return setFailed('Er is geen verbinding. Wat je invulde staat nog hier. Probeer het straks opnieuw.')
    const { status, fields } = await refusalOf(answer)
    setFaults(fields)
    if (fields.length > 0) return requestAnimationFrame(() => (document.getElementById(fieldId(`${name}.${fields[0]!.name.replace('sessions.', '')}`)) ?? document.getElementById(name))?.focus())
    if (status === 412) changed()
    setFailed(status === 412 ? 'Iemand heeft deze datum intussen veranderd. Kijk wat er nu staat en probeer het opnieuw.'
      : status === 403 ? 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
      : status === 409 ? 'Er waren mensen aangemeld. Deze datum kan niet weg. Je kunt hem wel afzeggen.' : 'Dit lukt nu niet. Probeer het straks opnieuw.')
  }
  const save = () => void send('save', {
    method: 'PATCH', body: JSON.stringify({
      host, note, closes: closes ?? { by: '' }, ...(doc.mode === 'walkin' ? {} : { capacity: capacity ?? 0 }), ...(taken ? {} : { sessions }),
    }),
  }, 'Bewaard.')
  return (
    <div className="stack date-form" id={name} role="group" aria-label={`Verander ${sayWhen(date.sessions[0]!)}`} tabIndex={-1}>
      {taken ? <p className="alert">{toldFirst}</p> : sessions.map((s, i) => (
        <SessionFields key={i} name={`${name}.${i}`} errors={errors} value={s} rooms={rooms} usual={doc.location} onChange={next => setSessions(sessions.map((o, j) => (j === i ? next : o)))} />
      ))}
      {errors[name + '.sessions'] && <p role="alert">{errors[name + '.sessions']}</p>}
      {doc.mode !== 'walkin' && (
        <>
          <NumberField name={name + '.capacity'} label="Aantal plekken" optional hint="Leeg: geen grens." error={errors[name + '.capacity']} value={capacity} onChange={setCapacity} />
          <LimitField name={name + '.closes'} label="Aanmelden kan tot" none="Tot het begin" error={errors[name + '.closes']} value={closes} onChange={setCloses} />
        </>
      )}
      <TextField name={name + '.host'} label="Wie ontvangt je?" optional hint="Leeg: zoals de activiteit." short value={host} onChange={setHost} />
      <TextField name={name + '.note'} label="Notitie" optional hint="Voor het team." value={note} onChange={setNote} />
      {failed && <p role="alert">{failed}</p>}
      <p className="row">
        <PressButton press={save} busy={busy === 'save'}>Bewaar deze datum</PressButton>
        <PressButton second press={() => close('')}>Laat zo</PressButton>
        {!date.used && !sure && <PressButton danger press={() => setSure(true)}>Haal deze datum weg</PressButton>}
      </p>
      {sure && (
        <div className="stack" role="status">
          <p>Niemand is aangemeld. De datum verdwijnt meteen uit het programma.</p>
          <p className="row"><PressButton danger press={() => void send('drop', { method: 'DELETE' }, 'De datum is weg.')} busy={busy === 'drop'}>Haal weg</PressButton><PressButton second press={() => setSure(false)}>Laat staan</PressButton></p>
        </div>
      )}
    </div>
  )
}
