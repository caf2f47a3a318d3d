// The one table of the staff area: where each screen lives, who may open it, which module shows it,
// which kind of text or row it opens, and where visitors read that; and below it the places of the
// bar. Links, the bar, "Meer", the server and the preview all read it. It is data only: the code of
// a screen comes when it is opened.
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
   * One sentence for "Meer", which lists the screens that have one under the name of their group,
   * unless they are a place of the bar.
   */
  about?: string
  group?: Group
  /** What it is called in "Meer", where that is not its title. */
  more?: string
  /** The word in /api/waiting of what waits there, for "Meer". */
  waits?: string
  /** Of the addresses of its path only those whose last param begins so. */
  prefix?: string
  /** Visitors have a page of their own at this address, which leads staff here. */
  shared?: true
  /** Stands in the frame that visitors have. */
  public?: true
  /** It opens a row of this kind, by the word in answers of the API. */
  kind?: string
  /** What such a row is called in a sentence: one of them, and many. */
  called?: readonly [one: string, many: string]
  /** The word of that kind in /api/drafts/{kind}. */
  drafts?: string
  /** Where visitors read such a text. Nothing: it has no page. */
  shown?: (id: string) => Shown | undefined
}

/** The groups of "Meer", in their order. */
export const groups = ['Programma', 'Mensen', 'Teksten', 'Cijfers en site'] as const
export type Group = (typeof groups)[number]

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

/** One entry a screen. "Meer" shows those of a group in this order. */
const table = {
  start: {
    path: '/beheer',
    title: 'Meer',
    module: 'accounts/staff/MorePage',
  },
  preview: {
    path: '/beheer/voorbeeld/:kind/:id',
    title: 'Voorbeeld',
    public: true,
    module: 'PreviewPage',
  },

  // the evening
  today: {
    path: '/beheer/vandaag',
    title: 'Vandaag',
    roles: ['gastheer', 'begeleider', 'coordinator'],
    module: 'agenda/staff/today/VandaagPage',
  },

  // programme
  programme: {
    path: '/beheer/programma',
    title: 'Programma',
    more: 'Alle activiteiten',
    about: 'Ook concepten en archief.',
    group: 'Programma',
    roles: planners,
    module: 'agenda/staff/ProgrammePage',
  },
  closing: {
    path: '/beheer/dicht',
    title: 'We zijn dicht',
    about: 'Sluiten, en weer open.',
    group: 'Programma',
    roles: ['gastheer', 'coordinator'],
    module: 'agenda/staff/closing/ClosingPage',
  },
  week: {
    path: '/beheer/week',
    title: 'Week',
    about: 'Wat er komt, en wat nog online moet.',
    group: 'Programma',
    roles: planners,
    module: 'agenda/staff/week/WeekPage',
  },
  activity: {
    path: '/editactivity/:a',
    title: 'Activiteit',
    roles: planners,
    module: 'agenda/staff/EditPage',
    kind: 'activity',
    called: ['een activiteit', 'activiteiten'],
    drafts: 'activities',
    shown: id => ({ path: to.activity(id, 'voorbeeld'), read: 'date' }),
  },
  date: {
    path: '/registrationdetails/:r',
    prefix: 'occ_',
    title: 'Wie komt er?',
    roles: ['gastheer', 'begeleider', 'coordinator'],
    module: 'agenda/staff/DatePage',
  },
  person: {
    path: '/registrationdetails/:r',
    prefix: 'reg_',
    title: 'Aanmelding',
    roles: ['gastheer', 'begeleider', 'coordinator'],
    module: 'agenda/staff/PersonPage',
  },
  change: {
    path: '/beheer/datum/:o/verander',
    title: 'Er verandert iets',
    roles: ['gastheer', 'begeleider', 'coordinator'],
    module: 'agenda/staff/change/ChangePage',
  },

  calls: {
    path: '/beheer/wachtlijst',
    title: 'Bellen',
    about: 'Wie bel je nu, en wat zeiden ze?',
    group: 'Mensen',
    waits: 'calls',
    roles: ['gastheer', 'begeleider', 'coordinator'],
    module: 'agenda/staff/CallsPage',
  },
  waitlist: {
    path: '/waitlist/:o',
    prefix: 'occ_',
    shared: true,
    title: 'Wachtlijst',
    roles: ['gastheer', 'begeleider', 'coordinator'],
    module: 'agenda/staff/WaitlistPage',
  },

  // stories, impact
  stories: {
    path: '/beheer/verhalen',
    title: 'Verhalen',
    about: 'Verhalen schrijven, laten goedkeuren en weghalen.',
    group: 'Teksten',
    waits: 'stories',
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
    called: ['een verhaal', 'verhalen'],
    drafts: 'stories',
    shown: id => ({ path: to.story(id), read: 'story' }),
  },
  figures: {
    path: '/beheer/cijfers',
    title: 'Cijfers',
    about: 'Hoe vaak we open waren, en hoeveel mensen er kwamen.',
    group: 'Cijfers en site',
    roles: planners,
    module: 'figures/staff/FiguresPage',
  },
  impact: {
    path: '/beheer/impact',
    title: 'Impact',
    about: 'De cijfers op de site.',
    group: 'Cijfers en site',
    roles: editors,
    module: 'impact/staff/YearsListPage',
  },
  impactYear: {
    path: '/beheer/impact/:id',
    title: 'Cijfers van een jaar',
    roles: editors,
    module: 'impact/staff/YearEditPage',
    kind: 'year',
    called: ['de cijfers van een jaar', 'cijfers'],
    drafts: 'years',
    shown: () => ({ path: to.impact(), read: 'impact' }),
  },

  // news, questions, roles, pages, announcement
  news: {
    path: '/beheer/nieuws',
    title: 'Nieuws',
    about: 'Berichten schrijven en veranderen.',
    group: 'Teksten',
    waits: 'news',
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
    called: ['een nieuwsbericht', 'nieuws'],
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
    called: ['een vraag', 'vragen'],
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
    called: ['een vrijwilligersrol', 'rollen'],
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
    called: ['een pagina', 'pagina’s'],
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
    called: ['de melding', 'meldingen'],
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
    called: ['een bestand', 'bestanden'],
    roles: library,
    module: 'files/staff/FilePage',
  },

  // inboxes, log
  inbox: {
    path: '/beheer/postvak',
    title: 'Postvak',
    about: 'Berichten van bezoekers lezen en beantwoorden.',
    group: 'Mensen',
    waits: 'inbox',
    roles: ['redactie', 'coordinator'],
    module: 'contact/staff/InboxPage',
  },
  message: {
    path: '/beheer/postvak/:id',
    title: 'Bericht',
    roles: ['redactie', 'coordinator'],
    module: 'contact/staff/MessagePage',
    kind: 'message',
    called: ['een bericht', 'berichten'],
  },
  volunteers: {
    path: '/beheer/vrijwilligers',
    title: 'Vrijwilligers',
    about: 'Wie vrijwilliger wil worden, en hoe ver dat is.',
    group: 'Mensen',
    waits: 'volunteers',
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
    waits: 'complaints',
    roles: ['vertrouwenspersoon', 'coordinator'],
    module: 'complaints/staff/CasesPage',
  },
  complaint: {
    path: '/beheer/klachten/:id',
    title: 'Klacht',
    roles: ['vertrouwenspersoon', 'coordinator'],
    module: 'complaints/staff/CasePage',
  },
  persons: {
    path: '/beheer/personen',
    title: 'Personen',
    about: 'Inzien en wissen wat we van iemand bewaren.',
    group: 'Mensen',
    waits: 'persons',
    roles: ['coordinator'],
    module: 'persons/staff/PersonsPage',
  },
  newsletter: {
    path: '/beheer/nieuwsbrief',
    title: 'Nieuwsbrief',
    about: 'Nieuwsbrieven maken en versturen, en wie ze krijgt.',
    group: 'Teksten',
    roles: editors,
    module: 'newsletter/staff/IssuesPage',
  },
  issue: {
    path: '/beheer/nieuwsbrief/:id',
    title: 'Nieuwsbrief',
    roles: editors,
    module: 'newsletter/staff/IssuePage',
    kind: 'issue',
    called: ['een nieuwsbrief', 'nieuwsbrieven'],
    drafts: 'issues',
  },

  // settings
  settings: {
    path: '/beheer/instellingen',
    title: 'Instellingen',
    about: 'Openingstijden, contact, hulpnummers en bewaartermijnen.',
    group: 'Cijfers en site',
    roles: ['redactie', 'coordinator', 'beheerder'],
    module: 'settings/staff/SettingsListPage',
  },
  settingsBlock: {
    path: '/beheer/instellingen/:blok',
    title: 'Instelling',
    roles: ['redactie', 'coordinator', 'beheerder'],
    module: 'settings/staff/SettingsEditPage',
    kind: 'settings',
    called: ['een instelling', 'instellingen'],
  },
  log: {
    path: '/beheer/logboek',
    title: 'Logboek',
    about: 'Wie wat deed en bekeek.',
    group: 'Cijfers en site',
    module: 'log/staff/LogPage',
  },

  // technique
  accounts: {
    path: '/beheer/accounts',
    title: 'Accounts',
    about: 'Wie is er ingelogd, en waar?',
    group: 'Cijfers en site',
    roles: ['beheerder'],
    module: 'accounts/staff/AccountsPage',
  },
  status: {
    path: '/beheer/status',
    title: 'Status',
    about: 'Werkt alles? En wat moet er gebeuren?',
    group: 'Cijfers en site',
    waits: 'status',
    roles: ['coordinator', 'beheerder'],
    module: 'status/staff/StatusPage',
  },
} as const satisfies Record<string, Screen>

export const screens: readonly Screen[] = Object.values(table)

type PlaceIcon =
  | 'sun'
  | 'phoneCall'
  | 'calendar'
  | 'inbox'
  | 'bookOpen'
  | 'newspaper'
  | 'messageCircle'
  | 'circleCheck'
  | 'menu'

/** One of the few places that are one press away from everywhere. */
export interface Place {
  name: string
  /** The address of its screen. While there is no such screen, the place is nowhere. */
  path: string
  icon: PlaceIcon
  /** Who has it in the bar; left out: every role. */
  roles?: readonly Role[]
  /** Whom signing in leads here. */
  first?: readonly Role[]
  /** The word in /api/waiting of what waits there today. */
  waits?: string
  /** Where somebody has more places than fit, those with the lowest number move to "Meer". */
  moves?: number
}

/** Whoever opens the door on an evening. */
const door = ['gastheer', 'begeleider', 'coordinator'] as const

/** The places, in their order. */
const places: readonly Place[] = [
  { name: 'Vandaag', path: table.today.path, icon: 'sun', roles: door, first: door },
  { name: 'Bellen', path: '/beheer/wachtlijst', icon: 'phoneCall', roles: door, waits: 'calls' },
  { name: 'Week', path: table.week.path, icon: 'calendar', roles: door },
  { name: 'Postvak', path: table.inbox.path, icon: 'inbox', roles: editors, waits: 'inbox' },
  {
    name: 'Verhalen',
    path: table.stories.path,
    icon: 'bookOpen',
    roles: ['redactie'],
    waits: 'stories',
    moves: 2,
  },
  {
    name: 'Nieuws',
    path: table.news.path,
    icon: 'newspaper',
    roles: ['redactie'],
    waits: 'news',
    moves: 1,
  },
  {
    name: 'Klachten',
    path: table.complaints.path,
    icon: 'messageCircle',
    roles: ['vertrouwenspersoon'],
    first: ['vertrouwenspersoon'],
    waits: 'complaints',
    moves: 4,
  },
  {
    name: 'Status',
    path: table.status.path,
    icon: 'circleCheck',
    roles: ['beheerder'],
    first: ['beheerder'],
    waits: 'status',
    moves: 3,
  },
  {
    name: 'Meer',
    path: table.start.path,
    icon: 'menu',
  },
]

const has = (some: readonly Role[] | undefined, roles: readonly Role[]) =>
  some?.some(r => roles.includes(r)) ?? false

export const mayOpen = (s: Screen, roles: readonly Role[]) => !s.roles || has(s.roles, roles)

const placesOf = (roles: readonly Role[], of: readonly Screen[]) =>
  places.filter(p => has(p.roles ?? roles, roles) && of.some(s => s.path === p.path))

/** What fits beside each other on a phone. */
const mostPlaces = 5

/** The bar of somebody with these roles. */
export function barOf(roles: readonly Role[], of = screens): readonly Place[] {
  const all = placesOf(roles, of)
  const over = all
    .filter(p => p.moves)
    .sort((a, b) => a.moves! - b.moves!)
    .slice(0, Math.max(0, all.length - mostPlaces))
  return all.filter(p => !over.includes(p))
}

/** Where signing in leads somebody with these roles. */
export const firstOf = (roles: readonly Role[], of = screens): string =>
  placesOf(roles, of).find(p => has(p.first, roles))?.path ?? table.start.path

/** What "Meer" lists. */
export interface ScreenLink {
  path: string
  title: string
  about: string
  group: Group
  waits?: string | undefined
}

/** The block of settings that is looked for under the programme. */
const hours: ScreenLink & Pick<Screen, 'roles'> = {
  path: fill(table.settingsBlock.path, ['hours']),
  title: 'Openingstijden',
  about: 'Elke week, en uitzonderingen.',
  group: 'Programma',
  roles: table.settingsBlock.roles,
}

/** The screens that somebody may open and that are not a place of their bar. */
export function moreOf(roles: readonly Role[], of = screens): readonly ScreenLink[] {
  const bar = barOf(roles, of)
  return [...of, hours].flatMap(s => {
    const { path, title, more, about, group, waits } = s as Screen
    if (!about || !group || !mayOpen(s as Screen, roles)) return []
    // what a place calls otherwise is looked for by its own name, too
    if (bar.some(p => p.path === path && p.name === title)) return []
    return [{ path, title: more ?? title, about, group, waits }]
  })
}

/** The address of a screen, with its params filled in their order. */
export const at = (name: keyof typeof table, ...params: readonly string[]): string =>
  fill(table[name].path, params)

function fill(path: string, params: readonly string[]): string {
  const left = [...params]
  return path.replace(/:\w+/g, () => encodeURIComponent(left.shift() ?? ''))
}

/** A kind of draft as a draft names it, by the word in /api/drafts/{kind}. */
export type DraftKinds = {
  [S in Extract<(typeof table)[keyof typeof table], { drafts: string }> as S['drafts']]: S['kind']
}

/** The screen that opens a row of this kind. */
export const screenOf = (kind: string): Screen | undefined => screens.find(s => s.kind === kind)

/** Where a row of this kind is opened. Nothing: it has no screen. */
export function editOf(kind: string, id: string): string | undefined {
  const screen = screenOf(kind)
  return screen && fill(screen.path, [id])
}

/** Where visitors read a draft, and where it is written. Nothing: it has no page. */
export function previewOf(drafts: string, id: string): (Shown & { edit: string }) | undefined {
  const screen = screens.find(s => s.drafts === drafts)
  const shown = screen?.shown?.(id)
  return screen && shown && { ...shown, edit: fill(screen.path, [id]) }
}
