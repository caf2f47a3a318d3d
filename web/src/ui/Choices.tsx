import type { ReactNode } from 'react'
import { describedBy, FieldError, Hint, inputId, Marks, useError, type If } from './Field'
import { useForm } from './useForm'
import { list } from './values'

interface Props {
  name: string
  label: string
  hint?: string | undefined
  /** [value, words] */
  options: readonly (readonly [string, string])[]
  /** Several answers are possible. */
  many?: boolean
  /** The answer that is there at the start. */
  start?: string
  optional?: boolean
  when?: If
}

/** One question with answers to choose from: native radios or tick boxes in 48 px rows. */
export function Choices({ name, label, hint, options, many, start, optional, when }: Props) {
  const { values, live } = useForm()
  const error = useError(name)
  const id = inputId(name)
  const chosen =
    !live && values[name] === undefined && start !== undefined ? [start] : list(values, name)
  const required = !many && !optional && !when && start === undefined
  return (
    <fieldset
      className={error ? 'field field-error' : 'field'}
      data-if={when}
      aria-describedby={describedBy(id, hint, error)}
      {...(many
        ? {}
        : {
            role: 'radiogroup',
            'aria-required': required || undefined,
            'aria-invalid': error ? true : undefined,
          })}
    >
      <legend className="label">
        {label}
        <Marks optional={optional} conditional={when !== undefined} />
      </legend>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      <div className="choices">
        {options.map(([value, words], i) => (
          <ChoiceRow
            key={value}
            type={many ? 'checkbox' : 'radio'}
            name={name}
            value={value}
            id={i === 0 ? id : undefined}
            chosen={chosen.includes(value)}
          >
            {words}
          </ChoiceRow>
        ))}
      </div>
    </fieldset>
  )
}

interface RowProps {
  type: 'checkbox' | 'radio'
  /** Without one it is not sent. */
  name?: string
  /** What it answers, when it has no name. */
  question?: string
  value: string
  id?: string | undefined
  chosen: boolean
  children: ReactNode
}

/** One answer in a row that can be tapped anywhere. */
export function ChoiceRow({ type, name, question, value, id, chosen, children }: RowProps) {
  return (
    <label className="choice">
      <input
        type={type}
        name={name}
        value={value}
        id={id}
        defaultChecked={chosen}
        data-question={question}
      />
      <span>{children}</span>
    </label>
  )
}
