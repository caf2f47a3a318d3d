// Every public page, in every state that looks different: what all browsers, and all checks of
// pages, go through.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import {
  askLink,
  datesOf,
  dateWith,
  freeDate,
  freshAddress,
  linkIn,
  mailTo,
  offered,
  openDate,
  other,
  pathOf,
  roomyDate,
  site,
} from './house'
import { newsPath, storyPath } from './reading'
import { expect } from './site'

/** The newest newsletter of the archive. */
async function issue(request: APIRequestContext): Promise<string> {
  const { items } = (await (await request.get(site() + '/api/newsletters')).json()) as {
    items: { id: string }[]
  }
  expect(items.length, 'newsletters in the archive').toBeGreaterThan(0)
  return items[0]!.id
}

export interface Shown {
  path: (request: APIRequestContext) => Promise<string> | string
  h1: string | RegExp
  title: string | RegExp
  status?: number
  /** Words of the main text. */
  says?: string | RegExp
  /** Its path makes a sign-up or an offer: dates have only so many places. */
  makes?: true
  /** Search engines may keep it. */
  indexed?: true
  /** It has an own address on paper, or is made for paper: so many sheets at most. */
  sheets?: number
}

const titled = (t: string) => `${t} – Herstelruimte`
const dateIn =
  (path: keyof typeof pathOf, word: string, ...statuses: Parameters<typeof dateWith>[2][]) =>
  async (r: APIRequestContext) =>
    pathOf[path](await dateWith(r, word, ...statuses))

/** The own page of a sign-up; each test makes one, so that they may run side by side. */
async function own(request: APIRequestContext): Promise<string> {
  const email = freshAddress()
  expect(
    await other(request, await freeDate(request, 'Samen eten', 9), {
      email,
      phone: undefined,
      guests: 1,
      diet: { choices: ['vegetarian'] },
      reminder: true,
    }),
  ).toBe('registered')
  return linkIn((await mailTo(request, email))[0]!)
}
/** The overview of everything of an address, with a sign-up on it. */
async function overview(request: APIRequestContext): Promise<string> {
  const email = freshAddress()
  const date = await roomyDate(request)
  expect(await other(request, date, { email, phone: undefined })).toBe('registered')
  await askLink(request, email)
  return linkIn((await mailTo(request, email, 2)).at(-1)!)
}
/** What the old address of a sign-up gets when another took its place. */
async function wayBack(request: APIRequestContext): Promise<string> {
  const email = freshAddress()
  const date = await roomyDate(request)
  expect(await other(request, date, { email, phone: undefined })).toBe('registered')
  const link = linkIn((await mailTo(request, email))[0]!)
  const changed = await request.patch(site() + '/api/registration', {
    headers: {
      Authorization: 'Aanmelding ' + link.split('/').at(-1)!,
      'Idempotency-Key': randomUUID(),
      'If-Match': '"1"',
    },
    data: { name: 'Ander', email: freshAddress() },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  return linkIn((await mailTo(request, email, 2)).at(-1)!)
}
const at = (stap: string) => async (r: APIRequestContext) => `${await own(r)}?stap=${stap}`

export const pages: Record<string, Shown> = {
  home: {
    path: () => '/',
    h1: 'Een plek om op adem te komen',
    title: /Herstelruimte/,
    indexed: true,
  },
  programme: { path: () => '/agenda', h1: 'Programma', title: titled('Programma'), indexed: true },
  'programme with a filter': {
    path: () => '/agenda?vrij=1',
    h1: 'Programma',
    title: titled('Programma'),
  },
  'programme without a result': {
    path: () => '/agenda?zoek=bestaatniet',
    h1: 'Programma',
    title: titled('Programma'),
  },
  activity: {
    path: async r => pathOf.details(await openDate(r, 'Samen eten', 5)),
    h1: 'Samen eten',
    title: /^Samen eten, .* – Herstelruimte$/,
    indexed: true,
  },
  series: {
    path: dateIn('details', 'WRAP', 'open', 'few'),
    h1: /^WRAP/,
    title: /^WRAP/,
    indexed: true,
  },
  'cancelled activity': {
    path: dateIn('details', 'Creatief atelier', 'cancelled'),
    h1: 'Creatief atelier',
    title: /^Creatief atelier, /,
  },
  about: { path: () => '/about', h1: 'Over ons', title: titled('Over ons'), indexed: true },
  stories: {
    path: () => '/stories',
    h1: 'Herstelverhalen',
    title: 'Verhalen',
    says: 'Deze verhalen gaan over herstel. Ze kunnen je raken.',
  },
  'stories about a theme': {
    path: () => '/stories?thema=naasten',
    h1: 'Herstelverhalen',
    title: 'Verhalen',
    says: 'Mijn broer, en ik ook',
  },
  story: {
    path: () => storyPath('De deur was het moeilijkst'),
    h1: 'De deur was het moeilijkst',
    title: 'Verhaal',
    says: 'Wat mij hielp',
  },
  'story with a note': {
    path: () => storyPath('Terugval en toch verder'),
    h1: 'Terugval en toch verder',
    title: 'Verhaal',
    says: 'Dit verhaal gaat over een moeilijke tijd die terugkwam.',
  },
  'story that was taken back': {
    path: () => storyPath('Een verhaal dat weg mocht'),
    h1: 'Dit verhaal staat niet meer op onze site',
    title: 'Verhaal',
    says: 'De verteller heeft daar zelf voor gekozen.',
    status: 410,
  },
  'unknown story': {
    path: () => '/storydetails/sty_x',
    h1: 'We konden dit verhaal niet vinden.',
    title: 'Verhaal',
    status: 404,
  },
  news: {
    path: () => '/news',
    h1: 'Nieuws',
    title: titled('Nieuws'),
    says: 'Donderdagavond tijdelijk gesloten',
    indexed: true,
  },
  'news of a year': {
    path: () => '/news?jaar=2026',
    h1: 'Nieuws',
    title: titled('Nieuws uit 2026'),
  },
  'news item': {
    path: () => newsPath('De lift doet het weer'),
    h1: 'De lift doet het weer',
    title: titled('De lift doet het weer'),
    indexed: true,
  },
  'news item that is over': {
    path: () => newsPath('Atelier exposeert in de bibliotheek'),
    h1: 'Atelier exposeert in de bibliotheek',
    title: titled('Atelier exposeert in de bibliotheek'),
    says: /Dit bericht is van/,
  },
  'unknown news item': {
    path: () => '/newsdetails/nws_bestaatniet',
    h1: /We konden dit/,
    title: /./,
    status: 404,
  },
  questions: {
    path: () => '/requentlysaskedquestions',
    h1: 'Veelgestelde vragen',
    title: titled('Veelgestelde vragen'),
    says: 'Heb ik een verwijzing nodig?',
    indexed: true,
  },
  'questions that fit': {
    path: () => '/requentlysaskedquestions?zoek=rolstoel',
    h1: 'Veelgestelde vragen',
    title: titled('Veelgestelde vragen'),
    says: 'Er is een lift.',
  },
  'no question that fits': {
    path: () => '/requentlysaskedquestions?zoek=bestaatniet',
    h1: 'Veelgestelde vragen',
    title: titled('Veelgestelde vragen'),
    says: 'Geen antwoord gevonden? Stel je vraag, we helpen graag.',
  },
  impact: {
    path: () => '/impact',
    h1: 'Wat levert het op?',
    title: titled('Impact'),
    says: '7.920',
    indexed: true,
  },
  'impact of another year': {
    path: () => '/impact?jaar=2023',
    h1: 'Wat levert het op?',
    title: / – Herstelruimte$/,
    says: '6.140',
  },
  'infographic for paper': {
    path: () => '/printinfographic',
    h1: 'Dit deden we samen in 2025',
    title: titled('Infographic 2025'),
    says: '7.920',
    sheets: 1,
  },
  contact: {
    path: () => '/contact',
    h1: 'Contact',
    title: titled('Contact'),
    says: 'Kerkplein 12',
    indexed: true,
  },
  'contact about a story': {
    path: () => '/contact?onderwerp=verhaal',
    h1: 'Contact',
    title: titled('Contact'),
    says: 'Schrijf je verhaal hier nog niet op.',
  },
  privacy: {
    path: () => '/privacy',
    h1: 'Privacybeleid',
    title: titled('Privacybeleid'),
    says: 'Dat je ons bezoekt, zegt soms iets over je gezondheid. Daarom gaan we er extra zorgvuldig mee om.',
    indexed: true,
  },
  complaints: {
    path: () => '/klachten',
    h1: 'Klachten',
    title: 'Klachten',
    says: 'Een klacht kost je nooit je plek.',
    indexed: true,
  },
  referrers: {
    path: () => '/verwijzers',
    h1: 'Voor verwijzers',
    title: titled('Voor verwijzers'),
    says: 'De ander komt zelf. Wij vertellen niet wie er komt.',
    indexed: true,
  },
  volunteers: {
    path: () => '/vrijwilligers',
    h1: 'Vrijwilliger worden',
    title: titled('Vrijwilliger worden'),
    says: 'Dan neem je pauze. Een reden hoeft niet.',
    indexed: true,
  },
  newsletter: {
    path: () => '/nieuwsbrief',
    h1: 'Nieuwsbrief',
    title: titled('Nieuwsbrief'),
    says: 'Najaar: nieuwe groepen en warme soep',
    indexed: true,
  },
  'newsletter of the archive': {
    path: async r => '/nieuwsbrief?nummer=' + (await issue(r)),
    h1: /./,
    title: / – Herstelruimte$/,
  },
  'newsletter, to confirm': {
    path: () => '/nieuwsbrief?bevestig=abo_' + 'x'.repeat(43),
    h1: 'Wil je de nieuwsbrief ontvangen?',
    title: titled('Nieuwsbrief'),
  },
  'newsletter, to leave': {
    path: () => '/nieuwsbrief?afmelden=abo_' + 'x'.repeat(43),
    h1: 'Wil je geen nieuwsbrief meer?',
    title: titled('Nieuwsbrief'),
  },
  'week on paper': { path: () => '/agenda/print', h1: /./, title: / – Herstelruimte$/, sheets: 2 },
  'week on large paper': {
    path: () => '/agenda/print?vorm=a3',
    h1: /./,
    title: / – Herstelruimte$/,
    sheets: 2,
  },
  'week in large print': {
    path: () => '/agenda/print?vorm=groot',
    h1: /./,
    title: / – Herstelruimte$/,
    sheets: 6,
  },
  'month on paper': {
    path: () => '/agenda/print?vorm=maand',
    h1: /./,
    title: / – Herstelruimte$/,
    sheets: 8,
  },
  'empty week on paper': {
    path: () => '/agenda/print?week=2027-W40',
    h1: /./,
    title: / – Herstelruimte$/,
    says: 'Er staat deze week nog niets in het programma. De inloop is open op',
    sheets: 1,
  },
  flyer: {
    path: () => '/agenda/print?vorm=flyer&activiteit=wandelen',
    h1: 'Wandelgroep',
    title: / – Herstelruimte$/,
    sheets: 1,
  },
  'activity that stopped': {
    path: () => '/a/zomertuin',
    h1: 'Deze activiteit is gestopt.',
    title: /./,
    status: 410,
  },
  'sign-up': {
    path: async r => pathOf.register(await openDate(r, 'Samen eten', 5)),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'sign-up with a question about support': {
    path: async r => pathOf.register(await openDate(r, 'Rustig bewegen', 5)),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'sign-up of a walk-in': {
    path: dateIn('register', 'Inloop', 'walkin'),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'sign-up of a full date': {
    path: dateIn('register', 'Schrijfcafé', 'waitlist'),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'sign-up of a cancelled date': {
    path: dateIn('register', 'Creatief atelier', 'cancelled'),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'sign-up that is not open yet': {
    path: dateIn('register', 'Avond voor naasten', 'notOpen'),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'sign-up half way a series': {
    path: dateIn('register', 'Training', 'staffOnly'),
    h1: 'Aanmelden',
    title: 'Aanmelden',
  },
  'after signing up': {
    path: async r => pathOf.sequel(await openDate(r, 'Samen eten', 5)),
    h1: 'Aangemeld',
    title: 'Aangemeld',
  },
  'after joining the list': {
    path: async r => pathOf.sequel(await openDate(r, 'Samen eten', 5)) + '?lijst=1',
    h1: 'Wachtlijst',
    title: 'Aangemeld',
  },
  waitlist: {
    path: dateIn('waitlist', 'Schrijfcafé', 'waitlist'),
    h1: 'Wachtlijst',
    title: 'Wachtlijst',
  },
  'waitlist of a date with places': {
    path: async r => pathOf.waitlist(await openDate(r, 'Samen eten', 5)),
    h1: 'Wachtlijst',
    title: 'Wachtlijst',
  },
  'own sign-up': { path: own, h1: 'Je bent aangemeld', title: 'Je aanmelding', makes: true },
  'question before cancelling': {
    path: at('afmelden'),
    h1: /^Wil je je afmelden voor Samen eten op /,
    title: 'Je aanmelding',
    makes: true,
  },
  'question before erasing': {
    path: at('wissen'),
    h1: 'Weet je het zeker?',
    title: 'Je aanmelding',
    makes: true,
  },
  'question of "not me"': {
    path: at('niet-ik'),
    h1: 'Dit was ik niet',
    title: 'Je aanmelding',
    makes: true,
  },
  'address that was taken away': {
    path: wayBack,
    h1: 'Er is iets veranderd',
    title: 'Je aanmelding',
    says: 'Je e-mailadres is weggehaald bij een aanmelding.',
    makes: true,
  },
  'own offer': {
    path: async r => (await offered(r, await freeDate(r, 'Rustig bewegen', 6))).own,
    h1: 'Er is een plek voor je',
    title: 'Wachtlijst',
    makes: true,
  },
  'asking for a link': {
    path: () => '/mijn-aanmeldingen',
    h1: 'Al aangemeld?',
    title: 'Je aanmelding',
    says: 'Stuur mij mijn link opnieuw',
    indexed: true,
  },
  'own overview': {
    path: overview,
    h1: 'Mijn aanmeldingen',
    title: 'Je aanmelding',
    says: 'Dit komt nog',
    makes: true,
  },
  'unknown address': {
    path: () => '/bestaat-niet',
    h1: 'Deze pagina bestaat niet (meer).',
    title: titled('Niet gevonden'),
    status: 404,
  },
  'swapped ids': {
    path: async r => {
      const [a, b] = await datesOf(r, 'Samen eten')
      return `/agendadetails/${a!.id}/${b!.activityId}`
    },
    h1: 'We konden dit niet vinden.',
    title: titled('Niet gevonden'),
    status: 404,
  },
  'unknown link': {
    path: () => '/registrationdetails/aan_' + 'x'.repeat(43),
    h1: 'Deze link werkt niet meer.',
    title: 'Je aanmelding',
    status: 404,
  },
  'staff page': {
    path: () => '/registrationdetails/occ_1',
    h1: 'Deze pagina is voor medewerkers.',
    title: 'Je aanmelding',
  },
}

/** One of each frame: its menus and landmarks are the same on the other pages. */
export const framed = new Set(['home', 'sign-up', 'week on paper', 'flyer', 'staff page'])
