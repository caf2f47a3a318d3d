// From what others say went wrong to our codes. By class, name and OAuth code;
// never by the text of an error.
import { isExpired } from './callback'
import { AuthError, type AuthCode } from './errors'
import type { EventType } from './events'

/** To what the provider said it: a question, or a call for tokens. */
export type Moment = EventType | 'exchange' | 'refresh'

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

/** Throws the code for an OAuth error; null: simply nobody signed in there. */
export function refused(error: string, moment: Moment, description?: unknown): null {
  if (moment === 'silent' && wouldAsk.includes(error)) return null
  throw new AuthError(codeOf(error, moment, description))
}

function codeOf(error: string, moment: Moment, description: unknown): AuthCode {
  if (error === 'invalid_grant' && moment === 'exchange') return 'auth/invalid-auth-event'
  if (error === 'invalid_grant' && moment === 'refresh')
    // the one text of Keycloak we read
    return description === 'User disabled' ? 'auth/user-disabled' : 'auth/user-token-expired'
  if (isExpired(error, description)) return 'auth/invalid-auth-event'
  return (Object.hasOwn(byError, error) ? byError[error] : undefined) ?? 'auth/internal-error'
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
