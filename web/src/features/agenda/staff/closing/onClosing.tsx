// What the steps of closing the house share.
import type { ReactNode } from 'react'
import type { Auth } from '../../../../auth/types'
import type { Answers, ClosingChoices, ClosureSeen } from './words'

export type Faults = Readonly<Record<string, string>>

export interface OnClosing {
  auth: Auth
  of: ClosingChoices
  was: ClosureSeen | undefined
  answers: Answers
  change(next: Partial<Answers>): void
  faults: Faults
  wrong(f: Faults): void
  go(step?: string): void
  /** It is done: these words, and the screen begins anew. */
  done(words: ReactNode): void
}

export const NotYours = ({ phone }: { phone: string }) => (
  <p>
    <strong>Dat doet de coördinator: {phone}.</strong>
  </p>
)
