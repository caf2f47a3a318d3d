import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon'
import { circleAlert } from '../ui/noticeIcons'

/**
 * What went wrong with an act, at its place. It is there from the start, so that what appears in it
 * is read out.
 */
export const ActError = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    {children && (
      <p className="msg-error">
        <Icon of={circleAlert} />
        <span>{children}</span>
      </p>
    )}
  </div>
)
