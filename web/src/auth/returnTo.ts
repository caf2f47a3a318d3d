// Where a person may go after signing in: pages of ours that we know, and nothing else.

/** Nothing was asked for: the staff area leads on to the first screen of whoever comes in. */
export const startPage = '/beheer?eerst'

/**
 * Whole first parts of a path. Sign-in pages are not among them, nor pages whose address is a
 * secret.
 */
const sections = [
  '/beheer',
  '/editactivity',
  '/addStory',
  '/editstory',
  '/addnewsitem',
  '/editnews',
  '/home',
  '/agenda',
  '/agendadetails',
  '/register',
  '/mijn-aanmeldingen',
  '/stories',
  '/storydetails',
  '/news',
  '/newsdetails',
  '/requentlysaskedquestions',
  '/impact',
  '/printinfographic',
  '/about',
  '/contact',
  '/privacy',
  '/klachten',
  '/verwijzers',
  '/vrijwilligers',
  '/nieuwsbrief',
]

/** Paths whose last part carries a kind; the visitor's tokens begin otherwise. */
const kinds = ['/registrationdetails/occ_', '/registrationdetails/reg_', '/waitlist/occ_']

/** The path as the browser will read it, or the start when it leads elsewhere. */
export function safeReturn(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || /[\\\s\p{Cc}]/u.test(path))
    return startPage
  const base = 'https://own.invalid'
  if (!URL.canParse(path, base)) return startPage
  const { origin, pathname, search, hash } = new URL(path, base)
  if (origin !== base || /\/\/|%2f|%5c|%25/i.test(pathname)) return startPage
  const known =
    pathname === '/' ||
    sections.some(s => pathname === s || pathname.startsWith(s + '/')) ||
    kinds.some(k => pathname.startsWith(k))
  return known ? pathname + search + hash : startPage
}
