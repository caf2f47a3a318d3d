// The settings besides hours and terms: each is changed and published, visitors read it at once
// where it shows, a mistake is told at its place, and whoever may not is refused by the API too. In
// a house of its own: there is one of each.
import type { Page } from '@playwright/test'
import { inLong, some } from './long'
import {
  allSteps,
  comeIn,
  expect,
  fitsItsWidth,
  h1,
  isAccessible,
  open,
  people,
  test,
} from './staff'

// Whoever leaves a page at once may leave while the staff worker is being told.
test.use({ expected: /status of (409|422)|shell auth\/internal-error/ })
test.describe.configure({ timeout: 120_000 })

const titles = {
  house: 'Naam, adres en contact',
  rooms: 'Ruimtes',
  crisis: 'Hulpnummers',
  forms: 'Formulieren',
  search: 'Zoekwoorden',
  waitlist: 'Wachtlijst',
  technical: 'Techniek',
} as const
type Block = keyof typeof titles

async function openBlock(page: Page, block: Block) {
  await page.goto('/beheer/instellingen')
  await page.getByRole('main').getByRole('link', { name: titles[block] }).click()
  await expect(h1(page)).toHaveText(titles[block])
}

async function publish(page: Page) {
  const answered = page.waitForResponse(
    r => r.request().method() === 'POST' && r.url().endsWith('/publish'),
  ) // the words of the last time may stand there
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  expect((await answered).status()).toBe(200)
  await expect(page.getByText('Staat online.').first()).toBeVisible()
}

/** Publishing says what is wrong, at the top and at the field; what was typed stays. */
async function isRefused(page: Page, label: string, typed: string, words: string) {
  const field = page.getByLabel(label).first()
  await field.fill(typed)
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await page.getByRole('link', { name: words }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue(typed)
  await expect(field).toHaveAccessibleDescription(new RegExp(words.replace(/[.()]/g, '\\$&')))
}

const main = (page: Page) => page.getByRole('main')

test('the house: the next visitor reads the new phone and address; a bad number and a script are told at their fields', async ({
  page,
  elsewhere,
}) => {
  const visitor = await elsewhere()
  await visitor.goto('/')
  await comeIn(page, people.sanne)
  await openBlock(page, 'house')
  await isRefused(
    page,
    'Telefoon',
    'bel maar',
    'Dit telefoonnummer klopt niet. Een voorbeeld: 0123 45 67 89.',
  )
  await page.getByLabel('Telefoon').fill('0123 45 67 00')
  await isRefused(
    page,
    'Facebook',
    'javascript:alert(1)',
    'Vul een adres in dat begint met https://.',
  )
  await page.getByLabel('Facebook').fill('https://facebook.example/plein')
  await page.getByLabel('Adres', { exact: true }).fill('Kerkplein 14\n1234 AB Veldermeer')
  await fitsItsWidth(page)
  await isAccessible(page)
  await publish(page)
  await visitor.reload()
  await expect(
    visitor.getByRole('contentinfo').getByRole('link', { name: '0123 45 67 00' }),
  ).toHaveAttribute('href', 'tel:+31123456700')
  await expect(visitor.getByRole('contentinfo').getByText('Kerkplein 14')).toBeVisible()
  await expect(
    visitor.getByRole('contentinfo').getByRole('link', { name: /^Facebook/ }),
  ).toHaveAttribute('href', 'https://facebook.example/plein')
})

test('search words: visitors find by a new one at once; a line of one word is told', async ({
  page,
  elsewhere,
}) => {
  await comeIn(page, people.sanne)
  await openBlock(page, 'search')
  const words = page.getByLabel('Woorden die hetzelfde betekenen')
  const before = await words.inputValue()
  await words.fill(before + '\npenseel')
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await page.getByRole('link', { name: /^Schrijf op elke regel minstens twee woorden/ }).click()
  await expect(words).toBeFocused()
  await words.fill(before + '\npenseel, atelier')
  await fitsItsWidth(page)
  await isAccessible(page)
  await publish(page)
  const visitor = await elsewhere()
  await visitor.goto('/agenda?zoek=penseel')
  await expect(visitor.getByRole('link', { name: /Creatief atelier/ }).first()).toBeVisible()
})

test(
  'numbers to call: the help block has the new one and the day of looking; a number that is not in its text is told',
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.sanne)
    await openBlock(page, 'crisis')
    await page.getByRole('button', { name: 'Voeg een hulpnummer toe' }).click()
    const last = page.getByRole('group', { name: /^Hulpnummer \d+$/ }).last()
    await last.getByLabel('Tekst').fill('Iemand in de buurt belt met je: 0123 45 67 11.')
    await last.getByLabel('Nummer om te bellen').fill('0123 45 67 12')
    await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
    await page.getByRole('link', { name: 'Schrijf het nummer ook precies zo in de tekst.' }).click()
    await expect(last.getByLabel('Nummer om te bellen')).toBeFocused()
    await expect(last.getByLabel('Tekst')).toHaveValue(
      'Iemand in de buurt belt met je: 0123 45 67 11.',
    )
    await last.getByLabel('Nummer om te bellen').fill('0123 45 67 11')
    await page.getByRole('button', { name: 'Vandaag nagekeken' }).click()
    await fitsItsWidth(page)
    await isAccessible(page)
    await publish(page)
    const visitor = await elsewhere()
    await visitor.goto('/contact#hulp')
    const help = visitor.getByRole('region', { name: 'Heb je nu hulp nodig?' })
    await expect(help).toContainText('Iemand in de buurt belt met je: 0123 45 67 11.')
    await expect(help).toContainText(/Nummers nagekeken op (dinsdag )?24 november 2026\./)
  },
)

test(
  'rooms: a new one can be chosen for an activity; one without a name is told',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.sanne)
    await openBlock(page, 'rooms')
    await page.getByRole('button', { name: 'Voeg een ruimte toe' }).click()
    const last = page.getByRole('group', { name: /^Ruimte \d+$/ }).last()
    await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
    await page.getByRole('link', { name: 'Vul de naam van de ruimte in, of haal hem weg.' }).click()
    await expect(last.getByLabel('Naam')).toBeFocused()
    await last.getByLabel('Naam').fill('Serre')
    await fitsItsWidth(page)
    await isAccessible(page)
    await publish(page)
    await page.goto('/editactivity/new')
    await allSteps(page)
    await page.getByLabel('Waar', { exact: true }).selectOption('Serre')
  },
)

test(
  'forms: without the contact form visitors find phone and mail, and a form that was open is answered kindly',
  inLong,
  async ({ page, elsewhere }) => {
    const visitor = await elsewhere()
    await visitor.goto('/contact')
    const form = visitor.getByRole('region', { name: 'Stuur ons een bericht' })
    await expect(form).toBeVisible()
    await comeIn(page, people.sanne)
    await openBlock(page, 'forms')
    await isRefused(
      page,
      'Wie hoort van nieuwe berichten',
      'niemand',
      'Dit e-mailadres klopt niet. Een voorbeeld: naam@voorbeeld.nl.',
    )
    await page.getByLabel('Wie hoort van nieuwe berichten').fill('')
    await page.getByLabel('Zet het contactformulier uit').check()
    await fitsItsWidth(page)
    await isAccessible(page)
    await publish(page)
    await visitor.reload()
    await expect(main(visitor).getByRole('link', { name: /^Bel / })).toBeVisible()
    await expect(form).toHaveCount(0)
    // the tests after this one play in the same house
    await page.getByLabel('Zet het contactformulier uit').uncheck()
    await publish(page)
    await visitor.reload()
    await expect(form).toBeVisible()
  },
)

test(
  'the clock of the waitlist: hours that do not fit are told, and what is published stays',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.sanne)
    await openBlock(page, 'waitlist')
    await page.getByLabel('Uren tellen tot').selectOption('08.00')
    await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
    await page.getByRole('link', { name: 'De eindtijd ligt vóór de begintijd.' }).click()
    await expect(page.getByLabel('Uren tellen tot')).toBeFocused()
    await expect(page.getByLabel('Uren tellen tot')).toHaveValue('08.00')
    await page.getByLabel('Uren tellen tot').selectOption('21.00')
    await page.getByLabel('Bedenktijd', { exact: true }).fill('30')
    await fitsItsWidth(page)
    await isAccessible(page)
    await publish(page)
    await page.reload()
    await expect(page.getByLabel('Bedenktijd', { exact: true })).toHaveValue('30')
    await expect(page.getByLabel('Uren tellen tot')).toHaveValue('21.00')
  },
)

test(
  'technique: the next mail to a visitor comes from the new name; only a beheerder gets there',
  inLong,
  async ({ page, elsewhere, house }) => {
    await comeIn(page, people.ilja)
    await openBlock(page, 'technical')
    await isRefused(
      page,
      'Netwerk van het huis',
      'thuis',
      'Dit is geen netwerk. Een voorbeeld: 192.0.2.0/24.',
    )
    await page.getByLabel('Netwerk van het huis').fill('')
    await page.getByLabel('Naam van de afzender van mails').fill('Het Kerkplein')
    await fitsItsWidth(page)
    await isAccessible(page)
    await publish(page)
    const visitor = await elsewhere()
    const email = `lezer-${Date.now()}@voorbeeld.example`
    await subscribe(visitor, email)
    await expect
      .poll(async () => (await mailTo(house.mail, email)).map(m => m.from).join(), {
        timeout: 20_000,
      })
      .toContain('Het Kerkplein')
    const sanne = await elsewhere()
    await comeIn(sanne, people.sanne, '/beheer/instellingen')
    await expect(main(sanne).getByRole('link', { name: 'Hulpnummers' })).toBeVisible()
    await expect(main(sanne).getByRole('link', { name: 'Techniek' })).toHaveCount(0)
    await sanne.goto('/beheer/instellingen/technical')
    await expect(main(sanne)).toContainText('Hier heb je geen rechten voor.')
  },
)

/** Of everybody: what the API answers to reading a block, and to writing one. */
const may: Record<string, Partial<Record<Block, [read: number, write: number]>>> = {
  jan: {},
  loes: {},
  henk: {},
  wim: {},
  noor: { house: [200, 403] },
  sanne: {
    house: [200, 200],
    rooms: [200, 200],
    crisis: [200, 200],
    forms: [200, 200],
    waitlist: [200, 200],
    search: [200, 200],
  },
  ilja: {
    house: [200, 200],
    rooms: [200, 200],
    crisis: [200, 200],
    forms: [200, 200],
    waitlist: [200, 200],
    search: [200, 200],
    technical: [200, 200],
  },
}

// what the API answers to each role is told in the golden table and in internal/house
for (const [login, allowed] of some(may, 'noor', 'ilja')) {
  const person = people[login as keyof typeof people]
  test(`${person.roles[0] ?? 'no role'}: the API lets through what the screen shows, and nothing else`, async ({
    page,
  }) => {
    await comeIn(page, person)
    for (const block of Object.keys(titles) as Block[]) {
      const [read, write] = allowed[block] ?? [403, 403]
      expect(await answerOf(page, block), block).toEqual([read, write])
    }
    await page.goto('/beheer/instellingen/house')
    if (allowed.house)
      await expect(page.getByLabel('Naam', { exact: true })).toHaveJSProperty(
        'readOnly',
        allowed.house[1] === 403,
      )
    else
      await expect(main(page)).toContainText(
        person.roles.length
          ? 'Hier heb je geen rechten voor.'
          : 'je account heeft nog geen rechten',
      )
  })
}

/** Reads a block and saves it as it is, as the page does it. */
const answerOf = (page: Page, block: Block) =>
  page.evaluate(async address => {
    const got = await fetch(address)
    const draft = got.ok
      ? ((await got.json()) as { version: number; doc: unknown })
      : { version: 0, doc: {} }
    const put = await fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': `"${draft.version}"` },
      body: JSON.stringify({ doc: draft.doc }),
    })
    return [got.status, put.status]
  }, `/api/drafts/settings/${block}`)

test('newsletter sign-ups: counts for redactie, addresses for the coordinator, pending until the mail is answered, and each look is in the log', async ({
  page,
  elsewhere,
  house,
}) => {
  const email = `nieuwsbrief-${Date.now()}@voorbeeld.example`
  const visitor = await elsewhere()
  await subscribe(visitor, email)
  await comeIn(page, people.sanne, '/beheer/nieuwsbrief?staat=wacht')
  await expect(h1(page)).toHaveText('Nieuwsbrief')
  await expect(main(page).getByRole('row').filter({ hasText: email })).toContainText(
    'dinsdag 1 december',
  )
  await fitsItsWidth(page)
  await isAccessible(page)
  await expect
    .poll(async () => (await mailTo(house.mail, email)).length, { timeout: 20_000 })
    .toBe(1)
  const link = new URL((await mailTo(house.mail, email))[0]!.links[0]!)
  await visitor.goto(link.pathname + link.search)
  await visitor.getByRole('button', { name: 'Ja, stuur mij de nieuwsbrief' }).click()
  await expect(visitor.getByRole('heading', { name: 'Je staat op de lijst.' })).toBeFocused()
  await page.reload()
  await expect(main(page).getByRole('row').filter({ hasText: email })).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Op de lijst' }).click()
  await expect(main(page).getByRole('row').filter({ hasText: email })).toContainText(
    'dinsdag 24 november',
  )
  await page.goto('/beheer/logboek')
  await expect(
    main(page)
      .getByRole('row')
      .filter({ hasText: 'bekeek de lijst met adressen voor de nieuwsbrief' })
      .first(),
  ).toContainText('Sanne Visser')
  await expect(main(page)).not.toContainText(email)

  const noor = await elsewhere()
  await comeIn(noor, people.noor, '/beheer/nieuwsbrief')
  await expect(noor.getByRole('region', { name: 'Aantallen' })).toContainText(
    /Op de lijst\s*\d+ adres/,
  )
  await expect(main(noor)).not.toContainText('@')
  expect((await noor.request.get('/api/newsletter/subscribers')).status()).toBe(403)
  const jan = await elsewhere()
  await comeIn(jan, people.jan, '/beheer/nieuwsbrief')
  await expect(main(jan)).toContainText('Hier heb je geen rechten voor.')
  expect((await jan.request.get('/api/newsletter/counts')).status()).toBe(403)
})

async function subscribe(page: Page, email: string) {
  await open(page, '/nieuwsbrief')
  await page.getByLabel('E-mailadres').fill(email)
  await page
    .getByRole('checkbox', { name: 'Ja, stuur mij ongeveer 6 keer per jaar de nieuwsbrief.' })
    .check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('heading', { name: 'Kijk in je mail.' })).toBeFocused()
}

interface Mail {
  to: string
  from: string
  links: string[]
}

/** From the catcher of this house. */
const mailTo = async (catcher: string, email: string) =>
  ((await (await fetch(catcher + '/messages.json')).json()) as Mail[]).filter(m => m.to === email)
