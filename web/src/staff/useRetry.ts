import { useEffect, useRef } from 'react'
import type { Auth } from '../auth/types'

/**
 * While a read has failed: it is tried again when the network is back, and when somebody signed in
 * again.
 */
export function useRetry(auth: Auth, failed: boolean, again: () => void): void {
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (!failed) return
    const go = () => latest.current()
    addEventListener('online', go)
    const stop = auth.onUser(user => {
      if (user) go()
    })
    return () => {
      removeEventListener('online', go)
      stop()
    }
  }, [auth, failed])
}
