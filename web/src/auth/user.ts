// From tokens to the person. The signature is not checked here: the server does that, and nothing
// here gives a right.
import { Me } from '../api/me.gen'
import { claimsOf } from './claims'
import { AuthError } from './errors'
import type { Role, Tokens, User } from './types'

const roles: readonly Role[] = Me.roles.items.enum

/**
 * Throws `auth/internal-error` when the ID token is unreadable or does not say who, since when and
 * until when.
 */
export function readUser(tokens: Tokens, shared: boolean, receivedAt: number): User {
  const claims = claimsOf(tokens.idToken)
  const { sub, exp, iat, auth_time: authTime } = claims
  if (typeof sub !== 'string' || !sub || !isTime(exp) || !isTime(iat) || !isTime(authTime))
    throw new AuthError('auth/internal-error')
  const life = tokens.expiresIn > 0 ? tokens.expiresIn : exp - iat
  return {
    uid: sub,
    // the user name is an e-mail address: that is no name to greet with
    name: text(claims['name']) || text(claims['given_name']),
    roles: rolesOf(claims['roles']),
    idToken: tokens.idToken,
    accessToken: tokens.accessToken,
    ...(tokens.refreshToken ? { refreshToken: tokens.refreshToken } : {}),
    iat,
    authTime,
    receivedAt,
    shared,
    expiresAt: receivedAt + life * 1000,
  }
}

/** Whether what lies in a store is a person this code can go on with. */
export function isUser(value: unknown): value is User {
  const u = value as Partial<User> | null
  return (
    typeof u === 'object' &&
    u !== null &&
    typeof u.uid === 'string' &&
    typeof u.name === 'string' &&
    Array.isArray(u.roles) &&
    typeof u.idToken === 'string' &&
    typeof u.accessToken === 'string' &&
    isTime(u.iat) &&
    isTime(u.authTime) &&
    isTime(u.receivedAt) &&
    isTime(u.expiresAt)
  )
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const rolesOf = (value: unknown) =>
  Array.isArray(value) ? roles.filter(role => value.includes(role)) : []
