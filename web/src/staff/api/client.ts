import createClient from 'openapi-fetch'
import type { paths } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'

/** A request that the sign-in part can send once more, with a new session. */
class Sendable {
  constructor(
    readonly url: string,
    readonly init: { method: string; headers: Headers; body?: string },
  ) {}
}

/**
 * The staff API as it is described. Rejects when there is no whole answer; a refusal is an answer.
 */
export const api = (auth: Auth) =>
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
      const { method, headers, body } = init
      return auth.fetch(url, {
        method,
        headers: Object.fromEntries(headers),
        ...(body !== undefined && { body }),
      })
    },
  })
