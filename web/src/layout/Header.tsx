import type { MouseEvent, KeyboardEvent, Ref } from 'react'
import { useLocation } from '../router'
import * as to from '../paths'
import { Icon } from '../ui/Icon'
import { cross, menu as bars } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { currentOf, useMenuLinks } from './links'
import { Logo } from './Logo'
import { useLayout } from './site'

interface Props {
  open: boolean
  /** Scripts run. */
  alive: boolean
  toggle(): void
  button: Ref<HTMLAnchorElement>
}

export function Header({ open, ...menu }: Props) {
  const { pathname } = useLocation()
  const { sample } = useLayout()
  const links = useMenuLinks()
  return (
    <header className="head">
      <div className="wrap head-in">
        <PageLink to={to.home()} className="head-logo">
          <Logo />
        </PageLink>
        {!open && (
          <nav className="topbar" aria-label="Hoofdmenu">
            <ul>
              {links.slice(1).map(l => (
                <li key={l.to}>
                  <PageLink to={l.to} aria-current={currentOf(l, pathname)}>
                    {l.label}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <MenuButton open={open} {...menu} />
      </div>
      {sample && (
        <p className="sample">
          <span className="wrap">Voorbeeldgegevens</span>
        </p>
      )}
    </header>
  )
}

/**
 * A link to the list of the menu until scripts run, and without them; then the same element is a
 * button, so that who stands on it stays there.
 */
function MenuButton({ open, alive, toggle, button }: Props) {
  const press = (e: MouseEvent | KeyboardEvent) => {
    e.preventDefault()
    toggle()
  }
  return (
    <>
      <a
        ref={button}
        className="menu-btn"
        href="#menu"
        role={alive ? 'button' : undefined}
        aria-expanded={alive ? open : undefined}
        onClick={press}
        onKeyDown={e => e.key === ' ' && press(e)}
      >
        <Icon of={open ? cross : bars} />
        {open ? 'Sluit menu' : 'Menu'}
      </a>
      {!alive && (
        <a className="menu-btn menu-shut" href="#">
          <Icon of={cross} />
          Sluit menu
        </a>
      )}
    </>
  )
}
