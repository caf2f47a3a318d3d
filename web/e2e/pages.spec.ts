// What holds for every public page, with and without JavaScript.
import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { datesOf, dateWith, freshAddress, linkIn, mailTo, offered, openDate, other, pathOf, site } from './house'
import { chose, expect, open, test } from './site'

interface Shown {
  path: (request: APIRequestContext) => Promise<string> | string
  h1: string | RegExp
  title: string | RegExp
  status?: number
}

const titled = (t: string) => `${t} – Herstelruimte`
const dateIn = (path: keyof typeof pathOf, word: string, ...statuses: Parameters<typeof dateWith>[2][]) => async (r: APIRequestContext) => pathOf[path](await dateWith(r, word, ...statuses))

/** The own page of a sign-up; each test makes one, so that they may run side by side. */
async function own(request: APIRequestContext): Promise<string> {
  const email = freshAddress()
  expect(await other(request, await openDate(request, 'Samen eten', 6), { email, phone: undefined, guests: 1, diet: { choices: ['vegetarian'] }, reminder: true })).toBe('registered')
  return linkIn((await mailTo(request, email))[0]!)
}
const at = (stap: string) => async (r: APIRequestContext) => `${await own(r)}?stap=${stap}`

const pages: Record<string, Shown> = {
  'home': { path: () => '/', h1: 'Een plek om op adem te komen', title: /Herstelruimte/ },
  'programme': { path: () => '/agenda', h1: 'Programma', title: titled('Programma') },
  'programme with a filter': { path: () => '/agenda?vrij=1', h1: 'Programma', title: titled('Programma') },
  'programme without a result': { path: () => '/agenda?zoek=bestaatniet', h1: 'Programma', title: titled('Programma') },
  'activity': { path: async r => pathOf.details(await openDate(r, 'Samen eten', 5)), h1: 'Samen eten', title: /^Samen eten, .* – Herstelruimte$/ },
  'series': { path: dateIn('details', 'WRAP', 'open', 'few'), h1: /^WRAP/, title: /^WRAP/ },
  'cancelled activity': { path: dateIn('details', 'Creatief atelier', 'cancelled'), h1: 'Creatief atelier', title: /^Creatief atelier, / },
  'about': { path: () => '/about', h1: 'Over ons', title: titled('Over ons') },
  'sign-up': { path: async r => pathOf.register(await openDate(r, 'Samen eten', 5)), h1: 'Aanmelden', title: 'Aanmelden' },
  'sign-up with a question about support': { path: async r => pathOf.register(await openDate(r, 'Rustig bewegen', 5)), h1: 'Aanmelden', title: 'Aanmelden' },
  'sign-up of a walk-in': { path: dateIn('register', 'Inloop', 'walkin'), h1: 'Aanmelden', title: 'Aanmelden' },
  'sign-up of a full date': { path: dateIn('register', 'Schrijfcafé', 'waitlist'), h1: 'Aanmelden', title: 'Aanmelden' },
  'sign-up of a cancelled date': { path: dateIn('register', 'Creatief atelier', 'cancelled'), h1: 'Aanmelden', title: 'Aanmelden' },
  'sign-up that is not open yet': { path: dateIn('register', 'Avond voor naasten', 'notOpen'), h1: 'Aanmelden', title: 'Aanmelden' },
  'sign-up half way a series': { path: dateIn('register', 'Training', 'staffOnly'), h1: 'Aanmelden', title: 'Aanmelden' },
  'after signing up': { path: async r => pathOf.sequel(await openDate(r, 'Samen eten', 5)), h1: 'Aangemeld', title: 'Aangemeld' },
  'after joining the list': { path: async r => pathOf.sequel(await openDate(r, 'Samen eten', 5)) + '?lijst=1', h1: 'Wachtlijst', title: 'Aangemeld' },
  'waitlist': { path: dateIn('waitlist', 'Schrijfcafé', 'waitlist'), h1: 'Wachtlijst', title: 'Wachtlijst' },
  'waitlist of a date with places': { path: async r => pathOf.waitlist(await openDate(r, 'Samen eten', 5)), h1: 'Wachtlijst', title: 'Wachtlijst' },
  'own sign-up': { path: own, h1: 'Je aanmelding', title: 'Je aanmelding' },
  'question before cancelling': { path: at('afmelden'), h1: /^Wil je je afmelden voor Samen eten op /, title: 'Je aanmelding' },
  'question before erasing': { path: at('wissen'), h1: 'Weet je het zeker?', title: 'Je aanmelding' },
  'question of "not me"': { path: at('niet-ik'), h1: 'Dit was ik niet', title: 'Je aanmelding' },
  'own offer': { path: async r => (await offered(r, 'Rustig bewegen', 6)).own, h1: 'Wachtlijst', title: 'Wachtlijst' },
  'unknown address': { path: () => '/bestaat-niet', h1: 'Deze pagina bestaat niet (meer).', title: titled('Niet gevonden'), status: 404 },
  'swapped ids': { path: async r => { const [a, b] = await datesOf(r, 'Samen eten'); return `/agendadetails/${a!.id}/${b!.activityId}` }, h1: 'We konden dit niet vinden.', title: titled('Niet gevonden'), status: 404 },
  'unknown link': { path: () => '/registrationdetails/aan_' + 'x'.repeat(43), h1: 'Deze link werkt niet meer.', title: 'Je aanmelding', status: 404 },
  'staff page': { path: () => '/registrationdetails/occ_1', h1: 'Deze pagina is voor medewerkers.', title: 'Je aanmelding' },
}

/** Text as people see it; on pages with a form all of it, because there JavaScript hides questions and shows ticks.
 *  Without the buttons that need JavaScript ("Print", "Deel"), and without what says something else then: the strip, the foot on paper. */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const elsewhere = 'noscript, .notice, .print-foot, main .row:has(> button[type=button])'
    const root = document.getElementById('root')!
    if (root.querySelector('form.form')) {
      const copy = root.cloneNode(true) as HTMLElement
      for (const n of copy.querySelectorAll(elsewhere)) n.remove()
      return copy.textContent!.replaceAll('(als dit voor jou geldt)', '').replace(/\s+/g, '')
    }
    for (const n of root.querySelectorAll<HTMLElement>(elsewhere)) n.hidden = true // React still needs them
    return root.innerText.replace(/\s+/g, ' ').trim()
  })
}

async function plainText(browser: Browser, path: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await chose(context, site())
  const page = await context.newPage()
  await page.goto(site() + path)
  const text = await textOf(page)
  await context.close()
  return text
}

/** Everything axe knows; in the dark only what colours can change. */
async function isAccessible(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }) // colours must not be on their way
  const axe = new AxeBuilder({ page })
  const { violations } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze()
  expect.soft(violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).join(', ')}`)).toEqual([])
}

for (const [name, shown] of Object.entries(pages)) {
  test(`${name}: readable, accessible, quiet`, async ({ page, browser, request, watched }) => {
    const path = await shown.path(request)
    const answer = await open(page, path, true)
    expect(answer!.status()).toBe(shown.status ?? 200)
    expect(watched.requests.filter(r => r.path.startsWith('/api/')), 'hydrates without asking the API').toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.h1)
    await expect(page).toHaveTitle(shown.title)
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await test.step('no sideways scrolling', async () => {
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
      }
    })
    for (const width of [390, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await test.step(`axe at ${width} px, ${colorScheme}`, async () => {
          await page.setViewportSize({ width, height: 844 })
          await isAccessible(page, colorScheme)
        })
      }
    }
    await test.step('the same text with and without JavaScript', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(async () => { // other tests sign up meanwhile: a status may change between the two looks
        const plain = await plainText(browser, path)
        await open(page, path, true)
        expect(await textOf(page)).toBe(plain)
      }).toPass({ timeout: 20_000 })
    })
  })
}

test('a form with mistakes is accessible', async ({ page, request }) => {
  await open(page, pathOf.register(await openDate(request, 'Samen eten', 5)), true)
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('group', { name: /^Kijk nog even/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await isAccessible(page, colorScheme)
  }
})
