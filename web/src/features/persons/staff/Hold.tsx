// What is kept of somebody a while longer.
import { useBusy } from '../../../staff/useBusy'
import { useState } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { type Refusal } from '../../../staff/drafts'
import { ChoiceField, DayField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { holdReasons, sayHeld, type Held, about } from './personWords'
import { failed, sayNot } from './refused'

interface HoldProps extends StaffProps {
  what: string
  held: Held | undefined
  changed(held: Held | undefined): void
}

/** What is kept a while longer, as a complaint or a question is not done. */
export function Hold({ what, held, changed, ...who }: HoldProps) {
  const [open, ask] = useState(false)
  const [until, pick] = useState(held?.until ?? '')
  const [reason, choose] = useState<Held['reason'] | ''>(held?.reason ?? '')
  const [wrong, fail] = useState<Readonly<Record<string, string>>>({})
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const run = (button: string, work: () => Promise<void>) => {
    if (busy) return
    fail({})
    say('')
    void during(work(), button)
  }
  const keep = () =>
    run('hold', async () => {
      const answer = await about<Held>(who.auth, 'hold', { what, until, reason })
      if (!answer.data) return fail(faultsOf(answer))
      changed(answer.data)
      ask(false)
      say('Dit blijft nu langer staan.')
    })
  const end = () =>
    run('release', async () => {
      const { is } = await about(who.auth, 'release', { what })
      if (is !== 'done') return fail({ act: failed })
      changed(undefined)
      say('Dit gaat weer weg op de gewone tijd.')
    })
  return (
    <section className="stack" aria-labelledby="langer">
      <h3 id="langer">Langer bewaren</h3>
      {held && <p className="alert">{sayHeld(held)}</p>}
      {held && <p className="small muted">Gekozen door {held.by || 'iemand van het team'}.</p>}
      <p role="status">{said}</p>
      {open && (
        <>
          <ChoiceField<Held['reason']>
            name="holdReason"
            label="Waarom bewaren we dit langer?"
            options={holdReasons}
            error={wrong.reason}
            value={reason}
            onChange={choose}
          />
          <DayField
            name="holdUntil"
            label="Tot welke dag?"
            hint="Niet langer dan 3 maanden."
            error={wrong.until}
            value={until}
            onChange={pick}
          />
        </>
      )}
      <ActError>{wrong.act}</ActError>
      <p className="row">
        <PressButton second press={open ? keep : () => ask(true)} busy={busy === 'hold'}>
          {open ? 'Bewaar langer' : held ? 'Kies een andere dag' : 'Bewaar dit langer'}
        </PressButton>
        {held && (
          <PressButton second press={end} busy={busy === 'release'}>
            Stop met langer bewaren
          </PressButton>
        )}
      </p>
    </section>
  )
}

const holdFaults: Readonly<Record<string, string>> = {
  until: 'Kies een dag die nog komt.',
  'until too_long': 'Langer dan 3 maanden kan niet. Kies een eerdere dag.',
  reason: 'Kies waarom we dit langer bewaren.',
}
const faultsOf = ({ code, fields }: Refusal): Record<string, string> =>
  fields.length === 0
    ? { act: sayNot(code) }
    : Object.fromEntries(
        fields.map(f => [
          f.name,
          holdFaults[`${f.name} ${f.code}`] ?? holdFaults[f.name] ?? failed,
        ]),
      )
