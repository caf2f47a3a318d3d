// The three calls of the session at our own server.
import { ask, members } from './ask'
import type { Delay } from './delay'
import { AuthError } from './errors'
import type { Clock, User } from './types'

/**
 * `good`: the server knows this person by the cookie. `gone`: it knows nobody, or somebody else.
 * `unknown`: no word from it.
 */
export type Word = 'good' | 'gone' | 'refused' | 'unknown'

/**
 * The server wants the password again before it makes a session: the cause of a `login-blocked`.
 */
export const recentLogin = 'auth/requires-recent-login'

/** The token brings a role, and tells of a password alone. */
export const secondStep = 'auth/requires-second-step'

export type SessionCalls = ReturnType<typeof sessionCalls>

export function sessionCalls(clock: Clock, network: Delay) {
  const call = (path: string, init: RequestInit) =>
    ask(clock, network.get(), path, { credentials: 'same-origin', cache: 'no-store', ...init })
  return {
    async read(path: string, user: User): Promise<Word> {
      const answer = await call(path, { headers: { accept: 'application/json' } }).catch(
        () => undefined,
      )
      if (!answer) return 'unknown'
      const { status, body } = answer
      if (status === 200)
        return body === undefined ? 'unknown' : members(body)['uid'] === user.uid ? 'good' : 'gone'
      if (status === 401) return 'gone'
      // a server that is broken says nothing about the person
      return status >= 500 || status === 408 ? 'unknown' : 'refused'
    },

    /**
     * Rejects with `network-request-failed`, `too-many-requests`, `requires-second-step` or
     * `login-blocked`.
     */
    async post(path: string, { idToken, shared }: User): Promise<void> {
      const { status, body } = await call(path + (shared ? '?shared=1' : ''), {
        method: 'POST',
        headers: { authorization: `Bearer ${idToken}` },
      })
      if (status < 200 || status > 299) {
        const cause = members(body)['code']
        throw new AuthError(cause === secondStep ? secondStep : 'auth/login-blocked', { cause })
      }
    },

    /** Rejects with `network-request-failed`, `too-many-requests` or `sign-out-failed`. */
    async remove(path: string): Promise<void> {
      const { status } = await call(path, { method: 'DELETE' })
      if (status < 200 || status > 299) throw new AuthError('auth/sign-out-failed')
    },
  }
}
