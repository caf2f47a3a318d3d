import type { Role, User } from '../auth/types'

/** Whether this person has one of these roles. */
export const mayWrite = (user: User, ...roles: readonly Role[]) => roles.some(r => user.roles.includes(r))
