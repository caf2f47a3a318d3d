import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from '../router'
import type { Role } from '../auth/types'
import { paramsOf } from '../match'
import { useStore } from '../page'
import { at } from '../screens'
import { PageLink } from '../ui/PageLink'
import { useSession } from './session'

type Params = Record<string, string | undefined>

/** `leads`: whoever leads this activity may too. */
interface Way {
  path: string
  words: string
  to(params: Params): string
  roles: readonly Role[]
  leads?: true
}

const editors: readonly Role[] = ['redactie', 'coordinator']
const keepers: readonly Role[] = ['coordinator', 'beheerder']
const page = (path: string, key: string): Way => ({
  path,
  words: 'Bewerk deze pagina',
  to: () => at('page', key),
  roles: editors,
})

/** What one may do with a page of the site. A line is here when its screen is. */
const ways: readonly Way[] = [
  {
    path: '/',
    words: 'Bewerk melding',
    to: () => at('announcement'),
    roles: [...editors, 'beheerder'],
  },
  {
    path: '/',
    words: 'Andere openingstijden',
    to: () => at('settingsBlock', 'hours'),
    roles: keepers,
  },
  {
    path: '/agenda',
    words: 'Bewerk het programma',
    to: () => at('programme'),
    roles: ['begeleider', 'coordinator'],
  },
  {
    path: '/agenda',
    words: 'Nieuwe activiteit',
    to: () => at('activity', 'new'),
    roles: ['begeleider', 'coordinator'],
  },
  {
    path: '/agendadetails/:a/:o',
    words: 'Bewerk deze activiteit',
    to: p => at('activity', p['a'] ?? ''),
    roles: ['coordinator'],
    leads: true,
  },
  { path: '/stories', words: 'Bewerk de verhalen', to: () => at('stories'), roles: editors },
  { path: '/stories', words: 'Nieuw verhaal', to: () => at('newStory'), roles: editors },
  {
    path: '/storydetails/:s',
    words: 'Bewerk dit verhaal',
    to: p => at('story', p['s'] ?? ''),
    roles: editors,
  },
  { path: '/impact', words: 'Bewerk de cijfers', to: () => at('impact'), roles: editors },
  { path: '/news', words: 'Nieuw bericht', to: () => at('newNewsItem'), roles: editors },
  {
    path: '/newsdetails/:n',
    words: 'Bewerk dit bericht',
    to: p => at('newsItem', p['n'] ?? ''),
    roles: editors,
  },
  {
    path: '/requentlysaskedquestions',
    words: 'Bewerk de vragen',
    to: () => at('faq'),
    roles: editors,
  },
  { path: '/contact', words: 'Open het postvak', to: () => at('inbox'), roles: editors },
  { path: '/vrijwilligers', words: 'Bewerk de rollen', to: () => at('roles'), roles: editors },
  page('/about', 'about'),
  page('/contact', 'contact'),
  page('/privacy', 'privacy'),
  page('/klachten', 'klachten'),
  page('/verwijzers', 'verwijzers'),
  page('/vrijwilligers', 'vrijwilligers'),
  page('/nieuwsbrief', 'nieuwsbrief'),
]

/**
 * On a page for visitors, for who may change it: a line above the page that leads to where that is
 * done. It comes with the code for people who are signed in, so that visitors carry nothing of it.
 */
export function EditHere() {
  const { pathname } = useLocation()
  const { user } = useSession(false)
  const here = ways.flatMap(w => {
    const params = paramsOf(w.path, pathname)
    return params ? [{ ...w, params }] : []
  })
  const has = (...roles: readonly Role[]) =>
    user !== null && roles.some(r => user.roles.includes(r))
  const leads = useLeads(
    has('begeleider') ? here.find(w => w.leads && !has(...w.roles))?.params['a'] : undefined,
  )
  const mine = here
    .filter(w => has(...w.roles) || (w.leads && leads))
    .map(w => ({ words: w.words, to: w.to(w.params) }))
  const host = usePlace(mine.length > 0)
  return (
    host &&
    createPortal(
      <nav className="wrap row" aria-label="Bewerken">
        {mine.map(w => (
          <PageLink key={w.to} className="more" to={w.to}>
            {w.words}
          </PageLink>
        ))}
      </nav>,
      host,
    )
  )
}

/** Whether this person leads the activity: a begeleider changes no other. */
function useLeads(activity: string | undefined): boolean {
  const { session } = useStore()
  const [led, set] = useState<string>()
  useEffect(() => {
    if (!activity) return
    let gone = false
    const read = async () => {
      const answer = await (
        await session.open()
      ).fetch('/api/activity-options', { headers: { accept: 'application/json' } })
      const { own } = (await answer.json()) as { own?: readonly string[] }
      if (!gone && own?.includes(activity)) set(activity)
    }
    read().catch(() => undefined) // then the line is not there; the programme of Beheer has it too
    return () => {
      gone = true
    }
  }, [session, activity])
  return activity !== undefined && led === activity
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
