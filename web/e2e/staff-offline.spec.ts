// The network drops in the middle of each text that staff write, and the page goes too: nothing
// that was typed is lost.
import type { Page } from '@playwright/test'
import { kept } from './desk'
import { inLong, some } from './long'
import { allSteps, comeIn, expect, people, test, type Person } from './staff'

// Without network the browser and the sign-in part say so in the console.
test.use({
  expected:
    /net::ERR_|Failed to load resource|Failed to fetch|when fetching the script|session auth\/network-request-failed|shell auth\/internal-error/,
})
test.describe.configure({ timeout: 120_000 })

interface Editor {
  as: Person
  at: string
  /** The word in /api/drafts/…. */
  kind: string
  /** Of a new one: the field that is filled in first. */
  first?: [label: string, words: string]
  fields: Record<string, string>
  /** The label of a text with form. */
  rich?: string
}

const { noor, sanne, ilja } = people
const editors: Record<string, Editor> = {
  'a story': {
    as: noor,
    at: '/addStory',
    kind: 'stories',
    first: ['Titel', 'Soep in de trein'],
    fields: {
      'Naam van de verteller': 'Mees',
      Inleiding: 'Ik kookte onderweg.',
      'Regel 1': 'Samen eten',
    },
    rich: 'Verhaal',
  },
  'a news item': {
    as: noor,
    at: '/addnewsitem',
    kind: 'news',
    first: ['Titel', 'Nieuws uit de trein'],
    fields: { Samenvatting: 'Onderweg geschreven.', 'Van wie': 'Redactie op reis' },
    rich: 'Tekst',
  },
  'an activity': {
    as: sanne,
    at: '/editactivity/new',
    kind: 'activities',
    first: ['Titel', 'Breien in de trein'],
    fields: { 'Korte uitleg': 'Breien zonder internet.', 'Wat neem je mee?': 'Een bol wol' },
    rich: 'Uitleg',
  },
  'a question': {
    as: noor,
    at: '/beheer/vragen/new',
    kind: 'faq',
    first: ['Vraag', 'Mag ik in de trein bellen?'],
    fields: {},
    rich: 'Antwoord',
  },
  figures: {
    as: noor,
    at: '/beheer/impact/nieuw',
    kind: 'years',
    first: ['Jaar', '2019'],
    fields: { 'Hoe is er geteld?': 'Met een lijstje in de trein.' },
  },
  'a role': {
    as: sanne,
    at: '/beheer/rollen/new',
    kind: 'roles',
    first: ['Naam van de rol', 'Treinreiziger'],
    fields: { 'Wat doe je dan?': 'Je reist mee.', 'Hoeveel tijd kost het?': '3 uur per week' },
  },
  'a page': {
    as: noor,
    at: '/beheer/paginas/klachten',
    kind: 'pages',
    fields: { Titel: 'Klachten uit de trein' },
    rich: 'Tekst',
  },
  'the announcement': {
    as: noor,
    at: '/beheer/melding',
    kind: 'announcement',
    fields: { Titel: 'De trein staat stil', Tekst: 'We komen later.' },
  },
  'a setting': {
    as: sanne,
    at: '/beheer/instellingen/house',
    kind: 'settings',
    fields: {
      Binnenkomen: 'Loop door naar de laatste wagon.',
      Route: 'Neem de trein van tien over.',
    },
  },
  'numbers to call': {
    as: ilja,
    at: '/beheer/instellingen/crisis',
    kind: 'settings',
    fields: { "Waar de knop 'Snel weg' heen gaat": 'https://trein.example/' },
  },
}

const box = (page: Page, label: string) =>
  page
    .getByRole('main')
    .getByRole('textbox', { name: new RegExp('^' + label.replace(/[?]/g, '\\$&')) })
    .first()
const typed = 'Dit typte ik in de tunnel.'

async function write(page: Page, e: Editor) {
  if (e.kind === 'activities') await allSteps(page)
  for (const [label, words] of Object.entries(e.fields)) await box(page, label).fill(words)
  if (!e.rich) return
  await box(page, e.rich).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' ' + typed)
}

/** The browser has kept the page of the staff, so that it opens without network. */
const isKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/beheer')) !== undefined))
    .toBe(true)

/** The editor of texts with form comes later than the fields. */
async function ready(page: Page, e: Editor) {
  await isKept(page)
  if (e.rich) await expect(page.getByRole('toolbar', { name: 'Opmaak' }).first()).toBeVisible()
  else await expect(box(page, Object.keys(e.fields)[0]!)).toBeEditable()
}

/** Everything is on the screen. */
async function stands(page: Page, e: Editor) {
  if (e.kind === 'activities') await allSteps(page)
  for (const [label, words] of Object.entries(e.fields))
    await expect(box(page, label), label).toHaveValue(words)
  if (e.rich) await expect(box(page, e.rich)).toContainText(typed)
}

const isAway = (page: Page) =>
  expect(
    page.getByText(
      'Nog niet bewaard: er is geen verbinding. Je tekst staat nog hier en we proberen het opnieuw.',
    ),
  ).toBeVisible({ timeout: 20_000 })

/**
 * A reload without network: the page itself is kept. `words` are on it. Then the network is there
 * again, and the page is left alone.
 */
async function comeBack(page: Page, words: () => Promise<void>) {
  await page.reload()
  await words()
  await page.context().setOffline(false)
}

/** The server has every word of it. */
async function isSaved(page: Page, e: Editor) {
  await kept(page)
  const id = e.kind === 'announcement' ? e.kind : new URL(page.url()).pathname.split('/').at(-1)!
  const draft = await (await page.request.get(`/api/drafts/${e.kind}/${id}`)).text()
  for (const words of [...Object.values(e.fields), ...(e.rich ? [typed] : [])])
    expect(draft).toContain(words)
}

// All go through one room for what is typed; a text with form, rows and a document that there is
// one of are the shapes it has.
for (const [name, e] of some(editors, 'a news item')) {
  test(`${name}: the network drops in the middle, the page goes, and every word is saved when both are back`, async ({
    page,
    context,
  }) => {
    // the browser asks whether one may leave
    page.on('dialog', d => void d.accept().catch(() => undefined))
    await comeIn(page, e.as, e.at)
    await ready(page, e)
    if (e.first) {
      await box(page, e.first[0]).fill(e.first[1])
      // saved: it has an address of its own
      await expect(page).not.toHaveURL(e.at, { timeout: 20_000 })
    }
    await context.setOffline(true)
    await write(page, e)
    await isAway(page)
    await stands(page, e)
    await comeBack(page, () =>
      expect(
        page.getByText('Wat je typte is niet weg: het staat nog in dit tabblad.'),
      ).toBeVisible(),
    )
    await stands(page, e)
    await isSaved(page, e)
  })
}

for (const [name, e] of some(editors, 'figures').filter(([, { first }]) => first)) {
  test(`${name}, new: the network drops before anything was saved, the page goes, and every word is on it before the network is back`, async ({
    page,
    context,
  }) => {
    page.on('dialog', d => void d.accept().catch(() => undefined))
    await comeIn(page, e.as, e.at)
    await ready(page, e)
    await context.setOffline(true)
    const [label] = e.first!
    const words = e.kind === 'years' ? '2018' : e.first![1]
    await box(page, label).fill(words)
    await write(page, e)
    await isAway(page)
    const there = async () => {
      await expect(box(page, label)).toHaveValue(words)
      await stands(page, e)
    }
    await comeBack(page, there)
    await expect(page).not.toHaveURL(e.at, { timeout: 20_000 })
    await isSaved(page, e)
    await page.goto(e.at) // another new one is empty
    await ready(page, e)
    await expect(box(page, label)).not.toHaveValue(words)
  })
}

test(
  'a news item is begun without network, and saved when it is there',
  inLong,
  async ({ page, context }) => {
    const e = editors['a news item']!
    await comeIn(page, e.as)
    await isKept(page)
    await page.goto(e.at) // its code is in the browser from now on
    await ready(page, e)
    await context.setOffline(true)
    await page.goto('/beheer')
    await page.goto(e.at)
    await ready(page, e)
    await box(page, e.first![0]).fill(e.first![1])
    await write(page, e)
    await isAway(page)
    await context.setOffline(false)
    await expect(page).not.toHaveURL(e.at, { timeout: 20_000 })
    await isSaved(page, e)
  },
)
