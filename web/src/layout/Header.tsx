import { useEffect, useState, type Ref } from 'react'
import { useLocation } from 'react-router-dom'
import * as to from '../paths'
import { Icon } from '../ui/Icon'
import { cross, menu as bars } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { currentOf, useMenuLinks } from './links'
import { Logo } from './Logo'
import { useLayout } from './site'

interface Props {
  open: boolean
  toggle(): void
  button: Ref<HTMLButtonElement>
}

export function Header({ open, toggle, button }: Props) {
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
        <MenuButton open={open} toggle={toggle} button={button} />
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
 * On the server and without JavaScript a link to the plain list above the footer; once the page
 * runs, a button.
 */
function MenuButton({ open, toggle, button }: Props) {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  const words = (
    <>
      <Icon of={open ? cross : bars} />
      {open ? 'Sluit menu' : 'Menu'}
    </>
  )
  if (!alive)
    return (
      <a className="menu-btn" href="#menu">
        {words}
      </a>
    )
  return (
    <button ref={button} className="menu-btn" type="button" aria-expanded={open} onClick={toggle}>
      {words}
    </button>
  )
}
