import { useCallback, useEffect, useRef, useState } from 'react'
import type { Auth } from '../auth/types'
import { useRetry } from './useRetry'

/** `status`: what the server said instead, such as "403". */
export type Read<T> =
  { is: 'loading' } | { is: 'failed'; status: string } | { is: 'known'; data: T }

/**
 * A read of the staff API for a screen. `again` reads afresh; what is on the screen stays until the
 * answer is there, and `busy` says that it is on its way.
 */
export function useRead<T>(
  auth: Auth,
  url: string,
): { read: Read<T>; again(): void; busy: boolean } {
  const [read, setRead] = useState<Read<T>>({ is: 'loading' })
  const [busy, setBusy] = useState(false)
  const turn = useRef(0)
  const again = useCallback(() => {
    const mine = ++turn.current
    const show = (next: Read<T>) => {
      if (mine !== turn.current) return
      setRead(next)
      setBusy(false)
    }
    setBusy(true)
    ask<T>(auth, url).then(
      data => show({ is: 'known', data }),
      (e: Error) => show({ is: 'failed', status: e.message }),
    )
  }, [auth, url])
  useEffect(() => {
    again()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the newest turn is meant
    return () => void turn.current++
  }, [again])
  useRetry(auth, read.is === 'failed', again)
  return { read, again, busy }
}

async function ask<T>(auth: Auth, url: string): Promise<T> {
  const answer = await auth.fetch(url, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json() as Promise<T>
}
