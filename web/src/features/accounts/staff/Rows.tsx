import type { ReactNode } from 'react'
import { sayMoment } from '../../../staff/words'
import type { Session } from './sessions'

/** Sign-ins, one a row; `button` is what may be done with it. */
export const Rows = ({
  of,
  button,
}: {
  of: readonly Session[]
  button?(s: Session): ReactNode
}) => (
  <ul className="rows">
    {of.map(s => (
      <li key={s.id}>
        <div>
          <p>
            <strong>{s.device}</strong>
            {s.current && (
              <>
                {' '}
                <span className="tag tag-new">dit apparaat</span>
              </>
            )}
          </p>
          <p className="small muted">
            Ingelogd op {sayMoment(s.createdAt)}. Laatst gebruikt op {sayMoment(s.lastSeenAt)}.
          </p>
        </div>
        {button?.(s)}
      </li>
    ))}
  </ul>
)
