import type { ReactNode } from 'react'
import type { Auth } from '../../../../auth/types'
import type { Today } from './model'
import type { OnPresence } from './Presence'
import type { Tap } from './taps'

/** The screen of the evening, for its parts. */
export interface OnToday extends OnPresence {
  auth: Auth
  today: Today
  /** The moment it is at the server. */
  now: number
  /** First name of who is signed in. */
  me: string
  tap(tap: Tap): void
  /** There is no answer from the server. */
  offline: boolean
  reload(): Promise<void>
  /** Opens the desk line; for who does not fit on a date, without that one. */
  desk(not?: string): void
  print(sheet: ReactNode): void
  /** The people are invented: nothing leads out of it. */
  practice: boolean
}
