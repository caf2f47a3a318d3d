import type { ReactNode } from 'react'
import { ActError } from '../../../staff/ActError'
import type { Pressed } from '../../../staff/press'
import { NoNetwork } from '../../../staff/States'
import { sayRefusal, sayTooMany } from './peopleWords'

type Not = 'bewaard' | 'afgezegd' | 'verstuurd'

/** Why the last press was not done. */
export type Trouble = { is: 'none' } | { is: 'offline'; not: Not } | { is: 'said'; words: string }

export const none: Trouble = { is: 'none' }

export const troubleOf = (pressed: Pressed, not: Not): Trouble =>
  pressed.is === 'offline'
    ? { is: 'offline', not }
    : pressed.is === 'refused'
      ? { is: 'said', words: sayTooMany(pressed.fields) || sayRefusal(pressed.code) }
      : none

/** `children`: what to do meanwhile, when there is no network. */
export const ShowTrouble = ({ of, children }: { of: Trouble; children?: ReactNode }) =>
  of.is === 'offline' ? (
    <NoNetwork not={of.not}>{children}</NoNetwork>
  ) : (
    <ActError>{of.is === 'said' && of.words}</ActError>
  )
