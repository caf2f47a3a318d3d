import { listed } from './count'
import type { Role, User } from '../auth/types'

/** Whether this person has one of these roles. */
export const mayWrite = (user: User, ...roles: readonly Role[]) =>
  roles.some(r => user.roles.includes(r))

const roleWords: Record<Role, string> = {
  gastheer: 'gastvrouw/gastheer',
  begeleider: 'begeleider',
  redactie: 'redactie',
  vertrouwenspersoon: 'vertrouwenspersoon',
  coordinator: 'coördinator',
  beheerder: 'beheerder',
}

/** gastvrouw/gastheer, redactie en beheerder */
export function sayRoles(roles: readonly string[]): string {
  return listed(roles.map(r => roleWords[r as Role] ?? r))
}
