import type { Auth } from '../../../auth/types'
import { same } from '../../../staff/editor/copy'
import { leftOpen, type Left } from '../../../staff/leftOpen'
import type { Activity, NewSession, StaffDate, TermLimit } from './model'
import type { HostAccount } from './hostName'
import { changingOf, type Changing, type Going, type NewValues } from './scopeWords'

/** What the form of a date holds. */
export interface Values {
  sessions: NewSession[]
  capacity?: number | undefined
  host: string
  note: string
  opens?: TermLimit | undefined
  closes?: TermLimit | undefined
}

export const valuesOf = ({ sessions, capacity, host, note, opens, closes }: StaffDate): Values => ({
  sessions: sessions.map(({ day, from, to, room }) => ({ day, from, to, room })),
  capacity,
  host: host ?? '',
  note: note ?? '',
  opens,
  closes,
})

export const leftOf = (auth: Auth, date: StaffDate) =>
  leftOpen.of(date.id, auth.user?.uid ?? '') as Left<Values> | undefined

/** What is other than it was. */
export function changeIn(
  date: StaffDate,
  now: Values,
  doc: Activity,
  accounts?: readonly HostAccount[],
): Changing | undefined {
  const was = valuesOf(date)
  const going = ({ day, from, to, room }: NewSession): Going => ({
    day,
    from,
    to,
    room: room || doc.location,
  })
  const values: NewValues = {
    ...(doc.mode !== 'walkin' && was.capacity !== now.capacity && { capacity: now.capacity ?? 0 }),
    ...(was.host !== now.host && { host: now.host }),
    ...(was.note !== now.note && { note: now.note }),
    ...(!same(was.opens, now.opens) && { opens: now.opens ?? { by: '' } }),
    ...(!same(was.closes, now.closes) && { closes: now.closes ?? { by: '' } }),
  }
  const [from, to] = [going(was.sessions[0]!), going(now.sessions[0]!)]
  return changingOf(from, to, values, accounts)
}
