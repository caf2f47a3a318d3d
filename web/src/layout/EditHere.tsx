import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { matchPath, useLocation } from 'react-router-dom'
import type { Role } from '../auth/types'
import * as at from '../areaPaths'
import { PageLink } from '../ui/PageLink'
import { useSession } from './session'

interface Way { path: string; words: string; to(params: Record<string, string | undefined>): string; roles: readonly Role[] }

const editors: readonly Role[] = ['redactie', 'coordinator']
const page = (path: string, key: string): Way => ({ path, words: 'Bewerk deze pagina', to: () => at.page(key), roles: editors })

/** What one may do with a page of the site. A line is here when its screen is. */
const ways: readonly Way[] = [
  { path: '/news', words: 'Nieuw bericht', to: at.addNews, roles: editors },
  { path: '/newsdetails/:n', words: 'Bewerk dit bericht', to: p => at.editNews(p['n'] ?? ''), roles: editors },
  { path: '/requentlysaskedquestions', words: 'Bewerk de vragen', to: at.faq, roles: editors },
  { path: '/vrijwilligers', words: 'Bewerk de rollen', to: at.roles, roles: editors },
  page('/about', 'about'), page('/contact', 'contact'), page('/privacy', 'privacy'), page('/klachten', 'klachten'), page('/vrijwilligers', 'vrijwilligers'), page('/nieuwsbrief', 'nieuwsbrief'),
]

/** On a page for visitors, for who may change it: a line above the page that leads to where that is done. It comes with the code
 *  for people who are signed in, so that visitors carry nothing of it. */
export function EditHere() {
  const { pathname } = useLocation()
  const { user } = useSession(false)
  const mine = ways.flatMap(w => {
    const found = user && w.roles.some(r => user.roles.includes(r)) ? matchPath({ path: w.path, caseSensitive: true }, pathname) : null
    return found ? [{ words: w.words, to: w.to(found.params) }] : []
  })
  const host = usePlace(mine.length > 0)
  return host && createPortal(
    <nav className="wrap row" aria-label="Bewerken">{mine.map(w => <PageLink key={w.to} className="more" to={w.to}>{w.words}</PageLink>)}</nav>, host,
  )
}

/** A place in front of the main part. */
function usePlace(wanted: boolean) {
  const [host, set] = useState<HTMLElement>()
  useEffect(() => {
    if (!wanted) return
    const place = document.createElement('div')
    document.getElementById('inhoud')?.before(place)
    set(place)
    return () => {
      set(undefined)
      place.remove()
    }
  }, [wanted])
  return host
}
