import { useBusy } from '../../../staff/useBusy'
import { useState, type ReactNode } from 'react'
import { ActError } from '../../../staff/ActError'
import type { Asked } from '../../../staff/api/client'
import type { Refusal } from '../../../staff/drafts'
import { NoNetwork } from '../../../staff/States'
import { sayRefusal, sayTooMany } from './peopleWords'

export type Not = 'bewaard' | 'afgezegd' | 'verstuurd'

/** Why the last press was not done. */
export type Trouble = { is: 'none' } | { is: 'offline'; not: Not } | { is: 'said'; words: string }

export const none: Trouble = { is: 'none' }
export const said = (words: string): Trouble => ({ is: 'said', words })

export const troubleOf = (pressed: Asked<unknown>, not: Not): Trouble =>
  pressed.is === 'offline'
    ? { is: 'offline', not }
    : pressed.is === 'refused'
      ? said(sayTooMany(pressed.fields) || sayRefusal(pressed.code))
      : none

/** `children`: what to do meanwhile, when there is no network. */
export const ShowTrouble = ({ of, children }: { of: Trouble; children?: ReactNode }) =>
  of.is === 'offline' ? (
    <NoNetwork not={of.not}>{children}</NoNetwork>
  ) : (
    <ActError>{of.is === 'said' && of.words}</ActError>
  )

/** A refusal with words of its own; nothing: the usual ones. */
export type Say = (refusal: Refusal) => Trouble | undefined

/** A press on a screen of dates: which button is busy, and why the last one was not done. */
export function usePress(not: Not) {
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const press = async <T,>(
    work: Promise<Asked<T>>,
    say?: Say,
    button = 'press',
  ): Promise<Asked<T>> => {
    setTrouble(none)
    const pressed = await during(work, button)
    setTrouble((pressed.is === 'refused' && say?.(pressed)) || troubleOf(pressed, not))
    return pressed
  }
  return { busy, trouble, setTrouble, press }
}
