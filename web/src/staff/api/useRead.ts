import type { paths } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'
import { api } from './client'
import { useQuestion, type Known } from './queries'

/** An address that can be read. */
export type Get = {
  [P in keyof paths]: paths[P]['get'] extends object ? P : never
}[keyof paths]
export type Params<P extends Get> = Pick<paths[P]['get']['parameters'], 'path' | 'query'>
export type Answer<P extends Get> = paths[P]['get'] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never

type Asking<P extends Get> = Params<P> & {
  /** Kept fresh, in ms. */
  every?: number
  /** Not asked. */
  off?: boolean
}
type Given<P extends Get> = paths[P]['get']['parameters'] extends { path?: never }
  ? [asking?: Asking<P>]
  : [asking: Asking<P>]

export type Read<T> = ({ is: 'loading' | 'failed'; data: undefined } | { is: 'known'; data: T }) & {
  /** What was known last, also after an error. */
  last: T | undefined
  /** Why the last question had no answer: what the server said, such as "403", or words. */
  error: string | undefined
  /** It is being asked. */
  busy: boolean
  /** Asks at once. Settles when the answer is on the screen; never rejects. */
  again(): Promise<void>
}

/** Ten seconds: what colleagues change meanwhile. */
export const fresh = { every: 10_000 }

/**
 * A read of the staff API for a screen. After an error it is read again when the network or the
 * sign-in is back; only what is kept fresh stays on the screen meanwhile.
 */
export function useRead<P extends Get>(
  auth: Auth,
  path: P,
  ...[asking]: Given<P>
): Read<Answer<P>> {
  const { every, off, ...params }: Asking<Get> = asking ?? {}
  const { query, again } = useQuestion<Answer<P>>(auth, {
    key: [path, params],
    ask: before => get(auth, path, params, every ? before : {}),
    every,
    off,
  })
  const { data, error } = (!off && query.data) || {}
  const rest = { last: data, error, again }
  // only who looks at it is drawn anew when a question begins
  const busy = { get: () => !every && query.isFetching, enumerable: true }
  return Object.defineProperty(
    data !== undefined && (every || error === undefined)
      ? { is: 'known', data, ...rest }
      : { is: error === undefined ? 'loading' : 'failed', data: undefined, ...rest },
    'busy',
    busy,
  ) as Read<Answer<P>>
}

type Getting<T> = (path: string, init: object) => Promise<{ data?: T; response: Response }>

/** Rejects with the status of what is no answer; `before` is kept when nothing is new. */
export async function get<P extends Get>(
  auth: Auth,
  path: P,
  params: Partial<Params<Get>>,
  before: Known<Answer<P>> = {},
): Promise<Known<Answer<P>>> {
  const { data, response } = await (api(auth).GET as Getting<Answer<P>>)(path, {
    params,
    headers: { 'if-none-match': before.etag },
  })
  if (response.status === 304) return stillSo(before)
  if (!response.ok) throw new Error(String(response.status))
  return { data, etag: response.headers.get('etag') ?? undefined }
}

/** Nothing new: only an error goes. */
export const stillSo = <T>(before: Known<T>): Known<T> =>
  before.error === undefined ? before : { ...before, error: undefined }
