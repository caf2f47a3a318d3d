import { useRef, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import {
  AreaField,
  fieldId,
  NumberField,
  SelectField,
  TextField,
  TickField,
  useFault,
} from '../../../staff/fields'
import { FieldError } from '../../../ui/Field'
import { textOf } from '../../../staff/textOf'
import { PressButton } from '../../../ui/PressButton'
import { freshFigure, known, smallHint, type Figure } from './year'

interface Props {
  value: readonly Figure[]
  onChange(next: Figure[]): void
}

/** The figures in the order in which they are shown. */
export function Figures({ value, onChange }: Props) {
  const [next, setNext] = useState('')
  const box = useRef<HTMLFieldSetElement>(null)
  const fault = useFault('figures')
  const id = fieldId('figures')
  const free = known.filter(([key]) => !value.some(f => f.key === key))
  const change = (i: number, to: Partial<Figure>) =>
    onChange(value.map((f, j) => (j === i ? { ...f, ...to } : f)))
  const swap = (i: number, j: number) => {
    const all = [...value]
    ;[all[i], all[j]] = [all[j]!, all[i]!]
    onChange(all)
  }
  const add = () => {
    onChange([...value, freshFigure(next)])
    setNext('')
    requestAnimationFrame(() =>
      [...(box.current?.querySelectorAll<HTMLElement>('.figure-card') ?? [])]
        .at(-1)
        ?.querySelector('input')
        ?.focus(),
    )
  }
  return (
    <fieldset className={fault ? 'field field-error' : 'field'} id={id} ref={box} tabIndex={-1}>
      <legend className="label">Cijfers</legend>
      {value.length === 0 && <FieldError of={id}>{fault}</FieldError>}
      {value.map((f, i) => (
        <FigureCard
          key={f.key}
          of={f}
          at={i}
          last={i === value.length - 1}
          change={to => change(i, to)}
          up={() => swap(i, i - 1)}
          down={() => swap(i, i + 1)}
          remove={() => {
            onChange(value.filter((_, j) => j !== i))
            box.current?.focus()
          }}
        />
      ))}
      <div className="figure-add">
        <SelectField
          name="nextFigure"
          label="Welk cijfer komt erbij?"
          value={next}
          onChange={setNext}
          options={[['', 'Een eigen cijfer'], ...free.map(([key, label]) => [key, label] as const)]}
        />
        <PressButton second press={add}>
          Voeg cijfer toe
        </PressButton>
      </div>
    </fieldset>
  )
}

interface CardProps {
  of: Figure
  at: number
  last: boolean
  change(to: Partial<Figure>): void
  up(): void
  down(): void
  remove(): void
}

function FigureCard({ of: f, at, last, change, up, down, remove }: CardProps) {
  const name = (field: string) => `figures.${at}.${field}`
  const text = textOf(f, change, `figures.${at}.`)
  const twice = useFault(name('key'))
  const small = smallHint(f)
  const called = f.label || `cijfer ${at + 1}`
  return (
    <div className="box figure-card" role="group" aria-label={called}>
      <FieldError of={fieldId(name('key'))}>{twice}</FieldError>
      <TextField {...text('label', limits.Figure.label)} label="Naam" />
      <div className="figure-row">
        <NumberField
          name={name('value')}
          label="Getal"
          decimals
          value={f.value}
          onChange={value => change({ value, decimals: placesOf(value, f.decimals) })}
          {...(small ? { hint: small } : {})}
        />
        <TextField {...text('unit')} label="Eenheid" hint="Bijvoorbeeld % of uur." optional short />
        <NumberField
          name={name('n')}
          label="Hoeveel mensen antwoordden?"
          hint="Nodig bij een percentage of rapportcijfer."
          value={f.n}
          onChange={n => change({ n })}
        />
      </div>
      <TextField
        {...text('source', limits.Figure.source)}
        label="Bron"
        hint="Waar komt dit cijfer vandaan?"
      />
      <AreaField
        {...text('definition', limits.Figure.definition)}
        label="Wat telt mee?"
        optional
        rows={2}
      />
      <TickField
        name={name('estimate')}
        label="Dit is een schatting"
        hint="Dan staat er 'schatting' bij."
        value={f.estimate}
        onChange={estimate => change({ estimate })}
      />
      <AreaField {...text('note', limits.Figure.note)} label="Opmerking" optional rows={2} />
      <p className="row">
        <PressButton second off={at === 0} label={`Omhoog: ${called}`} press={up}>
          Omhoog
        </PressButton>
        <PressButton second off={last} label={`Omlaag: ${called}`} press={down}>
          Omlaag
        </PressButton>
        <PressButton second label={`Haal weg: ${called}`} press={remove}>
          Haal weg
        </PressButton>
      </p>
    </div>
  )
}

/** As many places as were typed, and never fewer than before: 7,0 stays 7,0. */
const placesOf = (value: number | undefined, before: number) =>
  Math.min(2, Math.max(before, String(value ?? '').split('.')[1]?.length ?? 0))
