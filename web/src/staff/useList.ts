import { useCallback, useEffect, useRef, useState } from 'react'
import type { Auth } from '../auth/types'
import { draftsOf, type Kind, type Row } from './drafts'
import { useUndone } from './bars'
import { useRetry } from './useRetry'

export interface List<R> {
  is: 'loading' | 'failed' | 'known'
  items: readonly R[]
  /** There is more. */
  more: boolean
  busy: boolean
  again(): void
  next(): void
  /** The rows as they will be when the server agrees: an order that was just changed. */
  show(items: readonly R[]): void
}

interface Answer<R> {
  items: R[]
  next?: string
}

/**
 * A list of the staff API that is read by key, fifty at a time: `url` is its address with the
 * search and the filter.
 */
export function usePaged<R>(auth: Auth, url: string): List<R> {
  const [state, set] = useState<{
    is: List<R>['is']
    items: readonly R[]
    next?: string | undefined
  }>({ is: 'loading', items: [] })
  const [busy, setBusy] = useState(false)
  const turn = useRef(0)
  const read = useCallback(
    async (after?: string) => {
      const mine = ++turn.current
      setBusy(true)
      const address =
        after === undefined
          ? url
          : `${url}${url.includes('?') ? '&' : '?'}na=${encodeURIComponent(after)}`
      const answer = await auth
        .fetch(address, { headers: { accept: 'application/json' } })
        .catch(() => undefined)
      const page = answer?.ok
        ? ((await answer.json().catch(() => undefined)) as Answer<R> | undefined)
        : undefined
      if (mine !== turn.current) return
      setBusy(false)
      set(before => {
        if (!page) return after === undefined ? { is: 'failed', items: before.items } : before
        return {
          is: 'known',
          items: after === undefined ? page.items : [...before.items, ...page.items],
          next: page.next,
        }
      })
    },
    [auth, url],
  )
  useEffect(() => {
    void read()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the newest turn is meant
    return () => void turn.current++
  }, [read])
  useRetry(auth, state.is === 'failed', () => void read())
  return {
    is: state.is,
    items: state.items,
    more: state.next !== undefined && state.next !== '',
    busy,
    again: () => void read(),
    next: () => void read(state.next),
    show: items => set(before => ({ ...before, items })),
  }
}

/**
 * The documents of one kind; without `op` in the order that this list has by itself. It reads again
 * when one of them is changed by an act that was taken back.
 */
export function useList(
  auth: Auth,
  kind: Kind,
  { search = '', status = '', op = '' }: { search?: string; status?: string; op?: string } = {},
): List<Row> {
  const query = new URLSearchParams(
    Object.entries({ zoek: search, status, op }).filter(([, v]) => v),
  ).toString()
  const list = usePaged<Row>(auth, draftsOf(kind) + (query && '?' + query))
  useUndone(list.again)
  return list
}
