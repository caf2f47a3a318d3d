import './layout.css'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from '../router'
import { match } from '../match'
import { useScrollMemory } from './arrival'
import { AnnouncementText } from './AnnouncementText'
import { Footer } from './Footer'
import { FrameExtras } from './FrameExtras'
import { Header } from './Header'
import { Menu } from './Menu'
import { Banner, Strip } from './Notices'
import { Offline } from './Offline'
import { PrintFoot } from './PrintFoot'
import { QuickExit } from './QuickExit'
import { useSession, useSignedIn } from './session'

/**
 * What stands around a page: the frame of the site, or nothing around the pages that a sign-in
 * passes through.
 */
export function Layout({ children }: { children: ReactNode }) {
  const page = match(useLocation().pathname)?.page
  const exit = page?.exit ?? page?.quiet !== undefined
  return (
    <>
      <FrameExtras page={page} exit={exit} />
      {page?.plain ? (
        <main id="inhoud" tabIndex={-1}>
          {children}
        </main>
      ) : (
        <Frame exit={exit}>{children}</Frame>
      )}
    </>
  )
}

/** The open menu replaces page and footer; "Snel weg" and the header stay. */
function Frame({ exit, children }: { exit: boolean; children: ReactNode }) {
  const menu = useMenu()
  const { open } = menu
  useScrollMemory()
  // on every page, so that all tabs follow a sign-out and none lets the session run out
  useSession(useSignedIn())
  return (
    <>
      <a className="skip" href="#inhoud" hidden={open}>
        Naar de inhoud
      </a>
      {exit && <QuickExit />}
      <Offline />
      <div id="menu" className={menu.alive ? (open ? 'menu' : undefined) : 'menu-early'}>
        <Header {...menu} />
        <Menu open={open} close={menu.close} />
      </div>
      {!open && <AnnouncementText />}
      <main id="inhoud" tabIndex={-1} hidden={open} inert={open}>
        {children}
      </main>
      {!open && <Strip />}
      <Footer hidden={open} />
      <Banner />
      <PrintFoot />
    </>
  )
}

/**
 * Whether the menu is open. Until scripts run its list shows by `:target`; what was opened that way
 * stays open, and the address is clean again.
 */
function useMenu() {
  const { key } = useLocation()
  // of which page: another page begins with a closed menu; nothing until scripts run
  const [at, setAt] = useState<string | false>()
  const button = useRef<HTMLAnchorElement>(null)
  const open = at === key
  useEffect(() => {
    const early = location.hash === '#menu'
    if (early) history.replaceState(history.state, '', location.pathname + location.search)
    setAt(was => (early ? key : (was ?? false)))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when scripts begin to run
  }, [])
  const close = useCallback((back: boolean) => {
    setAt(false)
    if (back) button.current?.focus()
  }, [])
  return {
    open,
    alive: at !== undefined,
    close,
    toggle: () => (open ? close(true) : setAt(key)),
    button,
  }
}
