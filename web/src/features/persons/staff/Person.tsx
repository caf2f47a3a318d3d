import { useBusy } from '../../../staff/useBusy'
import { many } from '../../../staff/count'
import { useState, type FormEvent } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { ChoiceField, fieldId, TextField, TickField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import {
  reasons,
  sayCount,
  sayShared,
  type All,
  type Found,
  type Reason,
  about,
} from './personWords'
import { Everything } from './Everything'
import { failed, nobody, sayNot } from './refused'

/** Looks somebody up who asks what is kept of them, by what they gave: never by name. */
export function Person(who: StaffProps) {
  const [what, type] = useState('')
  const [wrong, say] = useState('')
  const [busy, during] = useBusy()
  const [found, find] = useState<{ what: string; is: Found; turn: number }>()
  const search = (e: FormEvent) => {
    e.preventDefault()
    if (busy) return
    say('')
    void during(about<Found>(who.auth, 'search', { what })).then(({ is, data, status }) => {
      if (data) return find(was => ({ what, is: data, turn: (was?.turn ?? 0) + 1 }))
      if (is === 'refused') {
        find(undefined)
        document.getElementById(fieldId('what'))?.focus()
      }
      say(
        status === 422
          ? 'Typ een heel e-mailadres, een telefoonnummer of de code van de balie.'
          : failed,
      )
    })
  }
  return (
    <>
      <section className="box" aria-labelledby="zoek">
        <h2 id="zoek">Iemand zoeken</h2>
        <form className="stack" noValidate onSubmit={search}>
          <TextField
            name="what"
            label="E-mail, telefoon of code"
            hint="Precies zoals de persoon het opgaf. Zoeken op naam kan niet."
            error={wrong || undefined}
            value={what}
            onChange={type}
          />
          <p>
            <button className="btn" type="submit" aria-busy={!!busy || undefined}>
              Zoek
            </button>
          </p>
        </form>
      </section>
      {found && <Result key={found.turn} {...who} what={found.what} found={found.is} />}
    </>
  )
}

interface ResultProps extends StaffProps {
  what: string
  found: Found
}

/** Numbers first; everything only for a reason. */
function Result({ found, what, ...who }: ResultProps) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [reason, choose] = useState<Reason | ''>('')
  const [sure, tick] = useState(false)
  const [wrong, say] = useState<{ reason?: string; sure?: string; act?: string }>({})
  const [busy, during] = useBusy()
  const [all, show] = useState<All>()
  const see = () => {
    if (!reason) return say({ reason: 'Kies waarom je alles wilt zien.' })
    if (!sure) return say({ sure: 'Zeker weten? Zet dan het vinkje.' })
    say({})
    void during(about<All>(who.auth, 'view', { what, reason, sure })).then(({ data, code }) => {
      if (data) show(data)
      else say({ act: sayNot(code) })
    })
  }
  if (all && reason) return <Everything {...who} what={what} reason={reason} all={all} />
  if (found.kinds.length === 0)
    return (
      <section className="box" aria-labelledby="gevonden">
        <h2 id="gevonden" ref={heading} tabIndex={-1}>
          {nobody}
        </h2>
        <p>
          We zeggen hetzelfde als iemand nooit bij ons was, of al gewist is. Kijk of je het goed
          typte.
        </p>
      </section>
    )
  return (
    <section className="box stack" aria-labelledby="gevonden">
      <h2 id="gevonden" ref={heading} tabIndex={-1}>
        Gevonden
      </h2>
      <ul className="plain">
        {found.kinds.map(k => (
          <li key={k.kind}>{sayCount(k)}</li>
        ))}
      </ul>
      {found.coming > 0 && <p>{many(found.coming, '1 datum komt nog.')}</p>}
      {sayShared(found) && <p className="alert">{sayShared(found)}</p>}
      <p>Meer zie je pas als dat nodig is. We schrijven op dat jij het bekeek, en waarom.</p>
      <ChoiceField<Reason>
        name="reason"
        label="Waarom wil je alles zien?"
        options={reasons}
        error={wrong.reason}
        value={reason}
        onChange={choose}
      />
      <p>
        <strong>Eerst even zeker weten.</strong> Bel terug op het nummer dat we al kennen. Vraag
        nooit om een identiteitsbewijs.
      </p>
      <TickField
        name="sure"
        label="Ik weet dat dit de persoon zelf is"
        error={wrong.sure}
        value={sure}
        onChange={tick}
      />
      <ActError>{wrong.act}</ActError>
      <p>
        <PressButton press={see} busy={!!busy}>
          Toon alles
        </PressButton>
      </p>
    </section>
  )
}
