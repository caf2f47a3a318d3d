import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { tel } from '../paths'
import { Icon } from '../ui/Icon'
import { phone } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { wantHeading } from './arrival'
import { currentOf, menuLinks, useMenuLinks } from './links'
import { useLayout } from './site'

/**
 * The open menu: it stands in the place of the page. `close(true)` gives the focus back to the
 * button.
 */
export function Menu({ close }: { close(back: boolean): void }) {
  const { pathname } = useLocation()
  const site = useLayout()
  const links = useMenuLinks()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.querySelector('a')?.focus()
    const escape = (e: KeyboardEvent) => {
      if (e.key === 'Escape') close(true)
    }
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [close])
  const chosen = () => {
    wantHeading()
    close(false)
  }
  return (
    <main className="wrap" ref={box}>
      <h1 className="sr">Menu</h1>
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
    </main>
  )
}

/**
 * Without JavaScript the menu is this list above the footer; the browser that runs scripts never
 * shows it.
 */
export const PlainMenu = () => (
  <noscript>
    <nav id="menu" className="wrap plain-menu" aria-label="Menu">
      <ul>
        {menuLinks.map(l => (
          <li key={l.to}>
            <a href={l.to}>{l.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  </noscript>
)
