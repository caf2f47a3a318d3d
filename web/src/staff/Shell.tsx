import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import type { User } from '../auth/types'
import { Logo } from '../layout/Logo'
import { useSignOut } from '../layout/signOut'
import * as to from '../paths'
import { Icon } from '../ui/Icon'
import { PageLink } from '../ui/PageLink'
import { UndoBar } from './UndoBar'

export interface Tab { path: string; title: string; icon: string }

/** More do not fit beside each other on a phone; the start page lists every screen. */
const tabsThatFit = 4

/** The frame of the staff area: a green bar with who is signed in, and tabs, in the place of the header and the footer for visitors. */
export function Shell({ user, tabs, children }: { user: User; tabs: readonly Tab[]; children: ReactNode }) {
  const host = useBarHost()
  return (
    <div className="staff">
      {host && createPortal(<><Bar user={user} /><Tabs of={tabs.slice(0, tabsThatFit)} /></>, host)}
      {children}
      <UndoBar />
    </div>
  )
}

/** A place in front of the main part, where landmarks belong. While it is there, the frame for visitors is not (staff.css). */
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
        <PageLink to={to.home()} className="head-logo"><Logo /></PageLink>
        <span className="row">
          {user.name && <span className="sbar-name">Dag {user.name}</span>}
          <button className="as-link" type="button" aria-disabled={busy || undefined} onClick={leave}>Uitloggen</button>
        </span>
        <span role="status">{said}</span>
      </div>
    </header>
  )
}

function Tabs({ of }: { of: readonly Tab[] }) {
  const { pathname } = useLocation()
  if (of.length < 2) return null
  const here = of.findLast(t => pathname === t.path || pathname.startsWith(t.path + '/'))
  return (
    <nav className="snav" aria-label="Beheer">
      {of.map(t => <PageLink key={t.path} to={t.path} aria-current={t !== here ? undefined : t.path === pathname ? 'page' : 'true'}><Icon of={t.icon} />{t.title}</PageLink>)}
    </nav>
  )
}
