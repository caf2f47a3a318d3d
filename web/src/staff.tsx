// The staff area: its site map, its look, and its own code. It comes after the gate, so nobody else
// ever loads it. Each screen has code of its own, fetched when it is opened.
import './styles/staff.css'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { sayAuth } from './auth/messages'
import type { Role } from './auth/types'
import { useHead } from './head'
import { useArrival } from './layout/arrival'
import { Failed } from './layout/Failed'
import { Lost } from './layout/LostPages'
import { useSignOut } from './layout/signOut'
import type { ScreenProps, StaffProps } from './page'
import { calendar, house, inbox, newspaper } from './staff/icons'
import { Shell } from './staff/Shell'
import { Ended } from './staff/SignInAgain'
import { Waiting } from './staff/States'
import * as at from './areaPaths'
import { PageLink } from './ui/PageLink'
import { PressButton } from './ui/PressButton'

type Screens = ComponentType<ScreenProps>

/** Whoever may look at the library; the beheerder only looks. */
const library = ['begeleider', 'redactie', 'coordinator', 'beheerder'] as const

interface Screen {
  /**
   * Its params (`:id`) reach the screen. Every address also stands in areaPages.ts, for the server.
   */
  path: string
  title: string
  /** Who may open it (identity.md 15); left out: every role. */
  roles?: readonly Role[]
  /**
   * One sentence for the start page, which lists the screens that have one under the name of their
   * group.
   */
  about?: string
  group?: 'Programma' | 'Teksten' | 'Mensen' | 'De site'
  /** The icon of its tab: for the few screens that are opened every day. */
  tab?: string
  /** Of its tab: where the API says how many things wait there. */
  counts?: string
  /** Stands in the frame that visitors have. */
  public?: true
  load(): Promise<{ default: Screens }>
}

/** Whoever writes what visitors read. */
const editors = ['redactie', 'coordinator'] as const
/** Whoever may look at the programme with its numbers. */
const planners = ['gastheer', 'begeleider', 'redactie', 'coordinator', 'beheerder'] as const
const readers = ['gastheer', 'begeleider', 'redactie', 'coordinator'] as const

/**
 * One line a screen. Those of one group stand together in the menu, and tabs are shown in this
 * order.
 */
export const screens: readonly Screen[] = [
  {
    path: at.start(),
    title: 'Beheer',
    tab: house,
    load: () => import('./features/accounts/staff/StartPage'),
  },
  {
    path: '/beheer/voorbeeld/:kind/:id',
    title: 'Voorbeeld',
    public: true,
    load: () => import('./staff/editor/PreviewPage'),
  },
  // programme
  {
    path: at.programme(),
    title: 'Programma',
    about: 'Activiteiten en hun datums.',
    group: 'Programma',
    tab: calendar,
    roles: planners,
    load: () => import('./features/agenda/staff/ProgrammePage'),
  },
  {
    path: '/editactivity/:a',
    title: 'Activiteit',
    roles: planners,
    load: () => import('./features/agenda/staff/EditPage'),
  },

  // stories, impact
  {
    path: at.stories(),
    title: 'Verhalen',
    about: 'Verhalen schrijven, laten goedkeuren en weghalen.',
    group: 'Teksten',
    roles: editors,
    load: () => import('./features/stories/staff/StoriesListPage'),
  },
  {
    path: at.addStory(),
    title: 'Nieuw verhaal',
    roles: editors,
    load: () => import('./features/stories/staff/StoryEditPage'),
  },
  {
    path: '/editstory/:s',
    title: 'Verhaal',
    roles: editors,
    load: () => import('./features/stories/staff/StoryEditPage'),
  },
  {
    path: at.impact(),
    title: 'Cijfers',
    about: 'De cijfers van elk jaar.',
    group: 'Teksten',
    roles: editors,
    load: () => import('./features/impact/staff/YearsListPage'),
  },
  {
    path: '/beheer/impact/:id',
    title: 'Cijfers van een jaar',
    roles: editors,
    load: () => import('./features/impact/staff/YearEditPage'),
  },

  // news, questions, roles, pages, announcement
  {
    path: at.news(),
    title: 'Nieuws',
    about: 'Berichten schrijven en veranderen.',
    group: 'Teksten',
    tab: newspaper,
    roles: readers,
    load: () => import('./features/news/staff/NewsListPage'),
  },
  {
    path: '/addnewsitem',
    title: 'Nieuw bericht',
    roles: readers,
    load: () => import('./features/news/staff/NewsEditPage'),
  },
  {
    path: '/editnews/:n',
    title: 'Bericht',
    roles: readers,
    load: () => import('./features/news/staff/NewsEditPage'),
  },
  {
    path: at.faq(),
    title: 'Vragen',
    about: 'De veelgestelde vragen, en hun volgorde.',
    group: 'Teksten',
    roles: readers,
    load: () => import('./features/faq/staff/FaqListPage'),
  },
  {
    path: '/beheer/vragen/:id',
    title: 'Vraag',
    roles: readers,
    load: () => import('./features/faq/staff/FaqEditPage'),
  },
  {
    path: at.roles(),
    title: 'Vrijwilligersrollen',
    about: 'Wat vrijwilligers bij ons kunnen doen.',
    group: 'Teksten',
    roles: editors,
    load: () => import('./features/volunteers/staff/RolesListPage'),
  },
  {
    path: '/beheer/rollen/:id',
    title: 'Rol',
    roles: editors,
    load: () => import('./features/volunteers/staff/RoleEditPage'),
  },
  {
    path: at.pages(),
    title: "Pagina's",
    about: "De teksten van de vaste pagina's.",
    group: 'Teksten',
    roles: readers,
    load: () => import('./features/content/staff/PagesListPage'),
  },
  {
    path: '/beheer/paginas/:key',
    title: 'Pagina',
    roles: readers,
    load: () => import('./features/content/staff/PageEditPage'),
  },
  {
    path: at.announcement(),
    title: 'Melding',
    about: 'Wat iedere bezoeker één keer te zien krijgt.',
    group: 'Teksten',
    roles: [...readers, 'beheerder'],
    load: () => import('./features/announcement/staff/AnnouncementPage'),
  },

  // files
  {
    path: at.files(),
    title: 'Bestanden',
    about: "Foto's en pdf's voor de teksten.",
    group: 'Teksten',
    roles: library,
    load: () => import('./features/files/staff/FilesPage'),
  },
  {
    path: '/beheer/bestanden/:id',
    title: 'Bestand',
    roles: library,
    load: () => import('./features/files/staff/FilePage'),
  },

  // inboxes, log
  {
    path: at.inbox(),
    title: 'Postvak',
    about: 'Berichten van bezoekers lezen en beantwoorden.',
    group: 'Mensen',
    tab: inbox,
    counts: '/api/messages/counts',
    roles: ['redactie', 'coordinator'],
    load: () => import('./features/contact/staff/InboxPage'),
  },
  {
    path: '/beheer/postvak/:id',
    title: 'Bericht',
    roles: ['redactie', 'coordinator'],
    load: () => import('./features/contact/staff/MessagePage'),
  },
  {
    path: at.volunteers(),
    title: 'Vrijwilligers',
    about: 'Wie vrijwilliger wil worden, en hoe ver dat is.',
    group: 'Mensen',
    roles: ['coordinator'],
    load: () => import('./features/volunteers/staff/BoardPage'),
  },
  {
    path: '/beheer/vrijwilligers/:id',
    title: 'Aanmelding',
    roles: ['coordinator'],
    load: () => import('./features/volunteers/staff/VolunteerPage'),
  },
  {
    path: at.complaints(),
    title: 'Klachten',
    about: 'Klachten lezen en beantwoorden.',
    group: 'Mensen',
    roles: ['vertrouwenspersoon', 'coordinator'],
    load: () => import('./features/complaints/staff/CasesPage'),
  },
  {
    path: '/beheer/klachten/:id',
    title: 'Klacht',
    roles: ['vertrouwenspersoon', 'coordinator'],
    load: () => import('./features/complaints/staff/CasePage'),
  },
  {
    path: at.newsletter(),
    title: 'Nieuwsbrief',
    about: 'Hoeveel mensen de nieuwsbrief krijgen.',
    group: 'Mensen',
    roles: ['redactie', 'coordinator'],
    load: () => import('./features/newsletter/staff/SubscribersPage'),
  },

  // settings
  {
    path: at.settings(),
    title: 'Instellingen',
    about: 'Openingstijden, contact, hulpnummers en bewaartermijnen.',
    group: 'De site',
    roles: ['redactie', 'coordinator', 'beheerder'],
    load: () => import('./features/settings/staff/SettingsListPage'),
  },
  {
    path: '/beheer/instellingen/:blok',
    title: 'Instelling',
    roles: ['redactie', 'coordinator', 'beheerder'],
    load: () => import('./features/settings/staff/SettingsEditPage'),
  },
  {
    path: at.log(),
    title: 'Logboek',
    about: 'Wie wat deed en bekeek.',
    group: 'De site',
    load: () => import('./features/log/staff/LogPage'),
  },

  // technique
  {
    path: at.accounts(),
    title: 'Accounts',
    about: 'Wie is er ingelogd, en waar?',
    group: 'De site',
    roles: ['beheerder'],
    load: () => import('./features/accounts/staff/AccountsPage'),
  },
  {
    path: at.status(),
    title: 'Status',
    about: 'Werkt alles? En wat moet er gebeuren?',
    group: 'De site',
    roles: ['coordinator', 'beheerder'],
    load: () => import('./features/status/staff/StatusPage'),
  },
]

const mayOpen = (s: Screen, roles: readonly Role[]) =>
  !s.roles || s.roles.some(r => roles.includes(r))

/** The screen of an address, with its params. */
export function screenAt(pathname: string) {
  for (const screen of screens) {
    const found = matchPath({ path: screen.path, caseSensitive: true }, pathname)
    if (found) return { screen, params: found.params as Record<string, string> }
  }
  return undefined
}

export default function Staff({ auth, user }: StaffProps) {
  const { pathname } = useLocation()
  const found = screenAt(pathname)
  useHead({
    title: `${found?.screen.title ?? 'Niet gevonden'} – Herstelruimte`,
    robots: 'noindex',
    neutral: true,
  })
  const open = screens.filter(s => mayOpen(s, user.roles))
  if (user.roles.length === 0)
    return (
      <Shell auth={auth} user={user} tabs={[]}>
        <Arrived>
          <NoRole />
        </Arrived>
      </Shell>
    )
  if (!found)
    return (
      <Arrived>
        <Lost page={undefined} loaded={{ status: 404, data: null }} />
      </Arrived>
    )
  const { screen, params } = found
  const Show = codeOf(screen)
  const menu = open.flatMap(({ path, title, about, group }) =>
    about && group ? [{ path, title, about, group }] : [],
  )
  const content = open.includes(screen) ? (
    <Suspense key={pathname} fallback={<Coming title={screen.title} />}>
      <Arrived>
        <Show key={user.uid} auth={auth} user={user} screens={menu} params={params} />
      </Arrived>
    </Suspense>
  ) : (
    <Arrived>
      <NoRights title={screen.title} />
    </Arrived>
  )
  return screen.public ? (
    <>
      <Ended auth={auth} user={user} />
      {content}
    </>
  ) : (
    <Shell
      auth={auth}
      user={user}
      tabs={open
        .filter(s => s.tab !== undefined)
        .map(s => ({ path: s.path, title: s.title, icon: s.tab!, counts: s.counts }))}
    >
      {content}
    </Shell>
  )
}

const code = new Map<Screen, Screens>()

/**
 * Fetched once, at the second try when the first failed. What could not be fetched is asked for
 * again the next time.
 */
function codeOf(screen: Screen): Screens {
  const known = code.get(screen)
  if (known) return known
  const fetched = lazy(() =>
    screen
      .load()
      .catch(() => screen.load())
      .catch(() => {
        code.delete(screen)
        return { default: Unfetched }
      }),
  )
  code.set(screen, fetched)
  return fetched
}

const Unfetched = () => <Failed retry={() => location.reload()} />

/** Inside the boundary, so that the heading that takes the focus is there. */
function Arrived({ children }: { children: ReactNode }) {
  useArrival()
  return children
}

const Coming = ({ title }: { title: string }) => (
  <div className="wrap page stack">
    <p className="h1" aria-hidden="true">
      {title}
    </p>
    <Waiting words="Even geduld, het scherm wordt geladen." />
  </div>
)

/** Signed in, with an account that may do nothing yet. */
function NoRole() {
  const { leave, busy, said } = useSignOut()
  return (
    <div className="wrap page stack">
      <h1>Beheer</h1>
      <p>{sayAuth('auth/no-role')}</p>
      <p>
        <PressButton press={leave} busy={busy}>
          Uitloggen
        </PressButton>
      </p>
      <p role="status">{said}</p>
    </div>
  )
}

const NoRights = ({ title }: { title: string }) => (
  <div className="wrap page stack">
    <h1>{title}</h1>
    <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>
    <p>
      <PageLink to={at.start()}>Terug naar Beheer</PageLink>
    </p>
  </div>
)
