// The codes of what goes wrong. A code is all that a screen or a log gets to know of what went
// wrong.

export const authCodes = [
  'auth/unauthorized-domain',
  'auth/popup-blocked',
  'auth/popup-too-small',
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/web-storage-unsupported',
  'auth/network-request-failed',
  'auth/invalid-auth-event',
  'auth/internal-error',
  'auth/auth-domain-config-required',
  'auth/invalid-api-key',
  'auth/argument-error',
  'auth/login-blocked',
  'auth/user-cancelled',
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/too-many-requests',
  'auth/requires-recent-login',
  'auth/requires-second-step',
  'auth/weak-password',
  'auth/no-role',
  'auth/sign-out-failed',
] as const

export type AuthCode = (typeof authCodes)[number]

export interface AuthErrorDetails {
  /** Seconds that the server asks to wait. */
  retryAfter?: number | undefined
  /** For the debugger only: its text may hold what must not be logged. */
  cause?: unknown
}

export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthCode
  readonly retryAfter?: number | undefined
  /** Stands in the log, so that what a person tells us can be found there. */
  readonly id = Math.random().toString(36).slice(2, 10).padEnd(8, '0')

  constructor(code: AuthCode, { retryAfter, cause }: AuthErrorDetails = {}) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryAfter = retryAfter
  }
}

const toLog: readonly AuthCode[] = [
  'auth/unauthorized-domain',
  'auth/invalid-auth-event',
  'auth/internal-error',
  'auth/auth-domain-config-required',
  'auth/invalid-api-key',
  'auth/argument-error',
  'auth/sign-out-failed',
]

/**
 * Whether somebody who keeps the site running should see this; the rest is the person's own affair.
 */
export const logged = (code: AuthCode): boolean => toLog.includes(code)

/**
 * One line in the console: codes only, never the text of an error. `doing` says what failed when
 * that is not the sign-in itself.
 */
export function logError(error: unknown, doing = 'sign-in'): void {
  const { code, id } =
    error instanceof AuthError
      ? error
      : { code: 'auth/internal-error', id: error instanceof Error ? error.name : typeof error }
  console.error(doing, code, id)
}
