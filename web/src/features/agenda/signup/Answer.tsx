import { some } from '../../../api/count'
import type { ReactNode } from 'react'

/** How many come along, in words. */
export const people = (n: number) => (n === 0 ? 'Nee' : `Ja, ${some(n, 'persoon', 'personen')}`)

export const Answer = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
