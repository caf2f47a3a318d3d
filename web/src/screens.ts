// The one table of the staff area: where each screen lives, who may open it, which module shows it,
// which kind of text or row it opens, and where visitors read that. Links, the menu, the server and
// the preview all read it. It is data only: the code of a screen comes when it is opened.
import type { Role } from './auth/types'
import * as to from './paths'

export interface Screen {
  /** Its params (`:id`) reach the screen. */
  path: string
  title: string
  /** 'news/staff/NewsListPage' is src/features/news/staff/NewsListPage.tsx. */
  module: string
  /** Who may open it; left out: every role. */
  roles?: readonly Role[]
  /**
   * One sentence for the start page, which lists the screens that have one under the name of their
   * group.
   */
  about?: string
  group?: 'Programma' | 'Teksten' | 'Mensen' | 'De site'
  /** The icon of its tab: for the few screens that are opened every day. */
  tab?: 'calendar' | 'house' | 'inbox' | 'newspaper'
  /** Where the API says how many things wait there: for its tab and the start page. */
  counts?: string
  /** Stands in the frame that visitors have. */
  public?: true
  /** It opens a row of this kind, by the word in answers of the API. */
  kind?: string
  /** The word of that kind in /api/drafts/{kind}. */
  drafts?: string
  /** Where visitors read such a text. Nothing: it has no page. */
  shown?: (id: string) => Shown | undefined
}

/** A page of the site map that shows a text, for its preview. */
export interface Shown {
  /** `first date`: the page after signing up for the first date of the programme. */
  path: string | 'first date'
  /**
   * The read of that page whose place the preview takes; left out: it comes in front of the page.
   */
  read?: string
}

/** Whoever may look at the library; the beheerder only looks. */
const library = ['begeleider', 'redactie', 'coordinator', 'beheerder'] as const
/** Whoever writes what visitors read. */
const editors = ['redactie', 'coordinator'] as const
/** Whoever may look at the programme with its numbers. */
const planners = ['gastheer', 'begeleider', 'redactie', 'coordinator', 'beheerder'] as const
const readers = ['gastheer', 'begeleider', 'redactie', 'coordinator'] as const

const pagesOf: Readonly<Record<string, Shown>> = {
  home: { path: to.home(), read: 'home' },
  about: { path: to.about(), read: 'page' },
  huisregels: { path: to.about(), read: 'page' },
  contact: { path: to.contact(), read: 'page' },
  privacy: { path: to.privacy(), read: 'statement' },
  klachten: { path: to.complaints(), read: 'page' },
  vrijwilligers: { path: to.volunteers(), read: 'page' },
  nieuwsbrief: { path: to.newsletter(), read: 'page' },
  registrationsequel: { path: 'first date', read: 'date' },
}
const pageOf = (key: string) => pagesOf[key]

/**
 * One entry a screen. Those of one group stand together in the menu, and tabs are shown in this
 * order.
 */
const table = {
  start: {
    path: '/beheer',
    title: 'Beheer',
    tab: 'house',
    module: 'accounts/staff/StartPage',
  },
  preview: {
    path: '/beheer/voorbeeld/:kind/:id',
    title: 'Voorbeeld',
    public: true,
    module: 'PreviewPage',
  },

  // programme
  programme: {
    path: '/beheer/programma',
    title: 'Programma',
    about: 'Activiteiten en hun datums.',
    group: 'Programma',
    tab: 'calendar',
    roles: planners,
    module: 'agenda/staff/ProgrammePage',
  },
  activity: {
    path: '/editactivity/:a',
    title: 'Activiteit',
    roles: planners,
    module: 'agenda/staff/EditPage',
    kind: 'activity',
    drafts: 'activities',
    shown: id => ({ path: to.activity(id, 'voorbeeld'), read: 'date' }),
  },

  // stories, impact
  stories: {
    path: '/beheer/verhalen',
    title: 'Verhalen',
    about: 'Verhalen schrijven, laten goedkeuren en weghalen.',
    group: 'Teksten',
    roles: editors,
    module: 'stories/staff/StoriesListPage',
  },
  newStory: {
    path: '/addStory',
    title: 'Nieuw verhaal',
    roles: editors,
    module: 'stories/staff/StoryEditPage',
  },
  story: {
    path: '/editstory/:s',
    title: 'Verhaal',
    roles: editors,
    module: 'stories/staff/StoryEditPage',
    kind: 'story',
    drafts: 'stories',
    shown: id => ({ path: to.story(id), read: 'story' }),
  },
  impact: {
    path: '/beheer/impact',
    title: 'Cijfers',
    about: 'De cijfers van elk jaar.',
    group: 'Teksten',
    roles: editors,
    module: 'impact/staff/YearsListPage',
  },
  impactYear: {
    path: '/beheer/impact/:id',
    title: 'Cijfers van een jaar',
    roles: editors,
    module: 'impact/staff/YearEditPage',
    kind: 'year',
    drafts: 'years',
    shown: () => ({ path: to.impact(), read: 'impact' }),
  },

  // news, questions, roles, pages, announcement
  news: {
    path: '/beheer/nieuws',
    title: 'Nieuws',
    about: 'Berichten schrijven en veranderen.',
    group: 'Teksten',
    tab: 'newspaper',
    roles: readers,
    module: 'news/staff/NewsListPage',
  },
  newNewsItem: {
    path: '/addnewsitem',
    title: 'Nieuw bericht',
    roles: readers,
    module: 'news/staff/NewsEditPage',
  },
  newsItem: {
    path: '/editnews/:n',
    title: 'Bericht',
    roles: readers,
    module: 'news/staff/NewsEditPage',
    kind: 'news',
    drafts: 'news',
    shown: id => ({ path: to.newsItem(id), read: 'item' }),
  },
  faq: {
    path: '/beheer/vragen',
    title: 'Vragen',
    about: 'De veelgestelde vragen, en hun volgorde.',
    group: 'Teksten',
    roles: readers,
    module: 'faq/staff/FaqListPage',
  },
  faqItem: {
    path: '/beheer/vragen/:id',
    title: 'Vraag',
    roles: readers,
    module: 'faq/staff/FaqEditPage',
    kind: 'faq',
    drafts: 'faq',
    shown: () => ({ path: to.faq(), read: 'faq' }),
  },
  roles: {
    path: '/beheer/rollen',
    title: 'Vrijwilligersrollen',
    about: 'Wat vrijwilligers bij ons kunnen doen.',
    group: 'Teksten',
    roles: editors,
    module: 'volunteers/staff/RolesListPage',
  },
  role: {
    path: '/beheer/rollen/:id',
    title: 'Rol',
    roles: editors,
    module: 'volunteers/staff/RoleEditPage',
    kind: 'role',
    drafts: 'roles',
    shown: () => ({ path: to.volunteers(), read: 'roles' }),
  },
  pages: {
    path: '/beheer/paginas',
    title: "Pagina's",
    about: "De teksten van de vaste pagina's.",
    group: 'Teksten',
    roles: readers,
    module: 'content/staff/PagesListPage',
  },
  page: {
    path: '/beheer/paginas/:key',
    title: 'Pagina',
    roles: readers,
    module: 'content/staff/PageEditPage',
    kind: 'page',
    drafts: 'pages',
    shown: pageOf,
  },
  announcement: {
    path: '/beheer/melding',
    title: 'Melding',
    about: 'Wat iedere bezoeker één keer te zien krijgt.',
    group: 'Teksten',
    roles: [...readers, 'beheerder'],
    module: 'announcement/staff/AnnouncementPage',
    kind: 'announcement',
    drafts: 'announcement',
    shown: () => ({ path: to.home() }),
  },

  // files
  files: {
    path: '/beheer/bestanden',
    title: 'Bestanden',
    about: "Foto's en pdf's voor de teksten.",
    group: 'Teksten',
    roles: library,
    module: 'files/staff/FilesPage',
  },
  file: {
    path: '/beheer/bestanden/:id',
    title: 'Bestand',
    kind: 'file',
    roles: library,
    module: 'files/staff/FilePage',
  },

  // inboxes, log
  inbox: {
    path: '/beheer/postvak',
    title: 'Postvak',
    about: 'Berichten van bezoekers lezen en beantwoorden.',
    group: 'Mensen',
    tab: 'inbox',
    counts: '/api/messages/counts',
    roles: ['redactie', 'coordinator'],
    module: 'contact/staff/InboxPage',
  },
  message: {
    path: '/beheer/postvak/:id',
    title: 'Bericht',
    roles: ['redactie', 'coordinator'],
    module: 'contact/staff/MessagePage',
    kind: 'message',
  },
  volunteers: {
    path: '/beheer/vrijwilligers',
    title: 'Vrijwilligers',
    about: 'Wie vrijwilliger wil worden, en hoe ver dat is.',
    group: 'Mensen',
    roles: ['coordinator'],
    module: 'volunteers/staff/BoardPage',
  },
  volunteer: {
    path: '/beheer/vrijwilligers/:id',
    title: 'Aanmelding',
    roles: ['coordinator'],
    module: 'volunteers/staff/VolunteerPage',
  },
  complaints: {
    path: '/beheer/klachten',
    title: 'Klachten',
    about: 'Klachten lezen en beantwoorden.',
    group: 'Mensen',
    counts: '/api/complaints/cases/counts',
    roles: ['vertrouwenspersoon', 'coordinator'],
    module: 'complaints/staff/CasesPage',
  },
  complaint: {
    path: '/beheer/klachten/:id',
    title: 'Klacht',
    roles: ['vertrouwenspersoon', 'coordinator'],
    module: 'complaints/staff/CasePage',
  },
  newsletter: {
    path: '/beheer/nieuwsbrief',
    title: 'Nieuwsbrief',
    about: 'Hoeveel mensen de nieuwsbrief krijgen.',
    group: 'Mensen',
    roles: ['redactie', 'coordinator'],
    module: 'newsletter/staff/SubscribersPage',
  },

  // settings
  settings: {
    path: '/beheer/instellingen',
    title: 'Instellingen',
    about: 'Openingstijden, contact, hulpnummers en bewaartermijnen.',
    group: 'De site',
    roles: ['redactie', 'coordinator', 'beheerder'],
    module: 'settings/staff/SettingsListPage',
  },
  settingsBlock: {
    path: '/beheer/instellingen/:blok',
    title: 'Instelling',
    roles: ['redactie', 'coordinator', 'beheerder'],
    module: 'settings/staff/SettingsEditPage',
    kind: 'settings',
  },
  log: {
    path: '/beheer/logboek',
    title: 'Logboek',
    about: 'Wie wat deed en bekeek.',
    group: 'De site',
    module: 'log/staff/LogPage',
  },

  // technique
  accounts: {
    path: '/beheer/accounts',
    title: 'Accounts',
    about: 'Wie is er ingelogd, en waar?',
    group: 'De site',
    roles: ['beheerder'],
    module: 'accounts/staff/AccountsPage',
  },
  status: {
    path: '/beheer/status',
    title: 'Status',
    about: 'Werkt alles? En wat moet er gebeuren?',
    group: 'De site',
    roles: ['coordinator', 'beheerder'],
    module: 'status/staff/StatusPage',
  },
} as const satisfies Record<string, Screen>

export const screens: readonly Screen[] = Object.values(table)

/** The address of a screen, with its params filled in their order. */
export const at = (name: keyof typeof table, ...params: readonly string[]): string =>
  fill(table[name].path, params)

function fill(path: string, params: readonly string[]): string {
  const left = [...params]
  return path.replace(/:\w+/g, () => encodeURIComponent(left.shift() ?? ''))
}

/** Where a row of this kind is opened. Nothing: it has no screen. */
export function editOf(kind: string, id: string): string | undefined {
  const screen = screens.find(s => s.kind === kind)
  return screen && fill(screen.path, [id])
}

/** Where visitors read a draft, and where it is written. Nothing: it has no page. */
export function previewOf(drafts: string, id: string): (Shown & { edit: string }) | undefined {
  const screen = screens.find(s => s.drafts === drafts)
  const shown = screen?.shown?.(id)
  return screen && shown && { ...shown, edit: fill(screen.path, [id]) }
}
