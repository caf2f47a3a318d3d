// From what others say went wrong to our codes. By class, name and OAuth code;
// never by the text of an error.
import { isExpired } from './callback'
import { AuthError, type AuthCode } from './errors'

/** Where the provider said it. */
export type Moment = 'answer' | 'silent' | 'exchange' | 'refresh'

/** What a provider answers when it would have to ask the person something. */
const wouldAsk = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

const byError: Record<string, AuthCode> = {
  access_denied: 'auth/user-cancelled',
  // the page of the provider says so in a popup: a second step is made in the whole window
  interaction_required: 'auth/popup-too-small',
  invalid_client: 'auth/invalid-api-key',
  unauthorized_client: 'auth/invalid-api-key',
}

/** The code for an OAuth error; null: simply nobody signed in there. */
export function providerError(
  error: string,
  moment: Moment,
  description?: string | null,
): AuthError | null {
  if (moment === 'silent' && wouldAsk.includes(error)) return null
  if (error === 'invalid_grant' && moment === 'exchange')
    return new AuthError('auth/invalid-auth-event')
  if (error === 'invalid_grant' && moment === 'refresh') {
    return new AuthError(
      description === 'User disabled' ? 'auth/user-disabled' : 'auth/user-token-expired',
    ) // the one text of Keycloak we read
  }
  if (isExpired(error, description)) return new AuthError('auth/invalid-auth-event')
  return new AuthError(
    (Object.hasOwn(byError, error) ? byError[error] : undefined) ?? 'auth/internal-error',
  )
}

/** Any failure as ours. Own codes stay as they are. */
export function asAuthError(cause: unknown): AuthError {
  if (cause instanceof AuthError) return cause
  const { name } = (cause ?? {}) as { name?: unknown }
  const blocked = name === 'SecurityError' || name === 'QuotaExceededError'
  return new AuthError(blocked ? 'auth/web-storage-unsupported' : 'auth/internal-error', { cause })
}

/** For the end of a chain: what it rejects with is an AuthError from here on. */
export function rejectOurs(cause: unknown): never {
  throw asAuthError(cause)
}
