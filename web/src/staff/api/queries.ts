import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  useQuery,
  type Query,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Auth } from '../../auth/types'
import { useUndone } from '../bars'

/** What is known, and why the last question had no answer: a status such as "403", or words. */
export interface Known<T> {
  data?: T | undefined
  etag?: string | undefined
  error?: string | undefined
}

// an answer is on the screen before anything else happens
notifyManager.setScheduler(queueMicrotask)

const clients = new WeakMap<Auth, QueryClient>()
const failed = (q: Query) => (q.state.data as Known<unknown> | undefined)?.error !== undefined

/** What the screens know from the staff API; nothing outlives the screen that asked. */
export function queriesOf(auth: Auth): QueryClient {
  const known = clients.get(auth)
  if (known) return known
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        retry: false,
        structuralSharing: false,
      },
      mutations: { gcTime: 1000, networkMode: 'always' },
    },
  })
  client.mount()
  const heal = () =>
    void client.refetchQueries({ type: 'active', predicate: q => !!q.meta?.every || failed(q) })
  // also of a page that was opened without a network, which the library does not notice
  addEventListener('online', heal)
  auth.onUser(user => user && heal())
  clients.set(auth, client)
  return client
}

const nothing = () => {}

interface Question<T> {
  key: readonly unknown[]
  /** Rejects when there is no answer. */
  ask(before: Known<T>): Promise<Known<T>>
  every?: number | undefined
  off?: boolean | undefined
}

/**
 * One question to the server. With `every` it is kept as it is there: asked again every so many ms
 * while somebody can see it, at once when the tab comes back or something was taken back, and
 * another key begins with nothing. Without it another key shows the old answer until it is there.
 */
export function useQuestion<T>(auth: Auth, { key, ask, every, off = false }: Question<T>) {
  const client = queriesOf(auth)
  const query = useQuery<Known<T>>(
    {
      queryKey: key,
      queryFn: async ({ signal }) => {
        void signal // who reads it: a question whose screen went away is forgotten
        const before = client.getQueryData<Known<T>>(key) ?? {}
        return ask(before).catch((e: Error) => ({ ...before, error: e.message }))
      },
      enabled: !off,
      meta: { every },
      ...(every
        ? { refetchInterval: every, refetchOnWindowFocus: 'always' as const }
        : { placeholderData: keepPreviousData }),
    },
    client,
  )
  const hash = JSON.stringify(key)
  const again = useCallback(async () => {
    const filter = { queryKey: JSON.parse(hash) as unknown[], exact: true, type: 'active' as const }
    // a later question has the newer answer
    await client.cancelQueries(filter)
    await client.refetchQueries(filter)
  }, [client, hash])
  useUndone(every ? again : nothing)
  return { query, again, client }
}
