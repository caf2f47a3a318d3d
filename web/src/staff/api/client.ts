import createClient from 'openapi-fetch'
import type { paths } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'
import type { Fault, Refusal } from '../drafts'

/** A request that the sign-in part can send once more, with a new session. */
class Sendable {
  constructor(
    readonly url: string,
    readonly init: RequestInit & { headers: Headers },
  ) {}
}

/**
 * The staff API as it is described. Rejects when there is no whole answer; a refusal is an answer.
 */
export const api = (auth: Pick<Auth, 'fetch'>) =>
  createClient<paths>({
    headers: { accept: 'application/json' },
    Request: Sendable as never,
    // what is empty is not asked
    querySerializer: query =>
      new URLSearchParams(
        Object.entries(query).flatMap(([k, v]) =>
          v === undefined || v === '' ? [] : [[k, String(v)]],
        ),
      ).toString(),
    fetch: request => {
      const { url, init } = request as unknown as Sendable
      const { method = 'GET', headers, body, keepalive, signal } = init
      return auth.fetch(url, {
        method,
        headers: Object.fromEntries(headers),
        ...(body !== undefined && { body }),
        ...(keepalive && { keepalive }),
        ...(signal && { signal }),
      })
    },
  })

type Answer<T> = Promise<{ data?: T; error?: unknown; response: Response }>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The same for an address that is put together; who asks says what the answer is. */
export const apiAt = <T>(auth: Pick<Auth, 'fetch'>, method: Method, url: string, init = {}) =>
  (api(auth)[method] as unknown as (url: string, init: object) => Answer<T>)(url, init)

/** What came of asking. `offline`: there was no whole answer; its status is 0. */
export type Asked<T> =
  ({ is: 'done'; data: T } & Refusal) | ({ is: 'refused' | 'offline'; data?: undefined } & Refusal)

/** Waits for an answer of the API. Never rejects. */
export async function asked<T>(sending: Answer<T>): Promise<Asked<T>> {
  const answer = await sending.catch(() => undefined)
  if (!answer) return { is: 'offline', status: 0, code: 'offline', fields: [] }
  const { status, ok } = answer.response
  if (ok) return { is: 'done', data: answer.data as T, status, code: '', fields: [] }
  // a proxy in between may answer without words
  const { code = 'unavailable', fields = [] } = (answer.error ?? {}) as {
    code?: string
    fields?: Fault[]
  }
  return { is: 'refused', status, code, fields }
}

/** What was read: nobody overwrites a colleague. */
export const ifStill = (version: number) => ({ 'if-match': `"${version}"` })

/** Asks something, at an address that is put together. Never rejects. */
export const ask = <T>(auth: Pick<Auth, 'fetch'>, url: string, body?: unknown) =>
  asked(apiAt<T>(auth, 'POST', url, { body }))
