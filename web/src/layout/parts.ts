// Parts of the frame that most visits do without: each has code of its own, fetched when it is
// first shown. On the server, and so in the HTML of a page that has one, they are always there.
export const parts = {
  gate: () => import('./StaffGate'),
  lost: () => import('./LostPages'),
  notices: () => import('./noticeParts'),
  signOut: () => import('./SignOutButton'),
}

export type Part = keyof typeof parts
export type Parts = { [P in Part]: Awaited<ReturnType<(typeof parts)[P]>> }
