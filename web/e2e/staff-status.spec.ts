// The page that says what works: who may see it, what it says when something is wrong, and the test
// mail.
import type { Page } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import type { Mail } from './house'
import {
  chooseAt,
  comeIn,
  expect,
  fitsItsWidth,
  h1,
  isAccessible,
  open,
  people,
  redirectLink,
  test,
  type Person,
  place,
} from './staff'
import type { House } from './staff-house'
import { inLong, ofList } from './long'

type Report = components['schemas']['Report']

const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => page.getByRole('region', { name })
const alert = (page: Page) => main(page).getByRole('alert')
const lookAgain = (page: Page) => page.getByRole('button', { name: 'Kijk opnieuw' })
const address = (page: Page) => page.getByLabel('E-mailadres')
const send = (page: Page) => page.getByRole('button', { name: 'Stuur testmail' })

/** In by the list of screens, as people come; the first look is over. */
async function openStatus(page: Page, p: Person) {
  await comeIn(page, p)
  await place(page, 'Status').click()
  await expect(page).toHaveURL('/beheer/status')
  await expect(lookAgain(page)).toBeVisible()
}

/** A report with every state, long words, and mails that got stuck. */
const everything: Report = {
  checkedAt: '2026-11-24T10:00:00+01:00',
  summary: '1 onderdeel werkt niet. 1 onderdeel vraagt aandacht. 1 onderdeel is nu niet te zien.',
  checks: [
    {
      key: 'mail',
      title: 'Mail',
      state: 'bad',
      says: 'De mailserver mail.een-heel-lange-naam-van-een-server.voorbeeld.example antwoordt niet.',
      since: '2026-11-24T09:30:00+01:00',
      todo: 'Kijk op de server met deploy/doctor, en bel de mailprovider.',
    },
    {
      key: 'certificate',
      title: 'Certificaat van login.een-heel-lange-naam.voorbeeld.example',
      state: 'warn',
      says: 'Het certificaat is nog 9 dagen geldig.',
      since: '2025-12-31T08:00:00+01:00',
    },
    {
      key: 'disk',
      title: 'Schijf van de database',
      state: 'unknown',
      says: 'Dit is nu niet te zien: het antwoord kwam niet op tijd.',
      todo: 'Kijk over vijf minuten nog eens.',
    },
    { key: 'database', title: 'Database', state: 'good', says: 'De database antwoordt.' },
    { key: 'backup', title: 'Reservekopie', state: 'off', says: 'Reservekopieën staan uit.' },
  ],
  versions: [
    {
      name: 'PostgreSQL',
      version: '18.1 (Debian 18.1-1.pgdg13+2) op een machine met een lange naam',
    },
  ],
  mails: [
    {
      kind: 'M1',
      state: 'dead',
      why: 'De mailserver zei: 550 5.1.1 postbus-met-een-heel-lange-naam bestaat niet.',
      at: '2026-11-24T09:58:00+01:00',
      tries: 12,
      id: 'mail_1',
      again: true,
    },
  ],
}

const troubled = (page: Page) =>
  page.route('**/api/status', route => route.fulfill({ json: everything }))
const broken = (page: Page, status = 503) =>
  page.route('**/api/status', route =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { code: 'unavailable', title: '', status },
    }),
  )

test('the coordinator reads it and cannot send a test mail', async ({ page }) => {
  await openStatus(page, people.sanne)
  await expect(h1(page)).toHaveText('Status')
  await expect(h1(page)).toBeFocused()
  await expect(page).toHaveTitle('Status – Herstelruimte')
  await expect(
    section(page, 'Dit werkt')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Database' }) }),
  ).toContainText('Werkt')
  await expect(section(page, 'Versies')).toContainText('PostgreSQL')
  await expect(section(page, 'Testmail sturen')).toHaveCount(0)
  const refused = await page.request.post('/api/status/test-mail', {
    data: { address: 'sanne@voorbeeld.example' },
  })
  expect(refused.status()).toBe(403)
})

const others = [people.jan, people.loes, people.noor, people.henk]
for (const p of ofList(others, p => p === people.henk)) {
  test(`${p.roles[0]} is kindly refused, and asks the server for nothing`, async ({ page }) => {
    await comeIn(page, p)
    await expect(place(page, 'Status')).toHaveCount(0)
    const asked: string[] = []
    page.on('request', r => asked.push(new URL(r.url()).pathname))
    await page.goto('/beheer/status')
    await expect(h1(page)).toHaveText('Status')
    await expect(main(page)).toContainText(
      'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
    )
    expect(asked).not.toContain('/api/status')
    expect((await page.request.get('/api/status')).status()).toBe(403)
    expect(
      (
        await page.request.post('/api/status/test-mail', {
          data: { address: 'x@voorbeeld.example' },
        })
      ).status(),
    ).toBe(403)
  })
}

test('nobody: the notice, and no data', async ({ page, request }) => {
  await open(page, '/beheer/status')
  await expect(h1(page)).toHaveText('Deze pagina is voor medewerkers.')
  expect((await request.get('/api/status')).status()).toBe(401)
  expect((await request.post('/api/status/test-mail', { data: {} })).status()).toBe(401)
})

async function isOnItsWay(page: Page, to: string) {
  const words = section(page, 'Testmail sturen').getByRole('status')
  await expect(words).toContainText(`De testmail is onderweg naar ${to}.`)
  await expect(words).toBeFocused()
}

/** Mail in the catcher of this house to an address, as soon as there is some. */
async function arrived(house: House, to: string): Promise<Mail[]> {
  let found: Mail[] = []
  await expect
    .poll(
      async () => {
        found = ((await (await fetch(house.mail + '/messages.json')).json()) as Mail[]).filter(
          m => m.to === to,
        )
        return found.length
      },
      { message: `mail to ${to}`, timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  return found
}

test('a beheerder sends a test mail, by the keyboard alone, and it arrives', async ({
  page,
  house,
}) => {
  const to = `ilja-${Date.now()}@voorbeeld.example`
  await openStatus(page, people.ilja)
  await tabTo(page, 'Kijk opnieuw')
  const [again] = await Promise.all([
    page.waitForResponse('**/api/status'),
    page.keyboard.press('Enter'),
  ])
  expect(again.status()).toBe(200)
  await expect(lookAgain(page)).toBeFocused()
  await tabTo(page, 'E-mailadres')
  await page.keyboard.type('ilja@')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Er is nog iets nodig' })).toBeFocused()
  await expect(page).toHaveTitle('Let op: Status – Herstelruimte')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(address(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
  await isOnItsWay(page, to)
  await expect(page).toHaveTitle('Status – Herstelruimte')
  expect((await arrived(house, to)).map(m => m.text).join()).toMatch(
    /Dit is een testmail van .*1\d\.\d\d/,
  )
})

/** Presses Tab until the focus is on what has these words. */
async function tabTo(page: Page, words: string) {
  const focused = () =>
    page.evaluate(() => {
      const e = document.activeElement as HTMLElement | null
      return (e instanceof HTMLInputElement ? e.labels?.[0] : e)?.textContent?.trim() ?? ''
    })
  for (let i = 0; i < 60 && (await focused()) !== words; i++) await page.keyboard.press('Tab')
  expect(await focused(), 'reached by Tab').toBe(words)
}

test(
  'a test mail that fails says so, loses nothing, and goes the next time',
  inLong,
  async ({ page, house }) => {
    const to = `later-${Date.now()}@voorbeeld.example`
    await openStatus(page, people.ilja)
    await page.route('**/api/status/test-mail', route =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { code: 'unavailable', title: '', status: 503 },
      }),
    )
    await address(page).fill(to)
    await send(page).click()
    await expect(section(page, 'Testmail sturen')).toContainText('De testmail is niet verstuurd.')
    await expect(address(page)).toHaveValue(to)
    await isAccessible(page)
    await page.unroute('**/api/status/test-mail')
    await page.getByRole('button', { name: 'Probeer opnieuw' }).click()
    await isOnItsWay(page, to)
    await arrived(house, to)
  },
)

test(
  'the sign-in service is down: the page names it, and is glad again by itself',
  inLong,
  async ({ page, house }) => {
    await openStatus(page, people.sanne)
    const culprit = section(page, 'Dit vraagt aandacht').getByRole('heading', {
      name: 'Inloggen van medewerkers',
    })
    await expect(culprit).toHaveCount(0)
    await house.trouble('down')
    await lookUntil(page, () => culprit.count(), 1)
    await house.trouble('none')
    await lookUntil(page, () => culprit.count(), 0)
  },
)

/** Presses "Kijk opnieuw" until it is so. */
async function lookUntil(page: Page, what: () => Promise<number>, wanted: number) {
  await expect
    .poll(
      async () => {
        await Promise.all([page.waitForResponse('**/api/status'), lookAgain(page).click()])
        await expect(lookAgain(page)).not.toHaveAttribute('aria-busy')
        return what()
      },
      { timeout: 30_000, intervals: [1000] },
    )
    .toBe(wanted)
}

test(
  'the server cannot say it: the page says so, leads on, and tries again',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.sanne)
    await broken(page)
    await page.goto('/beheer/status')
    await expect(alert(page)).toHaveText(
      'We konden de status niet laden. Controleer je internet en probeer het opnieuw.',
    )
    await expect(main(page)).toContainText('deploy/doctor')
    await fitsItsWidth(page)
    await isAccessible(page)
    await page.unroute('**/api/status')
    await page.getByRole('button', { name: 'Probeer opnieuw' }).click()
    await expect(lookAgain(page)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
  },
)

test.describe('without internet', () => {
  test.use({ expected: /ERR_INTERNET_DISCONNECTED/ })
  test('the strip tells it, no old answer stays, and what was typed does', async ({
    page,
    context,
  }) => {
    await openStatus(page, people.ilja)
    await address(page).fill('ilja@voorbeeld.example')
    await context.setOffline(true)
    await expect(page.getByText('Je hebt nu geen internet.').first()).toBeVisible()
    await send(page).click()
    await expect(section(page, 'Testmail sturen')).toContainText(
      'Je hebt nu geen internet. De testmail is niet verstuurd.',
    )
    await lookAgain(page).click()
    await expect(alert(page)).toContainText('We konden de status niet laden.')
    await expect(address(page)).toHaveValue('ilja@voorbeeld.example')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Probeer opnieuw' }).first().click()
    await expect(lookAgain(page)).toBeVisible()
  })
})

for (const p of ofList([people.sanne, people.ilja], p => p === people.ilja)) {
  test(`${p.roles[0]}: every state is readable, accessible and fits`, async ({ page }) => {
    await troubled(page)
    await openStatus(page, p)
    await expect(main(page).getByRole('status').filter({ hasText: 'Gekeken op' })).toContainText(
      '1 onderdeel werkt niet. 1 onderdeel vraagt aandacht. 1 onderdeel is nu niet te zien.',
    )
    const attention = section(page, 'Dit vraagt aandacht').getByRole('listitem')
    await expect(attention.last()).toContainText('Niet te zien')
    const first = attention.first()
    await expect(first).toContainText('Kapot')
    await expect(first).toContainText('Sinds dinsdag 24 november om 9.30 uur.')
    await expect(first).toContainText('Wat je kunt doen: Kijk op de server')
    const unused = section(page, 'Dit gebruiken we niet')
    await expect(unused.getByText('Niet ingesteld')).toBeHidden()
    await unused.getByText('Dit gebruiken we niet').click()
    await expect(unused.getByText('Niet ingesteld')).toBeVisible()
    await fitsItsWidth(page)
    await isAccessible(page)
  })
}

test('the real report: accessible and within its width', async ({ page }) => {
  await openStatus(page, people.ilja)
  await fitsItsWidth(page)
  await isAccessible(page)
})

test.describe('a session that ends meanwhile', () => {
  test.use({ expected: /^error: session auth\/login-blocked/ })
  test(
    'leads to signing in and back, and what was typed is still there',
    inLong,
    async ({ page, house }) => {
      await openStatus(page, people.ilja)
      await address(page).fill('ilja@voorbeeld.example')
      await house.press('users/ilja/logout')
      await send(page).click()
      await expect(page).toHaveURL('/login?terug=%2Fbeheer%2Fstatus')
      await redirectLink(page).click()
      await chooseAt(page, people.ilja)
      await expect(page).toHaveURL('/beheer/status')
      await expect(address(page)).toHaveValue('ilja@voorbeeld.example')
    },
  )
})
