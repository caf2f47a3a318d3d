import * as to from '../paths'
import { useSignedIn } from './session'

export interface MenuLink {
  to: string
  label: string
  /** Addresses that belong under this entry. */
  under: RegExp
}

/** The menu, in its order. The top bar is the same list without Home. */
export const menuLinks: readonly MenuLink[] = [
  { to: to.home(), label: 'Home', under: /^\/(home)?$/ },
  { to: to.agenda(), label: 'Programma', under: /^\/agenda(details\/.*)?$/ },
  { to: to.stories(), label: 'Herstelverhalen', under: /^\/(stories|storydetails\/.*)$/ },
  { to: to.news(), label: 'Nieuws', under: /^\/(news|newsdetails\/.*)$/ },
  { to: to.faq(), label: 'Veelgestelde vragen', under: /^\/requentlysaskedquestions$/ },
  { to: to.impact(), label: 'Impact', under: /^\/impact$/ },
  { to: to.about(), label: 'Over ons', under: /^\/about$/ },
  { to: to.contact(), label: 'Contact', under: /^\/contact$/ },
]

/**
 * "Snelle links" of the footer: the menu without Impact, with its own spelling of the questions.
 */
export const quickLinks = menuLinks
  .filter(l => l.to !== to.impact())
  .map(l => ({ to: l.to, label: l.to === to.faq() ? 'Veel gestelde vragen' : l.label }))

const staffLink: MenuLink = { to: to.staff(), label: 'Beheer', under: /^\/beheer(\/.*)?$/ }
const staffLinks = [...menuLinks, staffLink]

/** The menu of whoever looks: staff have one entry more. */
export const useMenuLinks = () => (useSignedIn() ? staffLinks : menuLinks)

/** aria-current of a menu entry: "page" on its own page, "true" on a page below it. */
export function currentOf(link: MenuLink, pathname: string): 'page' | 'true' | undefined {
  if (!link.under.test(pathname)) return undefined
  return pathname === link.to || pathname === '/home' ? 'page' : 'true'
}
