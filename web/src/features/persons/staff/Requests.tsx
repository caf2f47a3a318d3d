import { useBusy } from '../../../staff/useBusy'
import { useCallback, useRef, useState } from 'react'
import type { StaffProps } from '../../../page'
import { useUndone } from '../../../staff/bars'
import { ActError } from '../../../staff/ActError'
import { ChoiceField, TextField } from '../../../staff/fields'
import { useOne } from '../../../staff/lists/useOne'
import { Loaded, Missed, Waiting } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import {
  outcomes,
  sayAsked,
  sayDone,
  sayLeft,
  sayWish,
  wishes,
  type Outcome,
  type Row,
} from './rightsWords'
import { ask } from '../../../staff/api/client'

const all = '/api/rights-requests'

/** Who asks what is kept of them: whose month ends first, and how the last ones ended. */
export function Requests(who: StaffProps) {
  const open = useRead(who.auth, all)
  const done = useRead(who.auth, all, { query: { staat: 'done' } })
  const [shown, show] = useState('')
  const [adding, add] = useState(false)
  const [said, say] = useState('')
  const start = useRef<HTMLButtonElement>(null)
  const close = () => {
    add(false)
    setTimeout(() => start.current?.focus())
  }
  const [readOpen, readDone] = [open.again, done.again]
  const again = useCallback(() => {
    void readOpen()
    void readDone()
  }, [readOpen, readDone])
  useUndone(again)
  const row = (r: Row) => (
    <li key={r.id}>
      <p>
        <strong>{sayWish(r.what)}</strong>
        {!r.outcome && `, ${sayLeft(r)}`}
        <br />
        {sayDone(r) ?? sayAsked(r)}
      </p>
      {shown === r.id ? (
        <One {...who} id={r.id} changed={again} />
      ) : (
        <p>
          <PressButton
            second
            press={() => show(r.id)}
            label={`Open de vraag: ${sayWish(r.what)}. ${sayAsked(r)}`}
          >
            Open
          </PressButton>
        </p>
      )}
    </li>
  )
  return (
    <section className="box stack" aria-labelledby="vragen">
      <h2 id="vragen">Vragen van mensen</h2>
      <Loaded
        of={{ ...open, again }}
        wait="Even geduld, de vragen worden geladen."
        what="de vragen"
      >
        {({ items }) =>
          items.length === 0 ? (
            <p>Er zijn geen open vragen.</p>
          ) : (
            <ul className="plain stack">{items.map(row)}</ul>
          )
        }
      </Loaded>
      {adding ? (
        <Add
          {...who}
          done={() => {
            close()
            again()
            say('De vraag is bewaard.')
          }}
          cancel={close}
        />
      ) : (
        <p>
          <PressButton
            second
            of={start}
            press={() => {
              add(true)
              say('')
            }}
          >
            Nieuwe vraag
          </PressButton>
        </p>
      )}
      <p role="status">{said}</p>
      {done.data && done.data.items.length > 0 && (
        <>
          <h3>Afgehandeld</h3>
          <ul className="plain stack">{done.data.items.map(row)}</ul>
        </>
      )}
    </section>
  )
}

/** One question, with how to reach who asked: that somebody looked stands in the log book. */
function One({ auth, id, changed }: StaffProps & { id: string; changed(): void }) {
  const one = useOne(auth, '/api/rights-requests/{id}', id)
  const [how, choose] = useState<Outcome | ''>('')
  const r = one.data
  const top = useFocusOn<HTMLParagraphElement>(r !== undefined)
  if (!r) {
    if (one.is === 'loading') return <Waiting words="Even geduld." />
    return <Missed what="de vraag" again={one.again} busy={one.busy === 'read'} />
  }
  return (
    <div className="stack">
      <p ref={top} tabIndex={-1}>
        {r.email || r.phone
          ? [r.phone, r.email].filter(Boolean).join(', ')
          : 'Deze persoon is gewist.'}
      </p>
      <p ref={one.line} tabIndex={-1} role="status">
        {one.said}
      </p>
      {r.outcome ? (
        <>{r.doneBy && <p>Door {r.doneBy.name || 'iemand die we niet meer kennen'}.</p>}</>
      ) : (
        <>
          <p>Bel terug op het nummer dat we al kennen. Zoek de persoon daarna hierboven op.</p>
          <ChoiceField<Outcome>
            name={'outcome-' + id}
            label="Hoe is het afgelopen?"
            options={outcomes}
            error={one.faultsOf('finish').outcome}
            value={how}
            onChange={choose}
          />
          <p>
            <PressButton
              busy={one.busy === 'finish'}
              press={() =>
                one.act({
                  button: 'finish',
                  method: 'PUT',
                  at: '/outcome',
                  body: { outcome: how || undefined },
                  said: 'De vraag is afgehandeld.',
                  say: { outcome: 'Kies hoe het is afgelopen.' },
                  of: sayWish(r.what) + '.',
                  then: changed,
                })
              }
            >
              Handel af
            </PressButton>
          </p>
        </>
      )}
    </div>
  )
}

const ways = [
  ['telefoon', 'Per telefoon'],
  ['balie', 'Aan de balie'],
] as const

/** A question that somebody asked aloud. */
function Add({ auth, done, cancel }: StaffProps & { done(): void; cancel(): void }) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [what, choose] = useState<Row['what'] | ''>('')
  const [via, come] = useState<'telefoon' | 'balie' | ''>('')
  const [phone, call] = useState('')
  const [email, write] = useState('')
  const [busy, during] = useBusy()
  const [wrong, fail] = useState<Readonly<Record<string, string>>>({})
  const going = useRef(false)
  const save = () => {
    if (going.current) return
    going.current = true
    fail({})
    void during(ask(auth, all + '/desk', { what, via, phone, email })).then(({ is, fields }) => {
      going.current = false
      if (is === 'done') return done()
      const named = fields.flatMap(f => (says[f.name] ? [[f.name, says[f.name]!] as const] : []))
      fail(named.length > 0 ? Object.fromEntries(named) : { act: says.act! })
    })
  }
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        Nieuwe vraag
      </h3>
      <ChoiceField
        name="new-what"
        label="Wat vraagt de persoon?"
        options={wishes}
        error={wrong.what}
        value={what}
        onChange={next => choose(next as Row['what'])}
      />
      <ChoiceField
        name="new-via"
        label="Hoe vroeg de persoon het?"
        options={ways}
        error={wrong.via}
        value={via}
        onChange={next => come(next as 'telefoon' | 'balie')}
      />
      <TextField
        name="new-phone"
        label="Telefoonnummer"
        hint="Of een e-mailadres. Eén van de twee is genoeg."
        error={wrong.phone ?? wrong.contact}
        value={phone}
        onChange={call}
      />
      <TextField
        name="new-email"
        label="E-mailadres"
        error={wrong.email}
        value={email}
        onChange={write}
      />
      <ActError>{wrong.act}</ActError>
      <p className="row">
        <PressButton press={save} busy={!!busy}>
          Bewaar de vraag
        </PressButton>
        <PressButton second press={cancel}>
          Toch niet
        </PressButton>
      </p>
    </div>
  )
}

const says: Readonly<Record<string, string>> = {
  what: 'Kies wat de persoon vraagt.',
  via: 'Kies hoe de persoon het vroeg.',
  contact: 'Vul een telefoonnummer of een e-mailadres in.',
  phone: 'Dit telefoonnummer klopt nog niet.',
  email: 'Dit e-mailadres klopt nog niet.',
  act: 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.',
}
