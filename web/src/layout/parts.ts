// Parts of the frame that most visits do without: each has code of its own, fetched when it is
// first shown. On the server, and so in the HTML of a page that has one, they are always there.
import type { Part, Parts } from '../page'

export const parts: { [P in Part]: () => Promise<Parts[P]> } = {
  gate: () => import('./StaffGate'),
  lost: () => import('./LostPages'),
  signOut: () => import('./SignOutButton'),
}
