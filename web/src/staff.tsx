// The staff area: its look and its own code. It comes after the gate, so nobody else ever loads it.
// Each screen of screens.ts has code of its own, fetched when it is opened.
import './styles/staff.css'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { sayAuth } from './auth/messages'
import type { Role } from './auth/types'
import { useHead } from './head'
import { useArrival } from './layout/arrival'
import { Failed } from './layout/Failed'
import { Lost } from './layout/LostPages'
import { useSignOut } from './layout/signOut'
import type { ScreenProps, StaffProps } from './page'
import { at, screens, type Screen } from './screens'
import { calendar, house, inbox, newspaper } from './staff/icons'
import { Shell } from './staff/Shell'
import { Ended } from './staff/SignInAgain'
import { Waiting } from './staff/States'
import { PageLink } from './ui/PageLink'
import { PressButton } from './ui/PressButton'

type Screens = ComponentType<ScreenProps>

const modules = import.meta.glob<{ default: Screens }>([
  './features/*/staff/*Page.tsx',
  './staff/editor/PreviewPage.tsx',
])
const load = (screen: Screen) =>
  modules[
    screen.module === 'PreviewPage'
      ? './staff/editor/PreviewPage.tsx'
      : `./features/${screen.module}.tsx`
  ]!()

const tabIcons = { calendar, house, inbox, newspaper }

const mayOpen = (s: Screen, roles: readonly Role[]) =>
  !s.roles || s.roles.some(r => roles.includes(r))

/** The screen of an address, with its params. */
export function screenAt(pathname: string) {
  for (const screen of screens) {
    const found = matchPath({ path: screen.path, caseSensitive: true }, pathname)
    if (found) return { screen, params: found.params as Record<string, string> }
  }
  return undefined
}

export default function Staff({ auth, user }: StaffProps) {
  const { pathname } = useLocation()
  const found = screenAt(pathname)
  useHead({
    title: `${found?.screen.title ?? 'Niet gevonden'} – Herstelruimte`,
    robots: 'noindex',
    neutral: true,
  })
  const open = screens.filter(s => mayOpen(s, user.roles))
  if (user.roles.length === 0)
    return (
      <Shell auth={auth} user={user} tabs={[]}>
        <Arrived>
          <NoRole />
        </Arrived>
      </Shell>
    )
  if (!found)
    return (
      <Arrived>
        <Lost page={undefined} loaded={{ status: 404, data: null }} />
      </Arrived>
    )
  const { screen, params } = found
  const Show = codeOf(screen)
  const menu = open.flatMap(({ path, title, about, group, counts }) =>
    about && group ? [{ path, title, about, group, counts }] : [],
  )
  const content = open.includes(screen) ? (
    <Suspense key={pathname} fallback={<Coming title={screen.title} />}>
      <Arrived>
        <Show key={user.uid} auth={auth} user={user} screens={menu} params={params} />
      </Arrived>
    </Suspense>
  ) : (
    <Arrived>
      <NoRights title={screen.title} />
    </Arrived>
  )
  return screen.public ? (
    <>
      <Ended auth={auth} user={user} />
      {content}
    </>
  ) : (
    <Shell
      auth={auth}
      user={user}
      tabs={open
        .filter(s => s.tab !== undefined)
        .map(s => ({ path: s.path, title: s.title, icon: tabIcons[s.tab!], counts: s.counts }))}
    >
      {content}
    </Shell>
  )
}

const code = new Map<Screen, Screens>()

/**
 * Fetched once, at the second try when the first failed. What could not be fetched is asked for
 * again the next time.
 */
function codeOf(screen: Screen): Screens {
  const known = code.get(screen)
  if (known) return known
  const fetched = lazy(() =>
    load(screen)
      .catch(() => load(screen))
      .catch(() => {
        code.delete(screen)
        return { default: Unfetched }
      }),
  )
  code.set(screen, fetched)
  return fetched
}

const Unfetched = () => <Failed retry={() => location.reload()} />

/** Inside the boundary, so that the heading that takes the focus is there. */
function Arrived({ children }: { children: ReactNode }) {
  useArrival()
  return children
}

const Coming = ({ title }: { title: string }) => (
  <div className="wrap page stack">
    <p className="h1" aria-hidden="true">
      {title}
    </p>
    <Waiting words="Even geduld, het scherm wordt geladen." />
  </div>
)

/** Signed in, with an account that may do nothing yet. */
function NoRole() {
  const { leave, busy, said } = useSignOut()
  return (
    <div className="wrap page stack">
      <h1>Beheer</h1>
      <p>{sayAuth('auth/no-role')}</p>
      <p>
        <PressButton press={leave} busy={busy}>
          Uitloggen
        </PressButton>
      </p>
      <p role="status">{said}</p>
    </div>
  )
}

const NoRights = ({ title }: { title: string }) => (
  <div className="wrap page stack">
    <h1>{title}</h1>
    <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>
    <p>
      <PageLink to={at('start')}>Terug naar Beheer</PageLink>
    </p>
  </div>
)
