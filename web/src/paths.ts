// Every link of the site is made here.

const part = encodeURIComponent

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const words = Object.entries(query)
    .filter(([, v]) => v)
    .map(([k, v]) => `${k}=${part(v!).replace(/%20/g, '+')}`)
  return words.length ? `${path}?${words.join('&')}` : path
}

/** The words of the programme's address. */
export interface AgendaQuery {
  week?: string
  dag?: string
  soort?: string
  inloop?: string
  naasten?: string
  vrij?: string
  zoek?: string
  na?: string
}

export const home = () => '/'
export const agenda = (query: AgendaQuery = {}) => withQuery('/agenda', { ...query })
export const activity = (a: string, o: string) => `/agendadetails/${part(a)}/${part(o)}`
export const printAgenda = (
  query: { week?: string; vorm?: 'a3' | 'groot' | 'maand' | undefined } = {},
) => withQuery('/agenda/print', { ...query })
/** The flyer of one activity; `four` puts four of them on a sheet. */
export const flyer = (activity: string, four = false) =>
  withQuery('/agenda/print', {
    vorm: 'flyer',
    activiteit: activity,
    aantal: four ? '4' : undefined,
  })
export const register = (a: string, o: string) => `/register/${part(a)}/${part(o)}`
export const sequel = (a: string, o: string, waiting = false) =>
  withQuery(`/registrationsequel/${part(a)}/${part(o)}`, { lijst: waiting ? '1' : undefined })
export const registration = (token: string, stap?: 'afmelden' | 'wissen' | 'niet-ik' | 'lezen') =>
  withQuery(`/registrationdetails/${part(token)}`, { stap })
/** For whoever has no link at hand. */
export const findMine = () => '/mijn-aanmeldingen'
export const waitlist = (occurrence: string) => `/waitlist/${part(occurrence)}`
export const entry = (token: string, stap?: 'afmelden' | 'wissen' | 'niet-ik') =>
  withQuery(`/waitlist/${part(token)}`, { stap })
/** `onderwerp` chooses the subject of the form; `#hulp` is the help block. */
/** For who sends somebody to us: a GP, a nurse, a social worker. */
export const referrers = () => '/verwijzers'
export const contact = (onderwerp?: string, hash?: 'hulp' | 'route') =>
  withQuery('/contact', { onderwerp }) + (hash ? '#' + hash : '')
export const privacy = (hash?: 'mijn-keuzes' | 'snel-weg' | 'verzoek') =>
  hash ? `/privacy#${hash}` : '/privacy'
export const privacyVersion = (version: number) => `/privacy?versie=${version}`
export const complaints = () => '/klachten'
export const volunteers = (rol?: string) => withQuery('/vrijwilligers', { rol })
/** `nummer` is one of the archive, `na` the next page of it. */
export const newsletter = (query: { nummer?: string; na?: string } = {}) =>
  withQuery('/nieuwsbrief', { ...query })
export const about = (
  part?: 'huisregels' | 'partners' | 'anbi' | 'toegankelijkheid' | 'deze-site',
) => (part ? `/about#${part}` : '/about')
/**
 * The stories, perhaps those of one theme; `na` names the last one of the page before, and the list
 * is then on top.
 */
export const stories = (thema?: string, na?: string) =>
  withQuery('/stories', { thema, na }) + (na ? '#verhalen' : '')
export const story = (s: string) => `/storydetails/${part(s)}`
/** The news, perhaps that of one year. */
export const news = (jaar?: number, na?: string) =>
  withQuery('/news', { jaar: jaar?.toString(), na }) + (na ? '#berichten' : '')
export const newsItem = (n: string) => `/newsdetails/${part(n)}`
/** The questions, perhaps those with these words, or one of them unfolded. */
export const faq = (zoek?: string, item?: string) =>
  withQuery('/requentlysaskedquestions', { zoek }) + (item ? '#' + item : '')
/** The figures of a year; without one, of the newest. */
export const impact = (jaar?: number) => withQuery('/impact', { jaar: jaar?.toString() })
export const printImpact = (jaar?: number) =>
  withQuery('/printinfographic', { jaar: jaar?.toString() })
/** `back` is the own path to go to after signing in. */
export const login = (back?: string) => withQuery('/login', { terug: back })
export const staff = () => '/beheer'

/** Downloads and feeds, not pages: plain `<a href>`. */
export const newsFeed = () => '/nieuws.rss'
export const programmeFeed = () => '/agenda.ics'
export const activityFeed = (slug: string) => `/agenda/${part(slug)}.ics`
export const dateCalendar = (o: string) => `/agenda/${part(o)}/afspraak.ics`
export const registrationCalendar = (token: string) =>
  `/registrationdetails/${part(token)}/afspraak.ics`
export const registrationData = (token: string) =>
  `/registrationdetails/${part(token)}/gegevens.json`

/**
 * `tel:` link of a Dutch number as it is shown: 0123 45 67 89 is tel:+31123456789; short numbers
 * (112) stay as they are.
 */
export function tel(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '')
  return 'tel:' + (/^0\d{9}$/.test(digits) ? '+31' + digits.slice(1) : digits)
}
