// The staff area: its site map, its look, and its own code. It comes after the gate, so nobody else ever loads it.
import './styles/staff.css'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { sayAuth } from './auth/messages'
import type { Role } from './auth/types'
import AccountsPage from './features/accounts/staff/AccountsPage'
import StartPage from './features/accounts/staff/StartPage'
import StatusPage from './features/status/staff/StatusPage'
import { useHead } from './head'
import { useArrival } from './layout/arrival'
import { Lost } from './layout/LostPages'
import { useSignOut } from './layout/signOut'
import type { ScreenLink, ScreenProps, StaffProps } from './page'
import * as to from './paths'
import { PageLink } from './ui/PageLink'
import { PressButton } from './ui/PressButton'

interface Screen extends ScreenLink {
  /** Who may open it (identity.md 15); left out: every role. */
  roles?: readonly Role[]
  Show: ComponentType<ScreenProps>
}

/** One line a screen. Its path also stands in the site map, for the server. */
const screens: readonly Screen[] = [
  { path: to.staff(), title: 'Beheer', about: '', Show: StartPage },
  { path: to.accounts(), title: 'Accounts', about: 'Wie is er ingelogd, en waar?', roles: ['beheerder'], Show: AccountsPage },
  { path: to.status(), title: 'Status', about: 'Werkt alles? En wat moet er gebeuren?', roles: ['coordinator', 'beheerder'], Show: StatusPage },
]

/** With this few screens the start page lists them: a bar of tabs comes when there are three to choose from. */
export default function Staff({ auth, user }: StaffProps) {
  const { pathname } = useLocation()
  const open = screens.filter(s => !s.roles || s.roles.some(r => user.roles.includes(r)))
  const screen = screens.find(s => s.path === pathname)
  useHead({ title: `${screen?.title ?? 'Niet gevonden'} – Herstelruimte`, robots: 'noindex', neutral: true })
  useArrival()
  if (user.roles.length === 0) return <div className="staff"><NoRole /></div>
  if (!screen) return <Lost page={undefined} loaded={{ status: 404, data: null }} />
  const links = open.filter(s => s !== screen)
  return (
    <div className="staff">
      {open.includes(screen) ? <screen.Show key={user.uid} auth={auth} user={user} screens={links} /> : <NoRights title={screen.title} />}
    </div>
  )
}

/** Signed in, with an account that may do nothing yet. */
function NoRole() {
  const { leave, busy, said } = useSignOut()
  return (
    <div className="wrap page stack">
      <h1>Beheer</h1>
      <p>{sayAuth('auth/no-role')}</p>
      <p><PressButton press={leave} busy={busy}>Uitloggen</PressButton></p>
      <p role="status">{said}</p>
    </div>
  )
}

const NoRights = ({ title }: { title: string }) => (
  <div className="wrap page stack">
    <h1>{title}</h1>
    <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>
    <p><PageLink to={to.staff()}>Terug naar Beheer</PageLink></p>
  </div>
)
