import type { ReactNode } from 'react'
import { useForm } from './useForm'

interface Props {
  /** Words on the button, also in the sentences that speak of it. */
  children: ReactNode
  /** Sent along by the pressed button only. */
  name?: string
  value?: string
  /** Outlined: there is another button that is more likely. */
  second?: boolean
  danger?: boolean
  wide?: boolean
}

/** Never disabled: a press while sending is absorbed by the form, and the button keeps focus. */
export function SubmitButton({ children, name, value, second, danger, wide }: Props) {
  const { id, pending, pressed } = useForm()
  const busy = pending && pressed === (value ?? '')
  const look = ['btn', second && 'btn-2', danger && 'btn-danger', wide && 'btn-wide']
    .filter(Boolean)
    .join(' ')
  return (
    <button
      type="submit"
      form={id}
      name={name}
      value={value}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy ? 'Bezig met versturen…' : children}
    </button>
  )
}
