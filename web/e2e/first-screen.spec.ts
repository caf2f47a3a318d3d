// Five seconds: what of a page is wholly in the first screen of a small phone, above the question
// about statistics, which is open.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import {
  datesOf,
  dateWith,
  fillUp,
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
import { signInByCalls } from './session'
import { expect, inFirstScreen, open, signUp, test } from './site'

test.use({ firstVisit: true, viewport: { width: 360, height: 640 } })

type Line = components['schemas']['Line']
type Seen = (main: Locator) => Locator
const h1: Seen = main => main.getByRole('heading', { level: 1 })
const link =
  (name: string | RegExp): Seen =>
  main =>
    main.getByRole('link', { name }).first()
const part =
  (selector: string): Seen =>
  main =>
    main.locator(selector).first()
const opening = part('.sign b')

const pages: Record<string, readonly [path: string, ...seen: Seen[]]> = {
  home: ['/', h1, part('.lead'), opening, link('Bekijk het programma')],
  programme: ['/agenda', h1, part('.lead'), link('Nog plek'), part('.day-head'), part('.act h3')],
  referrers: ['/verwijzers', h1, part('.lead'), link(/^Bel /)],
  contact: ['/contact', h1, opening, part('.sign-phone')],
}

// What is read. A page of one thing is reached by the first link of its list.
const reading: typeof pages = {
  stories: ['/stories', h1, part('.lead'), part('.themes summary'), part('.item h3')],
  'a story': ['/stories .item a', h1, part('.muted'), part('.drawing')],
  news: ['/news', h1, part('.item h3'), part('.item:nth-child(2) h3')],
  'a news item': ['/news .item a', h1, part('time'), part('.drawing')],
  questions: ['/requentlysaskedquestions', h1, part('#zoek'), part('.faq h3')],
  figures: ['/impact', h1, part('.chip[aria-current]'), part('.stat b'), part('.stat span')],
  about: ['/about', h1, part('.lead'), part('img'), part('.at-table h2')],
  privacy: ['/privacy', h1, part('.lead'), part('.index h2'), part('.index li')],
  'not found': ['/bestaat-niet', h1, part('#zoek'), link('Programma')],
}

/** Six sizes of letters, times larger than titles, and the display face for titles and quotes. */
const lettersOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const sizes = ['s', 'm', 'l', 'xl', '3xl', '4xl'].map(size => {
      probe.style.fontSize = `var(--text-${size})`
      return getComputedStyle(probe).fontSize
    })
    probe.remove()
    const sizeOf = (e: Element | null) => (e ? parseFloat(getComputedStyle(e).fontSize) : NaN)
    const odd = [...document.querySelectorAll('body :not(svg *, .logo *)')].filter(e => {
      if (![...e.childNodes].some(n => n.nodeType === 3 && n.nodeValue!.trim())) return false
      if (!e.getClientRects().length) return false
      const { fontSize, fontFamily } = getComputedStyle(e)
      const display = fontFamily.startsWith('Caprasimo') && !e.closest('h1, blockquote')
      return display || !sizes.includes(fontSize)
    })
    const low = [...document.querySelectorAll('.act')].filter(
      act => sizeOf(act.querySelector('.act-time b')) <= sizeOf(act.querySelector('h3, h4')),
    )
    return [...odd, ...low].map(e => e.outerHTML.slice(0, 120))
  })

async function isSeen(page: Page, seen: readonly Seen[]) {
  expect(await lettersOf(page), 'odd letters').toEqual([])
  const banner = page.getByRole('region', { name: 'Keuze over statistiek' })
  await expect(banner).toBeVisible()
  expect((await banner.boundingBox())!.height, 'the question').toBeLessThanOrEqual(120)
  for (const one of seen) await inFirstScreen(page, one(page.getByRole('main')))
  if (page.viewportSize()!.width < 360) return
  const foot = await page.getByRole('contentinfo').boundingBox()
  expect(foot!.height, 'the footer').toBeLessThanOrEqual(640)
}

for (const [name, [at, ...seen]] of Object.entries({ ...pages, ...reading }))
  test(`${name}: what one came for is in the first screen`, async ({ page, js }) => {
    const [path, ...first] = at.split(' ')
    await open(page, path!, js)
    if (first.length) await open(page, await hrefOf(page, first.join(' ')), js)
    await isSeenAtEachWidth(page, seen)
  })

const hrefOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().getAttribute('href'))!

test('an activity: what one came for is in the first screen', async ({ page, js, request }) => {
  const { activityId, id } = await openDate(request, 'atelier', 0)
  await open(page, `/agendadetails/${activityId}/${id}`, js)
  await isSeenAtEachWidth(page, [h1, part('.when'), part('.badge'), link('Meld je aan')])
})

// ---- Forms, what comes after them, own pages, the states of a date ----

const button =
  (name: string | RegExp): Seen =>
  main =>
    main.getByRole('button', { name })
const says =
  (words: string | RegExp): Seen =>
  main =>
    main.getByText(words).first()
const field =
  (label: string): Seen =>
  main =>
    main.getByLabel(label)
const title =
  (words: string | RegExp): Seen =>
  main =>
    main.getByRole('heading', { level: 1, name: words })
const when = part('.when-time')

type Ask = APIRequestContext
const state =
  (word: string, ...statuses: Line['status'][]) =>
  async (r: Ask) =>
    pathOf.details(await dateWith(r, word, ...statuses))

/** Gives the path, or goes there itself. */
type Way = (r: Ask, page: Page) => Promise<string | void>
const states: Record<string, readonly [way: Way, ...seen: Seen[]]> = {
  'walk-in that goes on': [
    shownAs('Inloop', { now: true }),
    h1,
    when,
    says('Nu bezig'),
    says('Je hoeft je niet aan te melden.'),
    link('Kom langs: zo vind je ons'),
  ],
  'walk-in of another day': [
    async r => pathOf.details((await datesOf(r, 'Inloop'))[0]!),
    h1,
    when,
    part('.badge'),
    says('Kom gewoon langs.'),
  ],
  'few places': [state('Samen eten', 'few'), h1, when, part('.badge'), link('Meld je aan')],
  'full with a waitlist': [
    state('Schrijfcafé', 'waitlist'),
    h1,
    when,
    says('Vol: wachtlijst'),
    link('Zet mij op de wachtlijst'),
  ],
  'full, and so is the waitlist': [
    shownAs('Rustig bewegen', { status: 'full', seats: { free: 0, total: 12 } }),
    h1,
    when,
    says('Vol'),
    says(/^De wachtlijst is ook vol/),
  ],
  'series with a long title': [
    state('WRAP', 'open', 'few'),
    h1,
    when,
    part('.badge'),
    link('Meld je aan voor de reeks'),
  ],
  'half way a series': [state('Training', 'staffOnly'), h1, when, says(/^Instappen kan/)],
  'not open yet': [state('Avond voor naasten', 'notOpen'), h1, when, part('.badge')],
  moved: [
    async r => pathOf.details((await datesOf(r, 'Jong en onderweg')).find(l => l.moved)!),
    h1,
    says(/^Verplaatst naar /),
    part('del'),
    when,
    link('Meld je aan'),
  ],
  cancelled: [
    state('Creatief atelier', 'cancelled'),
    h1,
    part('.off-line'),
    part('.date-panel p:has(> .was)'),
    link(/^Kom op /),
  ],
  'that was': [
    async r => {
      const week = await r.get(`${site()}/api/occurrences?week=2026-W48`)
      const { items } = (await week.json()) as { items: Line[] }
      return pathOf.details(items.find(l => l.status === 'done')!)
    },
    h1,
    says('Deze activiteit is geweest.'),
    part('.date-panel p:has(> time)'),
    link(/^Kom op /),
  ],
  'sign-up': [
    async r => pathOf.register(await openDate(r, 'Samen eten', 5)),
    h1,
    part('.about strong'),
    part('.about time'),
    field('Hoe mogen we je noemen?'),
  ],
  'sign-up of a full date': [
    async r => pathOf.register(await dateWith(r, 'Schrijfcafé', 'waitlist')),
    h1,
    part('.about time'),
    link('Zet mij op de wachtlijst'),
  ],
  waitlist: [
    async r => pathOf.waitlist(await dateWith(r, 'Schrijfcafé', 'waitlist')),
    h1,
    part('.about time'),
    field('Hoe mogen we je noemen?'),
  ],
  'after signing up': [
    async (r, page) => {
      await open(page, pathOf.register(await openDate(r, 'Rustig bewegen', 10)), true)
      await signUp(page, { name: 'Sanne', email: freshAddress() })
      await page.waitForURL(/registrationsequel/)
    },
    title('Gelukt, Sanne!'),
    part('.panel > p'),
    when,
    link('Zet in mijn agenda'),
  ],
  'after joining the waitlist, read again': [
    async r => pathOf.sequel(await openDate(r, 'Samen eten', 5)) + '?lijst=1',
    title('Wachtlijst'),
    when,
  ],
  'after signing up, read again': [
    async r => pathOf.sequel(await openDate(r, 'Samen eten', 5)),
    title('Aangemeld'),
    when,
    link('Zet in mijn agenda'),
  ],
  complaints: [
    async () => '/klachten',
    h1,
    says('Een klacht kost je nooit je plek. Anoniem mag.'),
    link('Schrijf je klacht'),
    link('Ik heb al een nummer'),
  ],
  volunteers: [
    async () => '/vrijwilligers',
    h1,
    part('.lead'),
    link('Ik wil meedoen'),
    says('Waar zoeken we iemand voor?'),
  ],
  newsletter: [
    async () => '/nieuwsbrief',
    h1,
    says(/^Ongeveer 6 keer per jaar/),
    field('E-mailadres'),
  ],
  'newsletter, to confirm': [
    async () => '/nieuwsbrief?bevestig=abo_' + 'x'.repeat(43),
    title('Wil je de nieuwsbrief ontvangen?'),
    button('Ja, stuur mij de nieuwsbrief'),
  ],
  'newsletter, to leave': [
    async () => '/nieuwsbrief?afmelden=abo_' + 'x'.repeat(43),
    title('Wil je geen nieuwsbrief meer?'),
    button('Meld mij af'),
  ],
  'own place': [
    r => own(r),
    title('Je bent aangemeld'),
    when,
    link('Zet in mijn agenda'),
    link('Ik kan niet komen'),
  ],
  'own offer': [
    async r => (await offered(r, await freeDate(r, 'Rustig bewegen', 8))).own,
    title('Er is een plek voor je'),
    when,
    says(/^We houden hem voor je vast tot /),
    button('Ja, ik kom'),
    button('Nee, dank je'),
  ],
  'own place, given back': [
    async r => {
      const link = await own(r)
      const back = await r.delete(`${site()}/api/registration`, { headers: holding(link) })
      expect(back.status(), await back.text()).toBe(200)
      return link
    },
    title('Je bent afgemeld'),
    when,
    says(/^Fijn dat je het laat weten/),
    button('Toch komen?'),
  ],
  'own place of a date that was called off': [
    async r => {
      const date = await freeDate(r, 'Rustig bewegen', 16)
      const link = await own(r, date)
      await signInByCalls(r, 'sanne')
      const say = { reason: 'ill', text: 'De begeleider is ziek.' }
      const path = `/api/occurrences/${date.id}/off`
      const asked = await r.post(path + '/check', { data: say })
      const { fingerprint } = (await asked.json()) as { fingerprint: string }
      const off = await r.post(path, { data: { ...say, fingerprint } })
      expect(off.status(), await off.text()).toBe(200)
      return link
    },
    title('Gaat niet door'),
    part('.own .panel p:has(.was)'),
    says('De begeleider is ziek.'),
  ],
  'own entry': [
    async r => {
      const [date, email] = [await freeDate(r, 'Rustig bewegen', 12), freshAddress()]
      await fillUp(r, date)
      expect(await other(r, date, { email, phone: undefined, ifFull: 'waitlist' })).toBe('waiting')
      return linkIn((await mailTo(r, email))[0]!)
    },
    title('Je staat op de wachtlijst'),
    when,
  ],
}

/** A date in a state that no date has at this hour: one comes to it from the list. */
function shownAs(word: string, more: object): Way {
  return async (r, page) => {
    const { id } = (await datesOf(r, word)).at(-1)!
    await page.route(`**/api/activities/*/occurrences/${id}`, async route => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...((await answer.json()) as object), ...more } })
    })
    await open(page, '/agenda?zoek=' + word, true)
    await page.locator(`a[href$="${id}"]`).first().click()
    await page.waitForURL('**/agendadetails/**')
  }
}

/** The own page of somebody who just signed up. */
async function own(r: Ask, date?: Line) {
  const email = freshAddress()
  await other(r, date ?? (await roomyDate(r)), { email, phone: undefined })
  return linkIn((await mailTo(r, email))[0]!)
}
const holding = (link: string) => ({
  Authorization: 'Aanmelding ' + link.split('/').at(-1)!,
  'Idempotency-Key': randomUUID(),
})

/** In the demo alone there is a strip more. */
async function isSeenAtEachWidth(page: Page, seen: readonly Seen[]) {
  await page.locator('.sample').evaluate(e => e.remove())
  for (const width of [320, 390, 360]) {
    await page.setViewportSize({ width, height: 640 })
    await isSeen(page, seen)
  }
}

for (const [name, [way, ...seen]] of Object.entries(states))
  test(`${name}: what one came for is in the first screen`, async ({ page, request }) => {
    const path = await way(request, page)
    if (path) await open(page, path, true)
    await isSeenAtEachWidth(page, seen)
  })
