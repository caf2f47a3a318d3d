// The staff area: its look and its own code. It comes after the gate, so nobody else ever loads it.
// Each screen of screens.ts has code of its own, fetched when it is opened.
import './styles/staff.css'
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate } from './router'
import { sayAuth } from './auth/messages'
import { useHead } from './head'
import { useArrival } from './layout/arrival'
import { Failed } from './layout/Failed'
import { Lost } from './layout/LostPages'
import { useSignOut } from './layout/signOut'
import { paramsOf } from './match'
import type { ScreenProps, StaffProps } from './page'
import type { Screen } from './screen'
import { at, firstOf, mayOpen, screens } from './screens'
import { Shell } from './staff/Shell'
import { Ended } from './staff/SignInAgain'
import { NoRights, Waiting } from './staff/States'
import { useNoteWay } from './staff/way'
import { PressButton } from './ui/PressButton'

type Screens = ComponentType<ScreenProps>

const modules = import.meta.glob<{ default: Screens }>([
  './features/*/staff/*Page.tsx',
  './features/*/staff/*/*Page.tsx',
  './staff/editor/PreviewPage.tsx',
])
const load = (screen: Screen) =>
  modules[
    screen.module === 'PreviewPage'
      ? './staff/editor/PreviewPage.tsx'
      : `./features/${screen.module}.tsx`
  ]!()

/** What lies on this device of an evening; without its code nothing is asked or sent. */
const Leaving = lazy(() =>
  import('./features/agenda/staff/today/Leaving').catch(() => ({ default: () => null })),
)
const atTheDoor = screens.find(s => s.path === at('today'))!

/** What stands on the first screen of a phone is the evening: nothing there names the house. */
function useManifest() {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    if (!link) return
    const was = link.href
    link.href = '/vandaag.webmanifest'
    return () => {
      link.href = was
    }
  }, [])
}

/** The screen of an address, with its params. */
export function screenAt(pathname: string) {
  for (const screen of screens) {
    const params = paramsOf(screen.path, pathname)
    const last = pathname.slice(pathname.lastIndexOf('/') + 1)
    if (params && last.startsWith(screen.prefix ?? '')) return { screen, params }
  }
  return undefined
}

/** Signing in led here and nobody asked for a place: see startPage in auth/returnTo.ts. */
const comesIn = (search: string) => new URLSearchParams(search).has('eerst')

export default function Staff({ auth, user }: StaffProps) {
  const { pathname, search } = useLocation()
  const found = screenAt(pathname)
  useHead({
    title: `${found?.screen.title ?? 'Niet gevonden'} – Herstelruimte`,
    robots: 'noindex',
    neutral: true,
  })
  useNoteWay(found?.screen.title ?? '')
  useManifest()
  if (comesIn(search)) return <Onward to={firstOf(user.roles)} />
  if (user.roles.length === 0)
    return (
      <Shell auth={auth} user={user}>
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
  const content = mayOpen(screen, user.roles) ? (
    <Suspense key={pathname} fallback={<Coming title={screen.title} />}>
      <Arrived>
        <Show key={user.uid} auth={auth} user={user} params={params} />
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
    <Shell auth={auth} user={user}>
      {content}
      {mayOpen(atTheDoor, user.roles) && (
        <Suspense fallback={null}>
          <Leaving auth={auth} user={user} />
        </Suspense>
      )}
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

/** The router's own part for this would weigh on the pages of visitors. */
function Onward({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}

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
