import { useState, type FormEvent } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
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
import { changed, failed, faultsOf, gone, order } from './mendWords'
import { mendOf, type Row, about } from './personWords'

interface Props extends StaffProps {
  what: string
  row: Row
  /** Shows how it reads now, after somebody else changed it; nothing: it is gone. */
  again(): Promise<Row | undefined>
  back(): void
  done(now: Row): void
}

const diets = [
  ['vegetarian', 'Vegetarisch'],
  ['noPork', 'Geen varkensvlees'],
  ['other', 'Anders'],
] as const

/** What somebody wants put right in a sign-up or a place on a list: all that they filled in. */
export function MendSignUp({ what, row, again, back, done, ...who }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [to, set] = useState(() => mendOf(row))
  const [wrong, fail] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  // several forms may be open: each field has an id of its own
  const of = (field: string) => `${row.id}-${field}`
  const put = (next: Partial<typeof to>) => set({ ...to, ...next })
  const { registration: r, entry } = row
  const save = (press: FormEvent) => {
    press.preventDefault()
    if (busy) return
    setBusy(true)
    fail({})
    const body = { ...to, what, row: row.id, version: row.version }
    void about<Row>(who.auth, 'mend-row', body)
      .then(async answer => {
        if (answer.data) return done(answer.data)
        if (answer.is === 'offline') return fail({ act: failed })
        // what is typed stays, on what stands there now: pressed again it counts
        if (answer.code === 'precondition_failed')
          return fail({ act: (await again()) ? changed : gone })
        const all = faultsOf(answer)
        fail(all)
        const first = order.find(field => all[field])
        if (first) document.getElementById(fieldId(of(first)))?.focus()
      })
      .finally(() => setBusy(false))
  }
  const choices = to.diet?.choices ?? []
  return (
    <form className="stack" noValidate onSubmit={save}>
      <h4 ref={heading} tabIndex={-1}>
        Verbeter
      </h4>
      <TextField
        name={of('name')}
        label="Naam"
        error={wrong.name}
        value={to.name ?? ''}
        onChange={name => put({ name })}
      />
      <TextField
        name={of('email')}
        label="E-mail"
        type="email"
        error={wrong.email}
        value={to.email ?? ''}
        onChange={email => put({ email })}
      />
      <TextField
        name={of('phone')}
        label="Telefoon"
        type="tel"
        error={wrong.phone}
        value={to.phone ?? ''}
        onChange={phone => put({ phone })}
      />
      {r?.askSupport && (
        <AreaField
          name={of('support')}
          label="Hulp"
          optional
          error={wrong.support}
          value={to.support ?? ''}
          onChange={support => put({ support })}
        />
      )}
      {r?.askDiet && (
        <TicksField
          name={of('diet')}
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
          name={of('dietOther')}
          label="Wat dan?"
          error={wrong.dietOther}
          value={to.diet?.other ?? ''}
          onChange={other => put({ diet: { choices, other } })}
        />
      )}
      {entry && (
        <>
          <ChoiceField
            name={of('preferredWay')}
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
            name={of('shortNotice')}
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
