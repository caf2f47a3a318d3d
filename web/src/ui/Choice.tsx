import type { ReactNode } from 'react'
import { FieldError, Hint, inputId, Marks, useError } from './Field'
import { useForm } from './useForm'
import { ticked } from './values'

interface Props {
  name: string
  /** The sentence somebody agrees with. */
  children: ReactNode
  hint?: string | undefined
  required?: boolean
  conditional?: boolean
  hidden?: boolean
}

/** One tick box with its own sentence. Sends "true" when ticked. */
export function Choice({ name, children, hint, required, conditional, hidden }: Props) {
  const { values } = useForm()
  const error = useError(name)
  const id = inputId(name)
  return (
    <div className={error ? 'field field-error' : 'field'} hidden={hidden}>
      <FieldError of={id}>{error}</FieldError>
      <div className="choices">
        <label className={ticked(values, name) ? 'choice choice-on' : 'choice'}>
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
            <Marks conditional={conditional} />
          </span>
        </label>
      </div>
      <Hint of={id}>{hint}</Hint>
    </div>
  )
}
