import type { Role } from '../../../auth/types'

const roleWords: Record<Role, string> = {
  gastheer: 'gastvrouw/gastheer', begeleider: 'begeleider', redactie: 'redactie', vertrouwenspersoon: 'vertrouwenspersoon',
  coordinator: 'coördinator', beheerder: 'beheerder',
}

/** gastvrouw/gastheer, redactie en beheerder */
export function sayRoles(roles: readonly string[]): string {
  const words = roles.map(r => roleWords[r as Role] ?? r)
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} en ${words.at(-1)}`
}
