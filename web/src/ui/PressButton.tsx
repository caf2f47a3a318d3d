import type { ReactNode, Ref } from 'react'

interface Props {
  press(): void
  /** Under way: the button keeps its focus and absorbs presses. */
  busy?: boolean
  /** Not to be pressed now; the page says why. */
  off?: boolean
  second?: boolean
  danger?: boolean
  /** What a screen reader says when the words alone do not tell which one of several it is. */
  label?: string
  of?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button outside a form. Never disabled. */
export function PressButton({
  press,
  busy = false,
  off = false,
  second,
  danger,
  label,
  of,
  children,
}: Props) {
  const look = ['btn', second && 'btn-2', danger && 'btn-danger'].filter(Boolean).join(' ')
  const still = busy || off
  return (
    <button
      type="button"
      className={look}
      ref={of}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={still || undefined}
      onClick={() => still || press()}
    >
      {children}
    </button>
  )
}
