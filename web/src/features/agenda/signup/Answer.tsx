import type { ReactNode } from 'react'

export const people = (n: number) =>
  n === 0 ? 'Nee' : n === 1 ? 'Ja, 1 persoon' : `Ja, ${n} personen`

export const Answer = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
