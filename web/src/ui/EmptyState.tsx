import type { ReactNode } from 'react'

/** What stands where a list would be: a drawing, one sentence, one way on. */
export const EmptyState = ({ drawing, children }: { drawing?: ReactNode; children: ReactNode }) => (
  <div className="empty">
    {drawing}
    {children}
  </div>
)
