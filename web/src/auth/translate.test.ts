import { describe, expect, it } from 'vitest'
import { AuthError } from './errors'
import { asAuthError, refused, type Moment } from './translate'

/** The code it throws, or what it gives. */
function outcome(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return (error as AuthError).code
  }
}

describe('what the provider says', () => {
  it.each<[string, Moment, string | undefined, string | null]>([
    ['access_denied', 'popup', undefined, 'auth/user-cancelled'],
    ['access_denied', 'exchange', undefined, 'auth/user-cancelled'],
    ['invalid_grant', 'exchange', 'Code not valid', 'auth/invalid-auth-event'],
    ['invalid_grant', 'refresh', 'Token is not active', 'auth/user-token-expired'],
    ['invalid_grant', 'refresh', undefined, 'auth/user-token-expired'],
    ['invalid_grant', 'refresh', 'User disabled', 'auth/user-disabled'],
    ['invalid_grant', 'exchange', 'User disabled', 'auth/invalid-auth-event'],
    ['interaction_required', 'popup', undefined, 'auth/popup-too-small'],
    ['login_required', 'silent', undefined, null],
    ['interaction_required', 'silent', undefined, null],
    ['consent_required', 'silent', undefined, null],
    ['login_required', 'popup', undefined, 'auth/internal-error'],
    ['access_denied', 'silent', undefined, 'auth/user-cancelled'],
    ['invalid_client', 'refresh', undefined, 'auth/invalid-api-key'],
    ['unauthorized_client', 'exchange', undefined, 'auth/invalid-api-key'],
    ['temporarily_unavailable', 'popup', 'authentication_expired', 'auth/invalid-auth-event'],
    ['temporarily_unavailable', 'popup', undefined, 'auth/internal-error'],
    ['server_error', 'popup', undefined, 'auth/internal-error'],
    ['toString', 'popup', undefined, 'auth/internal-error'],
  ])('%s at %s (%s) is %s', (error, moment, description, code) => {
    expect(outcome(() => refused(error, moment, description))).toBe(code)
  })
})

describe('any failure', () => {
  it('of ours stays as it is', () => {
    const own = new AuthError('auth/popup-blocked')
    expect(asAuthError(own)).toBe(own)
  })
  it.each<[unknown, string]>([
    [new DOMException('no', 'SecurityError'), 'auth/web-storage-unsupported'],
    [new DOMException('full', 'QuotaExceededError'), 'auth/web-storage-unsupported'],
    [new Error('access_denied'), 'auth/internal-error'],
    [new Error('No matching state found in storage'), 'auth/internal-error'],
    [new TypeError('x is undefined'), 'auth/internal-error'],
    [undefined, 'auth/internal-error'],
    ['text', 'auth/internal-error'],
  ])('%s is %s', (cause, code) => {
    expect(asAuthError(cause).code).toBe(code)
  })
})
