import { use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from '../router'
import type { User } from '../auth/types'
import { useHead } from '../head'
import { useStore } from '../page'
import type { Page } from '../pages'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { useArrival } from './arrival'
import { Failed, lostHead } from './Failed'
import { Lost } from './LostPages'
import { StaffLoading } from './StaffLoading'
import { useSession, useSignedIn } from './session'
import { unsaved } from './unsaved'

/**
 * In front of every staff page. An address of the area without a screen is not found: the server
 * says so of the first page, and the area itself of the ones after it.
 */
export function StaffGate({ page }: { page: Page }) {
  const { first } = useStore()
  const { pathname, search } = useLocation()
  const lost = first?.status === 404 && first.url === pathname + search
  return lost ? <NotHere /> : <Entrance page={page} />
}

function NotHere() {
  useHead(lostHead(undefined, 404))
  useArrival()
  return <Lost page={undefined} loaded={{ status: 404, data: null }} />
}

/**
 * The server and visitors see the notice, and so does who signed out; who was signed out by
 * something else is led to the sign-in page, which says so, and back here. A screen with text that
 * is not saved stays: it asks for the sign-in itself.
 */
function Entrance({ page }: { page: Page }) {
  const { session } = useStore()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const { is, user, why } = useSession(signedIn)
  const last = useRef(user)
  if (user) last.current = user
  const ended = why !== undefined && !user
  const stays = ended && last.current && unsaved.any()
  const over = ended && !stays
  useEffect(() => {
    // a new text got an address that the router was not told
    if (over) void navigate(to.login(location.pathname + location.search), { replace: true })
  }, [over, navigate])
  if (stays) return <Inside page={page} user={last.current!} />
  if (over) return <StaffLoading />
  if (!signedIn) return <StaffNotice page={page} />
  if (is === 'failed')
    return <Missed page={page} retry={() => void session.open().catch(() => undefined)} />
  if (!user) return is === 'known' ? <StaffNotice page={page} /> : <StaffLoading />
  return <Inside page={page} user={user} />
}

/** The own address, to come back to. */
function useHere() {
  const { pathname, search } = useLocation()
  return pathname + search
}

function Inside({ page, user }: { page: Page; user: User }) {
  const store = useStore()
  const at = useLocation()
  const [, again] = useState(0)
  const area = use(store.staff())
  const auth = use(store.session.open())
  if (!area) {
    const retry = () => {
      store.retry(page, at)
      again(n => n + 1)
    }
    return <Missed page={page} retry={retry} />
  }
  return <area.default auth={auth} user={user} />
}

const useStaffHead = (page: Page) =>
  useHead({
    // beside the pages of people who signed up: the tab says what theirs says
    title: page.prefix ? 'Je aanmelding' : 'Voor medewerkers – Herstelruimte',
    robots: 'noindex',
    neutral: true,
  })

/** A page of the gate itself: it has arrived, so its heading takes the focus. */
function Said({ page, title, children }: { page: Page; title: string; children: ReactNode }) {
  useStaffHead(page)
  useArrival()
  return (
    <div className="wrap page stack-l">
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/**
 * On the server and without JavaScript the link leads to the sign-in page as it is; with it, also
 * back here.
 */
function StaffNotice({ page }: { page: Page }) {
  const here = useHere()
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return (
    <Said page={page} title="Deze pagina is voor medewerkers.">
      <p className="lead">
        Werk je bij ons, als vrijwilliger of in dienst, en heb je een account? Log dan in. Als
        bezoeker heb je geen account nodig.
      </p>
      <p>
        <PageLink className="btn" to={to.login(alive ? here : undefined)}>
          Inloggen
        </PageLink>
      </p>
    </Said>
  )
}

function Missed({ page, retry }: { page: Page; retry(): void }) {
  useStaffHead(page)
  useArrival()
  return <Failed retry={retry} />
}
