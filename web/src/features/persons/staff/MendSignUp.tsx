import { useState, type FormEvent } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { refusalOf, type Refusal } from '../../../staff/drafts'
import {
  AreaField,
  ChoiceField,
  fieldId,
  TextField,
  TickField,
  TicksField,
} from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { mendOf, type Row } from './personWords'

interface Props extends StaffProps {
  what: string
  row: Row
  back(): void
  done(now: Row): void
}

const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
const faults: Readonly<Record<string, string>> = {
  'name required': 'Vul een naam in. Een voornaam is genoeg.',
  'name too_long': 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.',
  'name taken': 'Deze persoon staat hier al op de lijst, of heeft al een plek. Open de datum.',
  email: 'Dit e-mailadres klopt niet. Kijk of er een @ en een punt in staan.',
  phone: 'Dit telefoonnummer klopt niet. Kijk het na.',
  contact: 'Vul een e-mailadres of een telefoonnummer in.',
  support: 'Maak dit korter.',
  diet: 'Kijk dit nog even na.',
  dietOther: 'Schrijf op waar we op letten. Niet meer dan 100 tekens.',
  preferredWay: 'Hiervoor is een adres of een nummer nodig. Vul dat in, of kies het andere.',
}
const refusals: Readonly<Record<string, string>> = {
  not_found: 'Dit is intussen weg. Zoek de persoon nog een keer op.',
  precondition_failed: 'Iemand anders veranderde dit intussen. Zoek de persoon nog een keer op.',
  closed: 'Dit kan nu weer bij de datum zelf. Zoek de persoon nog een keer op.',
  conflict:
    'Er is nu een plek voor deze persoon. Verander het adres, het nummer en de manier pas als ' +
    'daar antwoord op is. Of geef de plek zelf: open de datum.',
}

const faultsOf = ({ code, fields }: Refusal): Record<string, string> =>
  fields.length === 0
    ? { act: refusals[code] ?? failed }
    : Object.fromEntries(
        fields.map(f => [
          f.name === 'contact' ? 'email' : f.name,
          faults[`${f.name} ${f.code}`] ?? faults[f.name] ?? failed,
        ]),
      )

const order = ['name', 'email', 'phone', 'support', 'diet', 'dietOther', 'preferredWay']
const diets = [
  ['vegetarian', 'Vegetarisch'],
  ['noPork', 'Geen varkensvlees'],
  ['other', 'Anders'],
] as const

/** What somebody wants put right in a sign-up or a place on a list: all that they filled in. */
export function MendSignUp({ what, row, back, done, ...who }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [to, set] = useState(() => mendOf(row))
  const [wrong, fail] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const put = (next: Partial<typeof to>) => set({ ...to, ...next })
  const { registration: r, entry } = row
  const save = (press: FormEvent) => {
    press.preventDefault()
    if (busy) return
    setBusy(true)
    fail({})
    void who.auth
      .fetch('/api/persons/mend-row', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ ...to, what, row: row.id, version: row.version }),
      })
      .then(async answer => {
        if (answer.ok) return done((await answer.json()) as Row)
        const all = faultsOf(await refusalOf(answer))
        fail(all)
        const first = order.find(field => all[field])
        if (first) document.getElementById(fieldId(first))?.focus()
      })
      .catch(() => fail({ act: failed }))
      .finally(() => setBusy(false))
  }
  const choices = to.diet?.choices ?? []
  return (
    <form className="stack" noValidate onSubmit={save}>
      <h4 ref={heading} tabIndex={-1}>
        Verbeter
      </h4>
      <TextField
        name="name"
        label="Naam"
        error={wrong.name}
        value={to.name ?? ''}
        onChange={name => put({ name })}
      />
      <TextField
        name="email"
        label="E-mail"
        error={wrong.email}
        value={to.email ?? ''}
        onChange={email => put({ email })}
      />
      <TextField
        name="phone"
        label="Telefoon"
        error={wrong.phone}
        value={to.phone ?? ''}
        onChange={phone => put({ phone })}
      />
      {r?.askSupport && (
        <AreaField
          name="support"
          label="Hulp"
          optional
          error={wrong.support}
          value={to.support ?? ''}
          onChange={support => put({ support })}
        />
      )}
      {r?.askDiet && (
        <TicksField
          name="diet"
          label="Eten"
          optional
          options={diets}
          error={wrong.diet}
          value={choices as readonly (typeof diets)[number][0][]}
          onChange={now =>
            put({ diet: now.length > 0 ? { ...to.diet, choices: [...now] } : undefined })
          }
        />
      )}
      {r?.askDiet && choices.includes('other') && (
        <TextField
          name="dietOther"
          label="Wat dan?"
          error={wrong.dietOther}
          value={to.diet?.other ?? ''}
          onChange={other => put({ diet: { choices, other } })}
        />
      )}
      {entry && (
        <>
          <ChoiceField
            name="preferredWay"
            label="Bericht over een plek"
            options={[
              ['mail', 'Per mail'],
              ['phone', 'Per telefoon'],
            ]}
            error={wrong.preferredWay}
            value={to.preferredWay ?? ''}
            onChange={preferredWay => put({ preferredWay })}
          />
          <TickField
            name="shortNotice"
            label="Kan snel komen"
            value={to.shortNotice ?? false}
            onChange={shortNotice => put({ shortNotice })}
          />
        </>
      )}
      <ActError>{wrong.act}</ActError>
      <p className="row">
        <button className="btn" type="submit" aria-busy={busy || undefined}>
          Bewaar
        </button>
        <PressButton second press={back}>
          Terug
        </PressButton>
      </p>
    </form>
  )
}
