import type { ReactNode } from 'react'
import { PressButton } from '../../../ui/PressButton'
import type { Session } from './sessions'
import { sayMoment } from './words'

/** Sign-ins, one a row; `button` is what may be done with it. */
export const Rows = ({ of, button }: { of: readonly Session[]; button?(s: Session): ReactNode }) => (
  <ul className="rows">
    {of.map(s => (
      <li key={s.id}>
        <div>
          <p><strong>{s.device}</strong>{s.current && <> <span className="tag tag-new">dit apparaat</span></>}</p>
          <p className="small muted">Ingelogd op {sayMoment(s.createdAt)}. Laatst gebruikt op {sayMoment(s.lastSeenAt)}.</p>
        </div>
        {button?.(s)}
      </li>
    ))}
  </ul>
)

/** What stands where a list will be. */
export const Waiting = ({ words }: { words: string }) => (
  <div aria-busy="true">
    <p className="sr" role="status">{words}</p>
    <div className="skeleton" />
    <div className="skeleton" />
  </div>
)

/** The list could not be read. */
export const Missed = ({ again }: { again(): void }) => (
  <div className="stack">
    <p role="alert">We konden de lijst niet laden. Controleer je internet en probeer het opnieuw.</p>
    <p><PressButton second press={again}>Probeer opnieuw</PressButton></p>
  </div>
)
