import { useBusy } from '../../../staff/useBusy'
import { useState, type FormEvent } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { type Refusal } from '../../../staff/drafts'
import { fieldId, TextField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { reachOf, sayElsewhere, type Elsewhere as Kept, about } from './personWords'

interface ElsewhereProps extends StaffProps {
  what: string
  all: readonly Kept[]
}

/** What other rooms keep of somebody; how they are called and reached can be mended in each. */
export function Elsewhere({ what, all, ...who }: ElsewhereProps) {
  const [mended, mend] = useState<Readonly<Record<string, Kept>>>({})
  const [open, ask] = useState('')
  const [said, say] = useState<Readonly<Record<string, string>>>({})
  return (
    <section className="stack" aria-labelledby="ook">
      <h3 id="ook">Ook bewaard</h3>
      {all.map(was => {
        const e = mended[was.id] ?? was
        return (
          <section key={e.id} className="stack" aria-labelledby={'ook-' + e.id}>
            <h4 id={'ook-' + e.id}>{sayElsewhere(e)}</h4>
            <dl className="answers">
              {reachOf(e).map(([question, answer]) => (
                <div key={question}>
                  <dt>{question}</dt>
                  <dd>{answer}</dd>
                </div>
              ))}
            </dl>
            {e.text && <p>{e.text}</p>}
            <p role="status">{said[e.id]}</p>
            {open === e.id ? (
              <Mend
                {...who}
                what={what}
                of={e}
                back={() => ask('')}
                done={now => {
                  mend(old => ({ ...old, [e.id]: now }))
                  say(old => ({ ...old, [e.id]: sayMended(e, now) }))
                  ask('')
                }}
              />
            ) : (
              <p>
                <PressButton
                  second
                  label={`Verbeter ${sayElsewhere(e)}`}
                  press={() => {
                    say(old => ({ ...old, [e.id]: '' }))
                    ask(e.id)
                  }}
                >
                  Verbeter
                </PressButton>
              </p>
            )}
          </section>
        )
      })}
    </section>
  )
}

const isList = (e: Kept) => e.kind === 'newsletter' || e.kind === 'newsletterPending'

const sayMended = (was: Kept, now: Kept) =>
  isList(now) && was.email?.toLowerCase() !== now.email?.toLowerCase()
    ? 'Verbeterd. We mailen het nieuwe adres of het klopt. Zegt niemand ja, dan gaat het vanzelf weg.'
    : 'Verbeterd. Zoek de persoon hierna op wat er nu staat.'

const faults: Readonly<Record<string, string>> = {
  'name required': 'Vul een naam in.',
  'name too_long': 'Deze naam is te lang. Kort hem in.',
  'contact required': 'Vul een e-mailadres of een telefoonnummer in.',
  'email required': 'Vul een e-mailadres in.',
  'email email': 'Dit e-mailadres klopt niet. Kijk of er een @ en een punt in staan.',
  'email too_long': 'Dit e-mailadres is te lang.',
  'email taken': 'Dit adres staat al op de lijst. Je hoeft niets te doen.',
  'phone phone': 'Dit telefoonnummer klopt niet. Kijk het na.',
}
const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'

const faultsOf = ({ code, fields }: Refusal): Record<string, string> =>
  fields.length === 0
    ? {
        act:
          code === 'not_found' ? 'Dit is intussen weg. Zoek de persoon nog een keer op.' : failed,
      }
    : Object.fromEntries(
        fields.map(f => [
          f.name === 'contact' ? 'email' : f.name,
          faults[`${f.name} ${f.code}`] ?? failed,
        ]),
      )

interface MendProps extends StaffProps {
  what: string
  of: Kept
  back(): void
  done(now: Kept): void
}

function Mend({ what, of, back, done, ...who }: MendProps) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [name, call] = useState(of.name ?? '')
  const [email, mail] = useState(of.email ?? '')
  const [phone, ring] = useState(of.phone ?? '')
  const [wrong, fail] = useState<Readonly<Record<string, string>>>({})
  const [busy, during] = useBusy()
  const named = of.kind === 'message' || of.kind === 'application'
  const save = (press: FormEvent) => {
    press.preventDefault()
    if (busy) return
    fail({})
    const to = isList(of) ? { email } : named ? { name, email, phone } : { email, phone }
    void during(about(who.auth, 'mend', { what, row: of.id, ...to })).then(answer => {
      if (answer.is === 'done') return done({ ...of, ...to })
      const all = faultsOf(answer)
      fail(all)
      const first = ['name', 'email', 'phone'].find(field => all[field])
      if (first) document.getElementById(fieldId(first))?.focus()
    })
  }
  return (
    <form className="stack" noValidate onSubmit={save}>
      <h5 ref={heading} tabIndex={-1}>
        Verbeter
      </h5>
      {named && (
        <TextField name="name" label="Naam" error={wrong.name} value={name} onChange={call} />
      )}
      <TextField name="email" label="E-mail" error={wrong.email} value={email} onChange={mail} />
      {!isList(of) && (
        <TextField
          name="phone"
          label="Telefoon"
          error={wrong.phone}
          value={phone}
          onChange={ring}
        />
      )}
      <ActError>{wrong.act}</ActError>
      <p className="row">
        <button className="btn" type="submit" aria-busy={!!busy || undefined}>
          Bewaar
        </button>
        <PressButton second press={back}>
          Terug
        </PressButton>
      </p>
    </form>
  )
}
