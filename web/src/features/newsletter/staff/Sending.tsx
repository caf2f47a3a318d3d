import { many, people, waits } from '../../../staff/count'
import { useEffect, useRef, useState } from 'react'
import { capital, clock } from '../../../api/moment'
import type { ScreenProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { bars } from '../../../staff/bars'
import { type Fault } from '../../../staff/drafts'
import type { Draft } from '../../../staff/editor/useDraft'
import { ChoiceField, DayField, TextField } from '../../../staff/fields'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { timeOf } from '../../../staff/localTime'
import { undoAt } from '../../../staff/undo'
import { sayAt, sayMoment } from '../../../staff/words'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import {
  sayAhead,
  sayFailed,
  sayFault,
  sayPlan,
  sayRest,
  sayWhen,
  whyWords,
  type Check,
  type IssueDoc,
  type IssueProgress,
} from './issueWords'
import type { IssueProgressHook } from './useIssueProgress'
import { api, asked } from '../../../staff/api/client'

interface Props extends Pick<ScreenProps, 'auth' | 'user'> {
  d: Draft<IssueDoc>
  progress: IssueProgressHook
  s: IssueProgress
}

/** What becomes of a newsletter: ready, planned, under way, done. */
export function Sending(props: Props) {
  const { s, progress } = props
  const [planning, plan] = useState(false)
  const shown = planning ? 'planning' : s.state + s.late
  const part = useFocusHere(shown)
  const waits = s.state === 'scheduled' && !s.late
  return (
    <div className="stack" ref={part}>
      {s.late && (
        <p className="alert">
          <b>Deze nieuwsbrief had {sayAt(s.plannedAt ?? '')} weg gemoeten.</b> Dat lukte niet. Wil
          je hem nu nog versturen?
        </p>
      )}
      {planning && !s.startedAt ? (
        <Plan {...props} close={() => plan(false)} />
      ) : waits ? (
        <Planned {...props} change={() => plan(true)} />
      ) : s.state === 'sending' ? (
        <UnderWay {...props} />
      ) : s.state === 'sent' ? (
        <Done {...props} />
      ) : (
        <Ready {...props} plan={() => plan(true)} />
      )}
      <ActError>{progress.said}</ActError>
    </div>
  )
}

/** What was pressed went away with its part: the focus goes to the heading of what came instead. */
function useFocusHere(shown: string) {
  const part = useRef<HTMLDivElement>(null)
  const was = useRef(shown)
  useEffect(() => {
    if (shown !== was.current && document.activeElement === document.body)
      part.current?.querySelector('h2')?.focus({ preventScroll: true })
    was.current = shown
  }, [shown])
  return part
}

const lostStory = 'Het gekozen verhaal mag niet (meer) in de nieuwsbrief. Het gaat niet mee.'

function Ready({ s, d, progress, plan }: Props & { plan(): void }) {
  const story = d.doc.story?.displayName
  const fault = s.faults.map(sayFault).find(Boolean)
  const ready = !fault && s.faults.length === 0
  const [proof, send] = useState(false)
  return (
    <section className="box stack" aria-labelledby="klaar">
      <h2 id="klaar" tabIndex={-1}>
        Klaar om te gaan?
      </h2>
      <ul className="list">
        <li>{fault ?? 'Er staat iets in.'}</li>
        <li>
          {s.lost
            ? lostStory
            : story
              ? `${story} vindt het goed dat het verhaal in de nieuwsbrief staat.`
              : 'Er staat geen verhaal in.'}
        </li>
        <li>
          {s.tested
            ? 'Er is een proef van deze tekst verstuurd.'
            : 'Er is nog geen proef van deze tekst verstuurd.'}
        </li>
      </ul>
      <p role="status">{proof && 'De proef is onderweg naar jouw mail.'}</p>
      <p className="row">
        <PressButton
          second={s.tested}
          busy={progress.busy === 'test'}
          press={() => {
            send(false)
            void progress.act('test').then(send)
          }}
        >
          Stuur een proef naar mij
        </PressButton>
        <PressButton second={!s.tested} off={!ready} press={plan}>
          Plan of verstuur
        </PressButton>
      </p>
    </section>
  )
}

/** Nothing is chosen beforehand: pressing twice on one spot sends nothing. */
function Plan({ auth, d, s, progress, close }: Props & { close(): void }) {
  const heading = useFocusOn<HTMLHeadingElement>('plan')
  const planned = s.state === 'scheduled' && !s.late ? (s.plannedAt ?? '') : ''
  const [way, choose] = useState<'now' | 'later' | ''>(planned && 'later')
  const [day, setDay] = useState(planned.slice(0, 10))
  const [time, setTime] = useState(planned ? timeOf(planned).replace(':', '.') : '10.00')
  const [told, tell] = useState<{ check?: Check; fault?: Said }>({})
  const [turn, look] = useState(0)
  const later = way === 'later'
  const open = !way || (later && !day)
  useEffect(() => {
    if (open) return tell({})
    let mine = true
    const query = later ? { dag: day, tijd: time } : {}
    const timer = setTimeout(async () => {
      const { data: check, fields } = await asked(
        api(auth).GET('/api/newsletter/check', { params: { query } }),
      )
      if (mine) tell(check ? { check } : { fault: saidOf(fields) })
    }, 500)
    return () => {
      mine = false
      clearTimeout(timer)
    }
  }, [auth, later, open, day, time, turn])
  const go = () =>
    void progress
      .act('plan', s => ({ version: s.version, ...(later ? { day, time } : {}) }))
      .then(done => {
        if (!done) return
        close()
        if (later)
          bars.add({
            id: 'plan ' + d.id,
            what: `${d.doc.subject ? `‘${d.doc.subject}’` : 'De nieuwsbrief'} staat in de planning.`,
            undo: () => undoAt(auth, `/api/newsletter/issues/${encodeURIComponent(d.id)}/unplan`),
          })
      })
  return (
    <section className="box stack" aria-labelledby="wanneer">
      <h2 id="wanneer" ref={heading} tabIndex={-1}>
        Wanneer?
      </h2>
      <ChoiceField<'now' | 'later'>
        name="when"
        label="Wanneer gaat hij weg?"
        value={way}
        onChange={choose}
        options={[
          ['now', 'Nu'],
          ['later', 'Op een dag en tijd'],
        ]}
      />
      {later && (
        <>
          <DayField name="day" label="Dag" error={told.fault?.day} value={day} onChange={setDay} />
          <TextField
            name="time"
            label="Tijd"
            hint="Bijvoorbeeld: 10.00."
            error={told.fault?.time}
            short
            value={time}
            onChange={setTime}
          />
        </>
      )}
      <p role="status">
        {told.fault?.else}
        {open && 'Kies eerst wanneer.'}
        {told.check && (
          <>
            <b>Dus</b> {sayPlan(told.check, Date.now() + d.ahead)}
          </>
        )}
      </p>
      <p className="row">
        <PressButton off={!told.check} busy={progress.busy === 'plan'} press={go}>
          {told.check?.now ? 'Verstuur nu' : 'Zet in de planning'}
        </PressButton>
        {told.fault?.else === missed && (
          <PressButton second press={() => look(turn + 1)}>
            Probeer opnieuw
          </PressButton>
        )}
        <PressButton second press={close}>
          Terug
        </PressButton>
      </p>
    </section>
  )
}

interface Said {
  day?: string | undefined
  time?: string | undefined
  /** What belongs to no field. */
  else?: string | undefined
}

function saidOf(fields: readonly Fault[]): Said {
  const by = (name: string) => fields.filter(f => f.name === name).map(sayFault)[0]
  const said = { day: by('day'), time: by('time') }
  return said.day || said.time ? said : { else: missed }
}

const missed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'

function Planned({ s, d, progress, change }: Props & { change(): void }) {
  const fault = s.faults.map(sayFault).find(Boolean)
  const when = s.plannedAt ?? ''
  const ahead = sayAhead(when, Date.now() + d.ahead)
  return (
    <section className="box stack" aria-labelledby="staat">
      <h2 id="staat" tabIndex={-1}>
        Staat klaar
      </h2>
      <p>
        {sayWhen(when)}. {ahead.charAt(0).toUpperCase() + ahead.slice(1)}.
      </p>
      {fault && <p className="alert">Zo gaat hij niet weg. {fault}</p>}
      {s.lost && <p className="alert">{lostStory}</p>}
      <p className="row">
        <PressButton
          second
          busy={progress.busy === 'unplan'}
          press={() => {
            bars.drop('plan ' + d.id)
            void progress.act('unplan')
          }}
        >
          Haal uit de planning
        </PressButton>
        <PressButton second press={change}>
          Verander de tijd
        </PressButton>
      </p>
    </section>
  )
}

const all = (s: IssueProgress) => s.sent + s.waiting + s.failed

const Numbers = ({ s }: { s: IssueProgress }) => (
  <>
    <progress className="issue-bar" max={Math.max(1, all(s))} value={s.sent} aria-hidden="true" />
    <ul className="list">
      <li>{s.sent} verstuurd</li>
      <li>{waits(s.waiting)}</li>
      <li>{sayFailed(s.failed)}</li>
    </ul>
  </>
)

const UnderWay = ({ s }: Props) => (
  <section className="box stack" aria-labelledby="onderweg">
    <h2 id="onderweg" tabIndex={-1}>
      {s.sent} van de {all(s)} verstuurd
    </h2>
    <p>Hij wordt nu verstuurd. Veranderen kan niet meer.</p>
    <Numbers s={s} />
    <p className="muted">{sayRest(s)} Je mag dit scherm sluiten.</p>
  </section>
)

function Done({ s, user, auth }: Props) {
  const span =
    s.startedAt && s.endedAt
      ? s.startedAt.slice(0, 10) === s.endedAt.slice(0, 10)
        ? `${sayWhen(s.startedAt)} tot ${clock(s.endedAt)} uur. Niemand wacht meer.`
        : `${sayWhen(s.startedAt)} tot ${sayMoment(s.endedAt)}. Niemand wacht meer.`
      : 'Hij staat op de site.'
  return (
    <section className="box stack" aria-labelledby="klaar">
      <h2 id="klaar" tabIndex={-1}>
        {s.startedAt ? `Verstuurd aan ${people(s.sent)}` : 'Verstuurd'}
      </h2>
      <p>{span}</p>
      {s.withdrawn > 0 && (
        <p>{capital(people(s.withdrawn, 'kreeg'))} hem niet, bijvoorbeeld na een afmelding.</p>
      )}
      {s.why.map(w => (
        <p key={w.why}>
          <b>{many(w.count, '1 adres lukte niet.')}</b> {whyWords[w.why]}
        </p>
      ))}
      {s.failed > 0 && user.roles.includes('coordinator') && <Failed auth={auth} id={s.id} />}
      {s.failed > 0 && !user.roles.includes('coordinator') && (
        <p className="small muted">Adressen zie je hier niet.</p>
      )}
    </section>
  )
}

/** Each look at it stands in the log: it is asked for first. */
function Failed({ auth, id }: Pick<Props, 'auth'> & { id: string }) {
  const [shown, show] = useState(false)
  if (!shown)
    return (
      <p>
        <PressButton second press={() => show(true)}>
          Toon de adressen
        </PressButton>
      </p>
    )
  return <Addresses auth={auth} id={id} />
}

function Addresses({ auth, id }: Pick<Props, 'auth'> & { id: string }) {
  const read = useRead(auth, '/api/newsletter/issues/{iss}/failed', { path: { iss: id } })
  if (!read.data) return <Loaded of={read} wait="De adressen worden geladen." what="de adressen" />
  if (read.data.items.length === 0) return <p>Deze adressen staan niet meer op de lijst.</p>
  return (
    <ul className="list">
      {read.data.items.map(f => (
        <li key={f.email}>
          {f.email}: {whyWords[f.why]}
        </li>
      ))}
    </ul>
  )
}
