import type { ReactNode } from 'react'
import type { Auth, User } from '../../../../auth/types'
import type { DateChoices, MeetingSeen, ScopeName } from './words'

/** The screen of one date that changes, for its steps. */
export interface OnChange {
  auth: Auth
  me: User
  of: DateChoices
  /** Of a series: the one meeting that it is about. */
  meeting: MeetingSeen | undefined
  url: string
  /** The address of a step; without one the first. */
  step(name?: string, meeting?: string): string
  /** Goes to a step, when something was done. `instead`: Back does not come here again. */
  go(name?: string, instead?: 'instead'): void
  reload(): void
  print(sheet: ReactNode): void
  /** For which dates it is meant; kept in the tab. */
  scope: ScopeName
  setScope(scope: ScopeName): void
}
