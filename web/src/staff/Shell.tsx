import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from '../router'
import type { Auth, User } from '../auth/types'
import { Logo } from '../layout/Logo'
import { useSignOut } from '../layout/signOut'
import * as to from '../paths'
import { barOf, moreOf, type Place } from '../screens'
import { Icon } from '../ui/Icon'
import { circleCheck } from '../ui/noticeIcons'
import { PageLink } from '../ui/PageLink'
import { bookOpen, calendar, inbox, menu, messageCircle, newspaper, phoneCall, sun } from './icons'
import { LeftOpen } from './LeftOpen'
import { Ended } from './SignInAgain'
import { ResultBar } from './ResultBar'
import { useFocusKept } from './useFocusKept'
import { useWaits, WaitingToday } from './waiting'
import { useWay } from './way'

/**
 * The frame of the staff area, in the place of the header and the footer for visitors: a green line
 * with who is signed in, and the bar with the places of this person, at the bottom of a phone and
 * at the top of a wide screen.
 */
export function Shell({ auth, user, children }: { auth: Auth; user: User; children: ReactNode }) {
  const host = useBarHost()
  useFocusKept()
  const places = barOf(user.roles)
  const { search } = useLocation()
  // who practises asks the server nothing
  const practice = new URLSearchParams(search).has('oefenen')
  const numbers = !practice && [...places, ...moreOf(user.roles)].some(p => p.waits)
  return (
    <WaitingToday auth={auth} wanted={numbers}>
      <div className="staff">
        {host &&
          createPortal(
            <>
              <Who user={user} />
              {places.length > 0 && <Bar places={places} />}
            </>,
            host,
          )}
        <Ended auth={auth} user={user} />
        <LeftOpen user={user} />
        <ResultBar auth={auth} practice={practice} />
        {children}
      </div>
    </WaitingToday>
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

function Who({ user }: { user: User }) {
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

const icons = {
  sun,
  phoneCall,
  calendar,
  inbox,
  bookOpen,
  newspaper,
  messageCircle,
  circleCheck,
  menu,
}

function Bar({ places }: { places: readonly Place[] }) {
  const { pathname } = useLocation()
  const way = useWay()
  const own = places
    .filter(p => pathname === p.path || pathname.startsWith(p.path + '/'))
    .sort((a, b) => b.path.length - a.path.length)[0]
  // a screen that is no place itself: the one that somebody came from stays lit
  const here =
    own && (own.path === pathname || own.path !== to.staff())
      ? own
      : (places.find(p => way.some(w => w.path === p.path)) ?? own)
  return (
    <nav className="snav" aria-label="Beheer">
      {places.map(p => (
        <PageLink
          key={p.path}
          to={p.path}
          aria-current={p !== here ? undefined : p.path === pathname ? 'page' : 'true'}
        >
          <Icon of={icons[p.icon]} />
          {p.name}
          <Waits at={p.waits} />
        </PageLink>
      ))}
    </nav>
  )
}

/** How many things wait at a place today. */
function Waits({ at }: { at: string | undefined }) {
  const n = useWaits(at)
  return (
    n > 0 && (
      <i>
        {n}
        <span className="sr"> open</span>
      </i>
    )
  )
}
