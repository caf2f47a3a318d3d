import { useBusy } from '../../../staff/useBusy'
import { many } from '../../../staff/count'
import { useState } from 'react'
import {
  AreaField,
  ChoiceField,
  fieldId,
  TextField,
  TickField,
  TicksField,
} from '../../../staff/fields'
import type { Fault } from '../../../staff/drafts'
import { pressAct, showAct } from '../../../staff/press'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import type { OnDate } from './onDate'
import { rowId } from './PersonRow'
import { nameOf, type PersonSeen } from './peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from './Trouble'

interface Props {
  on: OnDate
  person: PersonSeen
  close(): void
}

const diets = [
  ['vegetarian', 'Vegetarisch'],
  ['noPork', 'Geen varkensvlees'],
  ['other', 'Anders'],
] as const
type Diet = (typeof diets)[number][0]

const wrong: Readonly<Record<string, string>> = {
  'name required': 'Vul een naam in. Een voornaam is genoeg.',
  'name too_long': 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.',
  email: 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
  phone: 'Dit telefoonnummer klopt nog niet. Een Nederlands nummer heeft 10 cijfers.',
  contact: 'Vul een e-mailadres of een telefoonnummer in.',
  guests: 'Zoveel mensen mogen hier niet mee.',
  support: 'Maak dit korter.',
  dietOther: 'Schrijf op waar we op letten.',
}
const say = (f: Fault) => wrong[`${f.name} ${f.code}`] ?? wrong[f.name] ?? 'Kijk dit nog even na.'

/** "Verander": the whole of what somebody filled in, as their own form has it. */
export function ChangePerson({ on, person: p, close }: Props) {
  const [values, setValues] = useState(() => ({
    name: p.name ?? '',
    email: p.email ?? '',
    phone: p.phone ?? '',
    guests: p.guests,
    support: p.support ?? '',
    diet: (p.diet?.choices ?? []) as readonly Diet[],
    dietOther: p.diet?.other ?? '',
    reminder: p.reminder,
  }))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [busy, during] = useBusy()
  const heading = useFocusOn<HTMLHeadingElement>('open')
  const { desk, askSupport, askDiet } = on.date
  const most = Math.max(desk.maxGuests, p.guests)
  const put = (next: Partial<typeof values>) => setValues({ ...values, ...next })
  const name = (field: string) => `${p.id}-${field}`
  const save = async () => {
    setFaults({})
    const { diet, dietOther, support, ...rest } = values
    const pressed = await during(
      pressAct(on.auth, `/api/people/${encodeURIComponent(p.id)}`, {
        method: 'PATCH',
        version: p.version,
        body: {
          ...rest,
          ...(askSupport && { support }),
          ...(askDiet && diet.length > 0 && { diet: { choices: diet, other: dietOther } }),
        },
      }),
    )
    if (pressed.is === 'refused' && pressed.fields.length > 0) {
      setTrouble(none)
      setFaults(Object.fromEntries(pressed.fields.map(f => [f.name, say(f)])))
      const first = pressed.fields[0]!.name
      requestAnimationFrame(() =>
        document.getElementById(fieldId(name(first === 'contact' ? 'email' : first)))?.focus(),
      )
      return
    }
    setTrouble(
      pressed.is === 'refused' && pressed.code === 'full'
        ? { is: 'said', words: 'Er is geen plek voor meer mensen.' }
        : troubleOf(pressed, 'bewaard'),
    )
    if (pressed.is === 'offline') return
    if (pressed.is === 'done') {
      close()
      const never = 'Het adres is nu een ander. Klopt dat niet? Verander het dan weer.'
      showAct(on.auth, pressed.data, {
        what: `De aanmelding van ${nameOf(p)} is veranderd.`,
        more: `${on.date.date.title}. ${pressed.data.act.undoUntil ? '' : never}`,
        row: rowId(p.id),
      })
    }
    await on.reload()
  }
  return (
    <section className="box" aria-label={`Verander ${nameOf(p)}`}>
      <h3 ref={heading} tabIndex={-1}>
        Verander de aanmelding van {nameOf(p)}
      </h3>
      <TextField
        name={name('name')}
        label="Naam"
        error={faults.name}
        value={values.name}
        onChange={name => put({ name })}
      />
      <TextField
        name={name('email')}
        label="E-mail"
        type="email"
        hint="Een ander adres? Dan gaat daar een nieuwe bevestiging naartoe."
        error={faults.email ?? faults.contact}
        value={values.email}
        onChange={email => put({ email })}
      />
      <TextField
        name={name('phone')}
        label="Telefoon"
        type="tel"
        error={faults.phone}
        value={values.phone}
        onChange={phone => put({ phone })}
      />
      {most > 0 && (
        <ChoiceField
          name={name('guests')}
          label="Komt er iemand mee?"
          error={faults.guests}
          value={String(values.guests)}
          options={Array.from({ length: most + 1 }, (_, n) => [
            String(n),
            n === 0 ? 'Nee' : many(n, '1 persoon'),
          ])}
          onChange={n => put({ guests: Number(n) })}
        />
      )}
      {askSupport && (
        <AreaField
          name={name('support')}
          label="Waar kunnen we rekening mee houden?"
          optional
          error={faults.support}
          value={values.support}
          onChange={support => put({ support })}
        />
      )}
      {askDiet && (
        <TicksField
          name={name('diet')}
          label="Bij het eten"
          optional
          options={diets}
          error={faults.diet}
          value={values.diet}
          onChange={diet => put({ diet })}
        />
      )}
      {askDiet && values.diet.includes('other') && (
        <TextField
          name={name('dietOther')}
          label="Wat dan?"
          error={faults.dietOther}
          value={values.dietOther}
          onChange={dietOther => put({ dietOther })}
        />
      )}
      <TickField
        name={name('reminder')}
        label="Herinnering op de dag ervoor"
        value={values.reminder}
        onChange={reminder => put({ reminder })}
      />
      <ShowTrouble of={trouble}>Laat dit scherm open, en druk straks nog een keer.</ShowTrouble>
      <p className="facts-row">
        <PressButton press={() => void save()} busy={!!busy}>
          Bewaar
        </PressButton>
        <PressButton
          second
          press={() => {
            close()
            document.getElementById(rowId(p.id))?.focus()
          }}
        >
          Laat het zo
        </PressButton>
      </p>
    </section>
  )
}
