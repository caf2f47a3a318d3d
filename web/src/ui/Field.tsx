import type { ReactNode } from 'react'
import { useForm } from './useForm'
import { Icon } from './Icon'
import { circleAlert } from './noticeIcons'
import { text } from './values'

/** Where the error summary leads to. "No contact" belongs to the e-mail field. */
export const inputId = (name: string) => 'veld-' + (name === 'contact' ? 'email' : name)

/**
 * The tick or answer by which a question shows: the style sheet does it (form.css), from the first
 * byte on. A question with an error shows anyway.
 */
export type If = 'email' | 'phone' | 'both' | 'forOther' | 'diet' | 'contactWish'

interface Props {
  name: string
  label: string
  hint?: string | undefined
  optional?: boolean | undefined
  /** May stay empty because another field is enough; nothing is said about it. */
  either?: boolean
  when?: If | undefined
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  /** A shorter box, for a short answer. */
  short?: boolean
  rows?: number
}

/** One question with one box: label, hint, error, input, in this order. */
export function Field({
  name,
  label,
  hint,
  optional,
  either,
  when,
  type = 'text',
  autoComplete,
  short,
  rows,
}: Props) {
  const { values } = useForm()
  const error = useError(name)
  const id = inputId(name)
  const input = {
    id,
    name,
    autoComplete,
    className: short ? 'input input-short' : 'input',
    defaultValue: text(values, name),
    'aria-required': optional || either || when ? undefined : true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(id, hint, error),
  } as const
  return (
    <div className={error ? 'field field-error' : 'field'} data-if={when}>
      <label className="label" htmlFor={id}>
        {label}
        <Marks optional={optional} conditional={!either && when !== undefined} />
      </label>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      {rows === undefined ? (
        <input {...input} type={type} inputMode={type === 'text' ? undefined : type} />
      ) : (
        <textarea {...input} rows={rows} />
      )}
    </div>
  )
}

/** The error of a field. "No contact" is told at the e-mail field. */
export function useError(name: string): string | undefined {
  const { errorOf } = useForm()
  return errorOf(name) ?? (name === 'email' ? errorOf('contact') : undefined)
}

/** Ids in reading order: hint first, then error. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint && id + '-hint', error && id + '-fout'].filter(Boolean).join(' ') || undefined
}

export function Marks({
  optional,
  conditional,
}: {
  optional?: boolean | undefined
  conditional?: boolean | undefined
}) {
  return (
    <>
      {conditional && <span className="optional if"> (als dit voor jou geldt)</span>}
      {optional && <span className="optional"> (niet verplicht)</span>}
    </>
  )
}

export function Hint({ of, children }: { of: string; children: ReactNode }) {
  return children ? (
    <span className="hint" id={of + '-hint'}>
      {children}
    </span>
  ) : null
}

export function FieldError({ of, children }: { of: string; children: ReactNode }) {
  return children ? (
    <p className="msg-error" id={of + '-fout'}>
      <Icon of={circleAlert} />
      <span>{children}</span>
    </p>
  ) : null
}
