import { useEffect, useState } from 'react'
import type { Auth } from '../auth/types'

/** How many ms the clock of the server is ahead of this browser's; 0 while nobody knows. */
export const aheadOf = (auth: Auth): Promise<number> =>
  auth.ready().then(
    c => c.ahead,
    () => 0,
  )

export function useAhead(auth: Auth): number {
  const [ahead, set] = useState(0)
  useEffect(() => {
    let here = true
    void aheadOf(auth).then(ms => here && set(ms))
    return () => {
      here = false
    }
  }, [auth])
  return ahead
}
