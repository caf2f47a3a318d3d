import { useCallback, useEffect, useRef, useState } from 'react'
import type { Auth } from '../auth/types'
import { useUndone } from './bars'

/** What came of a question: nothing new, or the whole. */
export type FreshAnswer<T> = { status: 304 } | { status: 200; etag: string | undefined; body: T }
type Load<T> = (etag?: string) => Promise<FreshAnswer<T>>

export interface Fresh<T> {
  data: T | undefined
  /** Why the last question had no answer; what is on the screen may be old. */
  error: unknown
  /** There is nothing to show, and the last question had no answer. */
  missed: boolean
  /** Asks at once, after an act. Settles when the answer is on the screen; never rejects. */
  reload(): Promise<void>
}

interface State<T> {
  /** What this is the answer of: another question begins with nothing. */
  of: Load<T>
  data?: T
  error?: unknown
}

/**
 * Keeps what is on the screen as it is at the server: asks again every `everyMs` while somebody can
 * see it, and at once when the tab or the network comes back. Only a new answer draws anything.
 * `load` is the question: another function is another question, so keep it with `useCallback`.
 */
export function useFresh<T>(load: Load<T>, everyMs = 10_000): Fresh<T> {
  const [state, set] = useState<State<T>>({ of: load })
  const asking = useRef<() => Promise<void>>(() => Promise.resolve())
  useEffect(() => {
    let turn = 0
    let etag: string | undefined
    let known: State<T> = { of: load }
    let timer: ReturnType<typeof setTimeout> | undefined
    const seen = () => document.visibilityState === 'visible'
    const ask = async () => {
      const mine = ++turn
      clearTimeout(timer)
      const answer = await load(etag).catch((error: unknown) => ({ status: 0 as const, error }))
      // a later question has the newer answer
      if (mine !== turn) return
      const error = answer.status === 0 ? answer.error : undefined
      if (answer.status === 200) {
        etag = answer.etag
        set((known = { of: load, data: answer.body }))
      } else if (known.error !== error) set((known = { ...known, error }))
      if (seen()) timer = setTimeout(() => void ask(), everyMs)
    }
    const wake = () => {
      if (seen()) void ask()
      else clearTimeout(timer)
    }
    const online = () => void ask()
    asking.current = ask
    void ask()
    document.addEventListener('visibilitychange', wake)
    addEventListener('online', online)
    return () => {
      turn = -1
      clearTimeout(timer)
      asking.current = () => Promise.resolve()
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', online)
    }
  }, [load, everyMs])
  const reload = useCallback(() => asking.current(), [])
  useUndone(reload)
  const { data, error } = state.of === load ? state : ({ of: load } as State<T>)
  return { data, error, missed: data === undefined && error !== undefined, reload }
}

/** The question at an address of the staff API that gives an ETag. */
export const freshAt =
  <T>(auth: Auth, url: string): Load<T> =>
  async etag => {
    const answer = await auth.fetch(url, {
      headers: { accept: 'application/json', ...(etag && { 'if-none-match': etag }) },
    })
    if (answer.status === 304) return { status: 304 }
    if (!answer.ok) throw new Error(String(answer.status))
    const body = (await answer.json()) as T
    return { status: 200, etag: answer.headers.get('etag') ?? undefined, body }
  }
