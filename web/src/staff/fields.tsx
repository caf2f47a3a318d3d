import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { describedBy, FieldError, Hint, Marks } from '../ui/Field'
import { dayOf, momentOf, timeOf } from './localTime'

/** Sentences by field name: EditorFrame gives them, so that each field finds its own. */
export const Faults = createContext<Readonly<Record<string, string>>>({})
/** The sentence of a field, or nothing. */
export const useFault = (name: string): string | undefined => useContext(Faults)[name]
/** What only may be read: fields show it and take nothing. */
export const ReadOnly = createContext(false)
/** Where the summary leads to. */
export const fieldId = (name: string) => 'veld-' + name.replace(/[^\w-]/g, '-')

export interface FieldProps<V> {
  /** As in the document: faults find their field by it. */
  name: string
  label: string
  hint?: string | undefined
  optional?: boolean | undefined
  /** Left out: that of the frame. */
  error?: string | undefined
  value: V
  onChange(next: V): void
}

function useField({
  name,
  hint,
  error,
}: {
  name: string
  hint?: string | undefined
  error?: string | undefined
}) {
  const fault = useFault(name)
  const still = useContext(ReadOnly)
  const id = fieldId(name)
  const words = error ?? fault
  const input = {
    id,
    name,
    readOnly: still,
    'aria-invalid': words ? true : undefined,
    'aria-describedby': describedBy(id, hint, words),
  } as const
  return { id, words, still, input, look: words ? 'field field-error' : 'field' }
}

type Framed = Pick<FieldProps<unknown>, 'name' | 'label' | 'hint' | 'optional' | 'error'>

function Box({
  of,
  field,
  children,
  after,
}: {
  of: Framed
  field: ReturnType<typeof useField>
  children: ReactNode
  after?: ReactNode
}) {
  return (
    <div className={field.look}>
      <label className="label" htmlFor={field.id}>
        {of.label}
        <Marks optional={of.optional} />
      </label>
      <Hint of={field.id}>{of.hint}</Hint>
      <FieldError of={field.id}>{field.words}</FieldError>
      {children}
      {after}
    </div>
  )
}

/** "61 van 160 tekens": read when the field is, not at every key. */
const Count = ({ value, max }: { value: string; max?: number | undefined }) =>
  max === undefined ? null : (
    <p className="count">
      {[...value].length} van {max} tekens
    </p>
  )

interface TextProps extends FieldProps<string> {
  max?: number
  short?: boolean
  type?: 'text' | 'email' | 'tel' | 'url'
  /** What others wrote here before; anything else is fine too. */
  suggestions?: readonly string[]
}

export function TextField(props: TextProps) {
  const field = useField(props)
  const { value, onChange, max, short, type = 'text', suggestions } = props
  return (
    <Box of={props} field={field} after={<Count value={value} max={max} />}>
      <input
        {...field.input}
        className={short ? 'input input-short' : 'input'}
        type={type}
        value={value}
        list={suggestions && field.id + '-lijst'}
        onChange={e => onChange(e.target.value)}
      />
      {suggestions && (
        <datalist id={field.id + '-lijst'}>
          {suggestions.map(s => (
            <option key={s} value={s} />
          ))}
        </datalist>
      )}
    </Box>
  )
}

export function AreaField(props: FieldProps<string> & { max?: number; rows?: number }) {
  const field = useField(props)
  const { value, onChange, max, rows = 3 } = props
  return (
    <Box of={props} field={field} after={<Count value={value} max={max} />}>
      <textarea
        {...field.input}
        className="input"
        rows={rows}
        value={value}
        onChange={e => onChange(e.target.value)}
      />
    </Box>
  )
}

/**
 * Digits as they are typed; `undefined` while the field is empty. With `decimals` a comma is fine.
 */
export function NumberField(
  props: FieldProps<number | undefined> & { unit?: string; decimals?: boolean },
) {
  const field = useField(props)
  const { value, onChange, decimals, unit } = props
  const [typed, setTyped] = useState(show(value))
  useEffect(() => setTyped(now => (read(now) === value ? now : show(value))), [value])
  return (
    <Box of={props} field={field} after={unit && <p className="count">{unit}</p>}>
      <input
        {...field.input}
        className="input input-short"
        type="text"
        inputMode={decimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={typed}
        onChange={e => {
          const text = e.target.value.replace(decimals ? /[^\d,.-]/g : /[^\d-]/g, '')
          setTyped(text)
          onChange(read(text))
        }}
      />
    </Box>
  )
}
const show = (n: number | undefined) => (n === undefined ? '' : String(n).replace('.', ','))
const read = (s: string) =>
  /\d/.test(s) && !Number.isNaN(Number(s.replace(',', '.')))
    ? Number(s.replace(',', '.'))
    : undefined

/** A day of the calendar, "2026-10-25"; empty when none. */
export function DayField(props: FieldProps<string>) {
  const field = useField(props)
  return (
    <Box of={props} field={field}>
      <input
        {...field.input}
        className="input input-short"
        type="date"
        value={props.value}
        onChange={e => props.onChange(e.target.value)}
      />
    </Box>
  )
}

/**
 * A day and a time in Amsterdam, as one moment of the API. A day without a time has `time`: 00:00
 * or 23:59.
 */
export function MomentField(props: FieldProps<string | undefined> & { time?: string }) {
  const field = useField(props)
  const { value, onChange, label, name, time = '00:00' } = props
  const id = fieldId(name)
  const day = value ? dayOf(value) : ''
  return (
    <fieldset className={field.look} aria-describedby={describedBy(id, props.hint, field.words)}>
      <legend className="label">
        {label}
        <Marks optional={props.optional} />
      </legend>
      <Hint of={id}>{props.hint}</Hint>
      <FieldError of={id}>{field.words}</FieldError>
      <div className="moment">
        <span>
          <label className="hint" htmlFor={id}>
            Dag
          </label>
          <input
            id={id}
            readOnly={field.still}
            className="input"
            type="date"
            value={day}
            aria-invalid={field.input['aria-invalid']}
            onChange={e =>
              onChange(
                e.target.value ? momentOf(e.target.value, value ? timeOf(value) : time) : undefined,
              )
            }
          />
        </span>
        <span>
          <label className="hint" htmlFor={id + '-tijd'}>
            Tijd
          </label>
          <input
            id={id + '-tijd'}
            readOnly={field.still}
            className="input"
            type="time"
            value={value ? timeOf(value) : ''}
            onChange={e => {
              if (day && e.target.value) onChange(momentOf(day, e.target.value))
            }}
          />
        </span>
      </div>
    </fieldset>
  )
}

type Options<V = string> = readonly (readonly [value: V, words: string, hint?: string])[]

/** One of a few. */
export function ChoiceField<V extends string>(props: FieldProps<V | ''> & { options: Options<V> }) {
  const { name, value, onChange, options } = props
  return (
    <Set
      {...props}
      type="radio"
      chosen={v => v === value}
      pick={onChange}
      name={name}
      options={options}
    />
  )
}

/** Any of a few, in the order of the options. */
export function TicksField<V extends string>(
  props: Omit<FieldProps<readonly V[]>, 'onChange'> & {
    options: Options<V>
    onChange(next: V[]): void
  },
) {
  const { value, onChange, options } = props
  const pick = (v: V) =>
    onChange(options.map(o => o[0]).filter(o => (o === v ? !value.includes(v) : value.includes(o))))
  return <Set {...props} type="checkbox" chosen={v => value.includes(v)} pick={pick} />
}

interface SetProps<V> extends Framed {
  type: 'radio' | 'checkbox'
  options: Options<V>
  chosen(v: V): boolean
  pick(v: V): void
}

function Set<V extends string>(props: SetProps<V>) {
  const { name, label, hint, optional, error, type, options, chosen, pick } = props
  const field = useField({ name, hint, error })
  return (
    <fieldset
      className={field.look}
      aria-describedby={describedBy(field.id, hint, field.words)}
      {...(type === 'radio'
        ? { role: 'radiogroup', 'aria-invalid': field.input['aria-invalid'] }
        : {})}
    >
      <legend className="label">
        {label}
        <Marks optional={optional} />
      </legend>
      <Hint of={field.id}>{hint}</Hint>
      <FieldError of={field.id}>{field.words}</FieldError>
      <div className="choices">
        {options.map(([v, words, more], i) => (
          <label key={v} className={chosen(v) ? 'choice choice-on' : 'choice'}>
            <input
              type={type}
              name={name}
              value={v}
              id={i === 0 ? field.id : undefined}
              checked={chosen(v)}
              disabled={field.still}
              onChange={() => pick(v)}
            />
            <span>
              {words}
              {more && <span className="hint">{more}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One sentence to agree with. */
export function TickField({ name, label, hint, error, value, onChange }: FieldProps<boolean>) {
  const field = useField({ name, hint, error })
  return (
    <div className={field.look}>
      <FieldError of={field.id}>{field.words}</FieldError>
      <div className="choices">
        <label className={value ? 'choice choice-on' : 'choice'}>
          <input
            type="checkbox"
            id={field.id}
            name={name}
            checked={value}
            disabled={field.still}
            aria-invalid={field.input['aria-invalid']}
            aria-describedby={field.input['aria-describedby']}
            onChange={e => onChange(e.target.checked)}
          />
          <span>{label}</span>
        </label>
      </div>
      <Hint of={field.id}>{hint}</Hint>
    </div>
  )
}

/** One of many. */
export function SelectField(props: FieldProps<string> & { options: Options }) {
  const field = useField(props)
  const { readOnly: _, ...input } = field.input
  return (
    <Box of={props} field={field}>
      <select
        {...input}
        className="input"
        disabled={field.still}
        value={props.value}
        onChange={e => props.onChange(e.target.value)}
      >
        {props.options.map(([v, words]) => (
          <option key={v} value={v}>
            {words}
          </option>
        ))}
      </select>
    </Box>
  )
}
