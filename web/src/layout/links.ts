import * as to from '../paths'
import { useSignedIn } from './session'

export interface MenuLink {
  to: string
  label: string
  /** Addresses that belong under this entry. */
  under: RegExp
}

/** The menu, in the order of site.md section 2: the entries whose page exists. The top bar is the same list without Home. */
export const menuLinks: readonly MenuLink[] = [
  { to: to.home(), label: 'Home', under: /^\/(home)?$/ },
  { to: to.agenda(), label: 'Programma', under: /^\/agenda(details\/.*)?$/ },
  { to: to.about(), label: 'Over ons', under: /^\/about$/ },
]
const staffLink: MenuLink = { to: to.staff(), label: 'Beheer', under: /^\/beheer(\/.*)?$/ }
const staffLinks = [...menuLinks, staffLink]

/** The menu of whoever looks: staff have one entry more. */
export const useMenuLinks = () => (useSignedIn() ? staffLinks : menuLinks)

/** aria-current of a menu entry: "page" on its own page, "true" on a page below it. */
export function currentOf(link: MenuLink, pathname: string): 'page' | 'true' | undefined {
  if (!link.under.test(pathname)) return undefined
  return pathname === link.to || pathname === '/home' ? 'page' : 'true'
}
