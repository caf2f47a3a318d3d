import { useEffect, useRef } from 'react'
import { useLocation } from '../router'
import { tel } from '../paths'
import { Icon } from '../ui/Icon'
import { phone } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { wantHeading } from './arrival'
import { currentOf, useMenuLinks } from './links'
import { useLayout } from './site'

interface Props {
  open: boolean
  close(back: boolean): void
}

/**
 * The list of the menu, in every page from its first byte; open, it stands in the place of the
 * page. `close(true)` gives the focus back to the button.
 */
export function Menu({ open, close }: Props) {
  const { pathname } = useLocation()
  const site = useLayout()
  const links = useMenuLinks()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    // who opened it before the scripts came may be at one of its links already
    if (!box.current!.contains(document.activeElement)) box.current!.querySelector('a')!.focus()
    const escape = (e: KeyboardEvent) => {
      if (e.key === 'Escape') close(true)
    }
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [open, close])
  const chosen = () => {
    wantHeading()
    close(false)
  }
  return (
    <div className="wrap menu-list" role={open ? 'main' : undefined} ref={box}>
      {open && <h1 className="sr">Menu</h1>}
      <nav aria-label="Menu">
        <ul>
          {links.map(l => (
            <li key={l.to}>
              <PageLink to={l.to} aria-current={currentOf(l, pathname)} onClick={chosen}>
                {l.label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {site.phone && (
        <p>
          <a className="more" href={tel(site.phone)}>
            <Icon of={phone} />
            Bel ons: {site.phone}
          </a>
        </p>
      )}
    </div>
  )
}
