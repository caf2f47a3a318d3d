// The site map. One line per page: where it lives, which module shows it, which reads fill it,
// which forms it carries. Go reads this same table from the server bundle, so there is no second
// list to forget.
import type { paths } from './api/schema.gen'

type With<M extends string> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never
}[keyof paths]
type Read = With<'get'>
type Call = `POST ${With<'post'>}` | `PATCH ${With<'patch'>}` | `DELETE ${With<'delete'>}`

export interface Page {
  path: string
  /**
   * 'agenda/programme/AgendaPage' is src/features/agenda/programme/AgendaPage.tsx. Absent on staff
   * lines: they show the staff notice.
   */
  module?: string
  /** Named reads of the public API. Params of `path` fill `{param}`. */
  data?: Readonly<Record<string, Read>>
  /** Fills the `{param}`s of reads that are not in the path. */
  fixed?: Readonly<Record<string, string>>
  /** Query words this page understands; all others are dropped. They go to every read. */
  query?: readonly string[]
  /**
   * Query words that are tokens: they are for the page alone, no read gets them and search engines
   * leave such an address alone.
   */
  secret?: readonly string[]
  /** The first line of a path whose prefix fits the last param wins; no prefix fits always. */
  prefix?: string
  /**
   * The last param is a secret: it goes to reads and forms as `Authorization: Aanmelding …`, and
   * nothing is cached.
   */
  key?: true
  /**
   * "Deze pagina is voor medewerkers." on the server; the screen behind it comes with staff.tsx.
   */
  staff?: true
  /** Part of signing in: it may carry the library for it, and search engines leave it alone. */
  signin?: true
  /** Stands alone, without header, menu and footer. */
  plain?: true
  /**
   * By the hidden field `form`: the operation a plain post runs and where to go after. `:x` is a
   * param of the path, `{x}` a field of the posted form, `{link}` the secret of the answer; no
   * `then` is the own address without query; several go by the answer's `status`. `shows`: the page
   * shows the answer in place, once, and goes nowhere.
   */
  forms?: Readonly<
    Record<
      string,
      {
        call: Call | `${Call}?${string}`
        then?: string | Readonly<Record<string, string>>
        shows?: true
      }
    >
  >
  /** Of the page when its reads are good; left out it is 200. */
  status?: 410
  /**
   * Kinds of flash after which the page is shown although its read says 404: the row is gone on
   * purpose.
   */
  outlives?: readonly string[]
  /** Such a page has "Snel weg" and this neutral tab title, also when it cannot be shown. */
  quiet?: string
  /** "Snel weg" on a page that keeps its own title: the help block stands there in full. */
  exit?: true
}

const registration = {
  path: '/registrationdetails/:r',
  module: 'agenda/mine/RegistrationPage',
  key: true,
  quiet: 'Je aanmelding',
  data: { registration: '/api/registration' },
  query: ['stap'],
  forms: {
    cancel: { call: 'DELETE /api/registration' },
    change: { call: 'PATCH /api/registration' },
    restore: { call: 'POST /api/registration/restore' },
    notMe: { call: 'POST /api/not-me' },
    erase: { call: 'POST /api/erase-mine' },
  },
  outlives: ['erased', 'notMe'],
} as const

// Under the address of a sign-up, so that no log has its secret. After it the page goes on under
// the link of the sign-up itself.
const wayBack = {
  path: '/registrationdetails/:r',
  module: 'agenda/mine/WayBackPage',
  key: true,
  quiet: 'Je aanmelding',
  data: { registration: '/api/registration/way-back' },
  forms: { putBack: { call: 'POST /api/registration/way-back' } },
} as const

const entry = {
  path: '/waitlist/:o',
  module: 'agenda/mine/EntryPage',
  key: true,
  quiet: 'Wachtlijst',
  data: { entry: '/api/waitlist-entry' },
  query: ['stap'],
  forms: {
    answer: { call: 'POST /api/waitlist-entry/answer' },
    changeEntry: { call: 'PATCH /api/waitlist-entry' },
    leave: { call: 'DELETE /api/waitlist-entry' },
    notMe: { call: 'POST /api/not-me' },
    erase: { call: 'POST /api/erase-mine' },
  },
  outlives: ['erased', 'notMe'],
} as const

/** The line that stands for every screen under /beheer. */
export const staffArea = '/beheer/*'

export const pages = [
  { path: '/', module: 'home/HomePage', data: { home: '/api/home', latest: '/api/latest' } },
  { path: '/home', module: 'home/HomePage', data: { home: '/api/home', latest: '/api/latest' } },
  {
    path: '/agenda',
    module: 'agenda/programme/AgendaPage',
    data: { agenda: '/api/occurrences' },
    query: ['week', 'dag', 'soort', 'inloop', 'naasten', 'vrij', 'zoek', 'na'],
  },
  {
    path: '/agenda/print',
    module: 'agenda/paper/PrintPage',
    plain: true,
    data: { print: '/api/print' },
    query: ['week', 'vorm', 'activiteit', 'aantal'],
  },
  {
    path: '/a/:slug',
    module: 'agenda/programme/StoppedPage',
    data: { link: '/api/short-links/{slug}' },
    status: 410,
  }, // one that leads somewhere is redirected
  {
    path: '/agendadetails/:a/:o',
    module: 'agenda/programme/ActivityPage',
    data: { date: '/api/activities/{a}/occurrences/{o}' },
  },
  {
    path: '/register/:a/:o',
    module: 'agenda/signup/RegisterPage',
    quiet: 'Aanmelden',
    data: { date: '/api/activities/{a}/occurrences/{o}' },
    forms: {
      register: {
        call: 'POST /api/occurrences/{o}/registrations?activity={a}',
        then: {
          registered: '/registrationsequel/:a/:o',
          waiting: '/registrationsequel/:a/:o?lijst=1',
        },
      },
    },
  },
  {
    path: '/registrationsequel/:a/:o',
    module: 'agenda/signup/SequelPage',
    quiet: 'Aangemeld',
    data: { date: '/api/activities/{a}/occurrences/{o}' },
    query: ['lijst'],
  },
  { path: '/registrationdetails/:r', prefix: 'occ_', staff: true },
  { path: '/registrationdetails/:r', prefix: 'reg_', staff: true },
  { ...registration, prefix: 'aan_' },
  { ...wayBack, prefix: 'terug_' },
  {
    // everything of one address; each row of it has a link of the kind above
    ...registration,
    prefix: 'mij_',
    module: 'agenda/mine/OverviewPage',
    data: { mine: '/api/my-registrations' },
    forms: { erase: { call: 'POST /api/erase-mine' } },
  },
  registration, // any other text: the read says 404 and the page says that the link no longer works
  {
    path: '/mijn-aanmeldingen',
    module: 'agenda/mine/FindPage',
    quiet: 'Je aanmelding',
    forms: {
      link: { call: 'POST /api/links' },
      code: {
        call: 'POST /api/desk-code',
        then: { registration: '/registrationdetails/{link}', entry: '/waitlist/{link}' },
      },
    },
  },
  {
    path: '/waitlist/:o',
    module: 'agenda/signup/WaitlistPage',
    prefix: 'occ_',
    quiet: 'Wachtlijst',
    data: { date: '/api/occurrences/{o}' },
    forms: {
      waitlist: {
        call: 'POST /api/occurrences/{o}/waitlist',
        then: '/registrationsequel/{activityId}/:o?lijst=1',
      },
    },
  },
  { ...entry, prefix: 'wl_' },
  entry,
  {
    path: '/stories',
    module: 'stories/StoriesPage',
    quiet: 'Verhalen',
    data: { stories: '/api/stories' },
    query: ['thema', 'na'],
  },
  {
    path: '/storydetails/:s',
    module: 'stories/StoryPage',
    quiet: 'Verhaal',
    data: { story: '/api/stories/{s}' },
  },
  { path: '/news', module: 'news/NewsPage', data: { news: '/api/news' }, query: ['jaar', 'na'] },
  { path: '/newsdetails/:n', module: 'news/NewsItemPage', data: { item: '/api/news/{n}' } },
  {
    path: '/requentlysaskedquestions',
    module: 'faq/FaqPage',
    exit: true,
    data: { faq: '/api/faq' },
    query: ['zoek'],
  },
  {
    path: '/impact',
    module: 'impact/ImpactPage',
    data: { impact: '/api/impact' },
    query: ['jaar'],
  },
  {
    path: '/printinfographic',
    module: 'impact/PrintInfographicPage',
    data: { impact: '/api/impact' },
    query: ['jaar'],
  },
  {
    path: '/about',
    module: 'content/AboutPage',
    data: { page: '/api/pages/{key}' },
    fixed: { key: 'about' },
  },
  {
    path: '/verwijzers',
    module: 'content/ReferrersPage',
    data: { page: '/api/pages/{key}' },
    fixed: { key: 'verwijzers' },
  },
  {
    path: '/contact',
    module: 'contact/ContactPage',
    query: ['onderwerp'],
    exit: true,
    data: { page: '/api/pages/{key}', week: '/api/opening-week' },
    fixed: { key: 'contact' },
    forms: { message: { call: 'POST /api/messages' } },
  },
  {
    path: '/vrijwilligers',
    module: 'volunteers/VolunteersPage',
    query: ['rol'],
    data: { page: '/api/pages/{key}', roles: '/api/volunteer-roles' },
    fixed: { key: 'vrijwilligers' },
    forms: { volunteer: { call: 'POST /api/volunteers' } },
  },
  {
    path: '/privacy',
    module: 'privacy/PrivacyPage',
    data: { statement: '/api/privacy' },
    query: ['versie'],
    forms: {
      rights: { call: 'POST /api/rights-requests', then: '/privacy#verzoek' },
      storyCode: { call: 'POST /api/story-withdrawals', shows: true },
      storyAway: { call: 'POST /api/story-withdrawals', shows: true },
    },
  },
  {
    path: '/klachten',
    module: 'complaints/ComplaintsPage',
    quiet: 'Klachten',
    data: { page: '/api/pages/{key}', figures: '/api/complaints' },
    fixed: { key: 'klachten' },
    forms: {
      complaint: { call: 'POST /api/complaints', shows: true },
      code: { call: 'POST /api/complaints/by-code', shows: true },
      reply: { call: 'POST /api/complaints/by-code/messages', shows: true },
    },
  },
  {
    path: '/nieuwsbrief',
    module: 'newsletter/NewsletterPage',
    query: ['na', 'nummer'],
    secret: ['bevestig', 'afmelden'],
    data: { page: '/api/pages/{key}', letters: '/api/newsletters' },
    fixed: { key: 'nieuwsbrief' },
    forms: {
      newsletter: { call: 'POST /api/newsletter/subscriptions' },
      confirm: { call: 'POST /api/newsletter/subscriptions/confirm' },
      unsubscribe: { call: 'POST /api/newsletter/subscriptions/unsubscribe' },
      notMe: { call: 'POST /api/newsletter/subscriptions/unsubscribe' },
    },
  },
  { path: '/login', module: 'login/LoginPage', query: ['terug'], signin: true },
  { path: '/auth-callback', module: 'login/CallbackPage', signin: true, plain: true },
  { path: '/auth-popup', module: 'login/PopupPage', signin: true, plain: true },
  { path: '/auth-silent', module: 'login/SilentPage', signin: true, plain: true },
  { path: '/editactivity/:a', staff: true },
  { path: '/addStory', staff: true },
  { path: '/editstory/:s', staff: true },
  { path: '/addnewsitem', staff: true },
  { path: '/editnews/:n', staff: true },
  { path: staffArea, staff: true }, // the server knows each of them, from screens.ts
] as const satisfies readonly Page[]

type Lines = (typeof pages)[number]
type Json<P> = P extends keyof paths
  ? paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer J } } } } }
    ? J
    : never
  : never

/** The data of a page, typed by the API: `PageData<'agenda/programme/AgendaPage'>`. */
export type PageData<M extends Extract<Lines, { module: string }>['module']> =
  Extract<Lines, { module: M }> extends { data: infer D }
    ? { [K in keyof D]: Json<D[K]> }
    : Record<string, never>

/** Contact data, hours and settings that every page has. */
export type Site = Json<'/api/site'>
