import { useEffect, useState, type ReactNode } from 'react'
import type { Auth } from '../../../auth/types'
import { pressAct, showAct, type Done, type Pressed } from '../../../staff/press'
import { rowId } from './PersonRow'
import { sayBefore, type DatePeople } from './peopleWords'

/** The screen of a date, for its parts. */
export interface OnDate {
  auth: Auth
  date: DatePeople
  /** The moment it is at the server. */
  now: number
  /** The first meeting has begun. */
  begun: boolean
  /** The last meeting is over. */
  over: boolean
  /** Reads the date anew; settles when that is on the screen. */
  reload(): Promise<void>
  /** Puts this on paper, and nothing else of the screen. */
  print(sheet: ReactNode): void
}

/** The moment it is at the server, a few times a minute. */
export function useServerNow(auth: Auth): number {
  const [now, set] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now + auth.ahead
}

/** The day of a moment in Amsterdam, as "2026-11-24". */
export const dayAt = (ms: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(ms)

/**
 * Does something about a person, and says so in the bar with a way back. What a colleague did just
 * before is said too, without one.
 */
export async function actOn(
  on: OnDate,
  person: { id: string; called: string },
  press: { path: string; body?: unknown; said(done: Done): { what: string; more?: ReactNode } },
): Promise<Pressed> {
  const pressed = await pressAct(
    on.auth,
    `/api/people/${encodeURIComponent(person.id)}/${press.path}`,
    press.body === undefined ? {} : { body: press.body },
  )
  if (pressed.is === 'done')
    showAct(on.auth, pressed.data, {
      ...press.said(pressed.data),
      before: sayBefore(pressed.data.act, person.called),
      row: rowId(person.id),
      who: person.called,
    })
  if (pressed.is !== 'offline') await on.reload()
  return pressed
}
