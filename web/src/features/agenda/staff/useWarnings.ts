import { useContext, useEffect, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { ask as askOf } from '../../../staff/api/client'
import { ReadOnly } from '../../../staff/fields'
import type { Activity, Warnings } from './model'

/** After the last change of a date, a room or a host. */
const pause = 700

/**
 * What may be wrong with the dates that do not exist yet. Without network there is nothing to say.
 */
export function useWarnings(
  auth: Auth,
  id: string,
  { title, location, host = '', newDates }: Activity,
): Warnings {
  const [found, setFound] = useState<Warnings>({})
  const still = useContext(ReadOnly) // who only reads is not told, and may not ask
  const ask = JSON.stringify({ title, location, host, newDates })
  useEffect(() => {
    let gone = false
    if (still || newDates.length === 0) return setFound({})
    const timer = setTimeout(() => {
      void askOf<{ items: Warnings }>(
        auth,
        `/api/activities/${encodeURIComponent(id)}/dates/check`,
        JSON.parse(ask),
      ).then(({ data }) => data && !gone && setFound(data.items))
    }, pause)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [auth, id, ask, still]) // eslint-disable-line -- `ask` says all of it
  return found
}
