import type { Auth } from '../auth/types'

/** The day it is in Amsterdam by the clock of the server, as "2026-11-24". */
export async function today(auth: Auth): Promise<string> {
  const ahead = await auth.ready().then(
    c => c.ahead,
    () => 0,
  )
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(
    Date.now() + ahead,
  )
}
