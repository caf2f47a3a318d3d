import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import type { Auth, User } from '../auth/types'
import { Logo } from '../layout/Logo'
import { useSignOut } from '../layout/signOut'
import * as to from '../paths'
import { Icon } from '../ui/Icon'
import { PageLink } from '../ui/PageLink'
import { LeftOpen } from './LeftOpen'
import { Ended } from './SignInAgain'
import { UndoBar } from './UndoBar'

export interface Tab {
  path: string
  title: string
  icon: string
  /** Where the API says how many things wait there. */
  counts?: string | undefined
}

/** More do not fit beside each other on a phone; the start page lists every screen. */
const tabsThatFit = 4

/**
 * The frame of the staff area: a green bar with who is signed in, and tabs, in the place of the
 * header and the footer for visitors.
 */
export function Shell({
  auth,
  user,
  tabs,
  children,
}: {
  auth: Auth
  user: User
  tabs: readonly Tab[]
  children: ReactNode
}) {
  const host = useBarHost()
  return (
    <div className="staff">
      {host &&
        createPortal(
          <>
            <Bar user={user} />
            <Tabs auth={auth} of={tabs.slice(0, tabsThatFit)} />
          </>,
          host,
        )}
      <Ended auth={auth} user={user} />
      <LeftOpen user={user} />
      {children}
      <UndoBar />
    </div>
  )
}

/**
 * A place in front of the main part, where landmarks belong. While it is there, the frame for
 * visitors is not (staff.css).
 */
function useBarHost() {
  const [host, setHost] = useState<HTMLElement>()
  useLayoutEffect(() => {
    const place = document.createElement('div')
    place.className = 'staff'
    document.getElementById('inhoud')?.before(place)
    document.documentElement.classList.add('in-staff')
    setHost(place)
    return () => {
      document.documentElement.classList.remove('in-staff')
      place.remove()
    }
  }, [])
  return host
}

function Bar({ user }: { user: User }) {
  const { leave, busy, said } = useSignOut()
  return (
    <header className="sbar">
      <div className="wrap">
        <PageLink to={to.home()} className="head-logo">
          <Logo />
        </PageLink>
        <span className="row">
          {user.name && <span className="sbar-name">Dag {firstName(user)}</span>}
          <button
            className="as-link"
            type="button"
            aria-disabled={busy || undefined}
            onClick={leave}
          >
            Uitloggen
          </button>
        </span>
        <span role="status">{said}</span>
      </div>
    </header>
  )
}

/** Enough to see whose sign-in this is. */
const firstName = ({ name }: User) => name.split(' ', 1)[0]

function Tabs({ auth, of }: { auth: Auth; of: readonly Tab[] }) {
  const { pathname } = useLocation()
  if (of.length < 2) return null
  const here = of.findLast(t => pathname === t.path || pathname.startsWith(t.path + '/'))
  return (
    <nav className="snav" aria-label="Beheer">
      {of.map(t => (
        <PageLink
          key={t.path}
          to={t.path}
          aria-current={t !== here ? undefined : t.path === pathname ? 'page' : 'true'}
        >
          <Icon of={t.icon} />
          {t.title}
          <Waits auth={auth} at={t.counts} />
        </PageLink>
      ))}
    </nav>
  )
}

/**
 * How many things wait behind a tab; nothing when none does, or nobody knows. Asked at each screen
 * that is opened.
 */
function Waits({ auth, at }: { auth: Auth; at: string | undefined }) {
  const { pathname } = useLocation()
  const [open, set] = useState(0)
  useEffect(() => {
    if (!at) return
    let here = true
    void auth
      .fetch(at, { headers: { accept: 'application/json' } })
      .then(async a => {
        const counts = a.ok ? ((await a.json()) as { open?: number }) : {}
        if (here) set(counts.open ?? 0)
      })
      .catch(() => {})
    return () => {
      here = false
    }
  }, [auth, at, pathname])
  return (
    open > 0 && (
      <i>
        <span className="sr">, </span>
        {open}
        <span className="sr"> open</span>
      </i>
    )
  )
}
