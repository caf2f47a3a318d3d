import type { ReactNode } from 'react'
import { useSession } from '../layout/session'
import { at } from '../screens'
import { Icon } from '../ui/Icon'
import { triangleAlert } from '../ui/noticeIcons'
import { PageLink } from '../ui/PageLink'
import { PressButton } from '../ui/PressButton'
import type { Read } from './api/useRead'

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

/** A screen that is not for this person. */
export const NoRights = ({ title }: { title: string }) => (
  <div className="wrap page stack">
    <h1>{title}</h1>
    <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>
    <p>
      <PageLink to={at('start')}>Terug naar Meer</PageLink>
    </p>
  </div>
)

/** An act did not get through; `children` is what to do by phone. */
export const NoNetwork = ({
  not,
  children,
}: {
  not: 'bewaard' | 'afgezegd' | 'verstuurd'
  children?: ReactNode
}) => (
  <div className="net" role="alert">
    <Icon of={triangleAlert} />
    <p>
      <strong>Geen verbinding.</strong> Er is nog niets {not}. Je keuzes staan nog hier.
    </p>
    {children}
  </div>
)

/** A screen could not be read. */
export function Missed({ what, again, busy, children }: Props) {
  const { user } = useSession(false)
  return (
    <div className="stack">
      <p role="alert">
        {busy
          ? 'We proberen het opnieuw.'
          : `We konden ${what} niet laden. ` +
            `${user ? 'Controleer je internet en probeer het opnieuw.' : 'Log eerst opnieuw in.'}`}
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

/** What was read, or what stands there until it is. */
export function Loaded<T>({
  of,
  wait,
  what,
  children,
}: {
  of: { is: Read<T>['is']; data: T | undefined; busy: boolean; again(): unknown }
  wait: string
  what: string
  children?(data: T): ReactNode
}) {
  if (of.is === 'loading') return <Waiting words={wait} />
  if (of.is === 'failed') return <Missed what={what} again={() => void of.again()} busy={of.busy} />
  return children?.(of.data!)
}
