import type { Auth } from '../auth/types'
import { aheadOf } from './ahead'

/** The day it is in Amsterdam by the clock of the server, as "2026-11-24". */
export async function today(auth: Auth): Promise<string> {
  const ahead = await aheadOf(auth)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(
    Date.now() + ahead,
  )
}
