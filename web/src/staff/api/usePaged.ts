import type { Auth } from '../../auth/types'
import { useUndone } from '../bars'
import type { Kind } from '../drafts'
import { useQuestion, type Known } from './queries'
import { useSend } from './useSend'
import { get, type Answer, type Get, type Params } from './useRead'

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

interface Page<R> {
  items: readonly R[]
  next?: string | undefined
}

/** Addresses of lists that are read by key, fifty at a time. */
type Lists = { [P in Get]: Answer<P> extends { items: unknown[] } ? P : never }[Get]
type RowOf<P extends Lists> = Answer<P> extends { items: (infer R)[] } ? R : never

export function usePaged<P extends Lists>(auth: Auth, path: P, params: Params<P>): List<RowOf<P>> {
  type R = RowOf<P>
  const key = ['pages', path, params]
  const read = (na?: string) =>
    get(auth, path, na ? { ...params, query: { ...params.query, na } } : params) as Promise<
      Known<Page<R>>
    >
  const { query, again, client } = useQuestion<Page<R>>(auth, { key, ask: () => read() })
  const { items = [], next } = query.data?.data ?? {}
  const put = (change: (now: Page<R>) => Page<R>) =>
    client.setQueryData<Known<Page<R>>>(key, known => known?.data && { data: change(known.data) })
  const more = useSend(auth, async (after: string) => {
    const { data } = await read(after)
    put(now =>
      now.next === after ? { items: [...now.items, ...data!.items], next: data!.next } : now,
    )
  })
  const { error } = query.data ?? {}
  return {
    is: error !== undefined ? 'failed' : query.data ? 'known' : 'loading',
    items,
    more: !!next,
    busy: query.isFetching || more.isPending,
    again,
    next: () => more.send(next!),
    show: items => void put(now => ({ ...now, items })),
  }
}

/**
 * The documents of one kind; without `op` in the order that this list has by itself. It reads again
 * when one of them is changed by an act that was taken back.
 */
export function useList(auth: Auth, kind: Kind, query: Params<'/api/drafts/{kind}'>['query']) {
  const list = usePaged(auth, '/api/drafts/{kind}', { path: { kind }, query })
  useUndone(list.again)
  return list
}
