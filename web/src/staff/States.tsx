import type { ReactNode } from 'react'
import { useSession } from '../layout/session'
import { PressButton } from '../ui/PressButton'

/** What stands where the content of a screen will be. */
export const Waiting = ({ words }: { words: string }) => (
  <div aria-busy="true">
    <p className="sr" role="status">
      {words}
    </p>
    <div className="skeleton" />
    <div className="skeleton" />
  </div>
)

interface Props {
  /** What could not be read: "de lijst". */
  what: string
  /** Left out: the screen has its own button, which keeps the focus when the answer comes. */
  again?(): void
  /** It is being tried again. */
  busy: boolean
  /** What else there is to do. */
  children?: ReactNode
}

/** A screen could not be read. */
export function Missed({ what, again, busy, children }: Props) {
  const { user } = useSession(false)
  return (
    <div className="stack">
      <p role="alert">
        {busy
          ? 'We proberen het opnieuw.'
          : `We konden ${what} niet laden. ${user ? 'Controleer je internet en probeer het opnieuw.' : 'Log eerst opnieuw in.'}`}
      </p>
      {children}
      {again && (
        <p>
          <PressButton second press={again} busy={busy}>
            Probeer opnieuw
          </PressButton>
        </p>
      )}
    </div>
  )
}
