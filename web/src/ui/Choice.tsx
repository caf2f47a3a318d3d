import type { ReactNode } from 'react'
import { FieldError, Hint, inputId, Marks, useError, type If } from './Field'
import { useForm } from './useForm'
import { ticked } from './values'

interface Props {
  name: string
  /** The sentence somebody agrees with. */
  children: ReactNode
  hint?: string | undefined
  required?: boolean
  when?: If
}

/** One tick box with its own sentence. Sends "true" when ticked. */
export function Choice({ name, children, hint, required, when }: Props) {
  const { values } = useForm()
  const error = useError(name)
  const id = inputId(name)
  return (
    <div className={error ? 'field field-error' : 'field'} data-if={when}>
      <FieldError of={id}>{error}</FieldError>
      <div className="choices">
        <label className="choice">
          <input
            type="checkbox"
            id={id}
            name={name}
            value="true"
            defaultChecked={ticked(values, name)}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={
              [error && id + '-fout', hint && id + '-hint'].filter(Boolean).join(' ') || undefined
            }
          />
          <span>
            {children}
            <Marks conditional={when !== undefined} />
          </span>
        </label>
      </div>
      <Hint of={id}>{hint}</Hint>
    </div>
  )
}
