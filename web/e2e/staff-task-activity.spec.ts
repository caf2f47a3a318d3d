// Staff task: put an activity in the programme, with its dates, on a phone and by the keyboard.
import type { Page } from '@playwright/test'
import { signUp } from './site'
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
import { inLong } from './long'

const publish = (page: Page) => page.getByRole('button', { name: 'Publiceer', exact: true })
const saved = (page: Page) =>
  expect(page.getByText(/^Bewaard om \d+\.\d\d uur\.$/)).toBeVisible({ timeout: 20_000 })
test.describe.configure({ timeout: 180_000 }) // long tasks, with axe at each width

/** A name of its own: the house of a worker is used by several tests. */
const name = () => `Breicafé ${Math.random().toString(36).slice(2, 8)}`

/** What every activity needs, but for its dates. */
async function fill(page: Page, title: string) {
  await allSteps(page)
  await page.getByLabel('Titel', { exact: true }).fill(title)
  await page.getByLabel('Korte uitleg').fill('Samen breien met thee.')
  await page.getByRole('radio', { name: 'Creatief' }).check()
  await page.getByLabel('Waar', { exact: true }).selectOption('Atelier')
  await page.getByLabel('Wie ontvangt je?').first().selectOption('Loes')
  await page.getByLabel('Aantal plekken').last().fill('8')
  await page.getByLabel('Kosten in euro').fill('2,50')
}

async function addDate(page: Page, day: string, from: string, to: string) {
  await page.getByRole('button', { name: /^(Voeg een datum toe|Nog een datum)$/ }).click()
  const date = page.getByRole('group', { name: /^Datum \d+/ }).last()
  await date.getByLabel('Datum', { exact: true }).fill(day)
  await date.getByLabel('Van', { exact: true }).fill(from)
  await date.getByLabel('Tot', { exact: true }).fill(to)
}

test('an activity with three dates stands everywhere after publishing', async ({
  page,
  house,
  elsewhere,
}) => {
  const title = name()
  await comeIn(page, people.sanne, '/beheer/programma')
  await expect(h1(page)).toHaveText('Programma')
  await page.getByRole('link', { name: 'Nieuwe activiteit' }).focus()
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('Nieuwe activiteit')
  await fill(page, title)
  await page
    .getByRole('group', { name: 'Taal' })
    .getByRole('checkbox', { name: 'Ook Engels' })
    .check()
  await page.getByRole('checkbox', { name: 'Ringleiding' }).check()
  await addDate(page, '2026-11-24', '10:30', '11:00') // today, as the first to come
  // each week from then: what was typed of the one date is the begin of the rule
  await page.getByRole('radio', { name: 'Elke week' }).check()
  await expect(page.getByRole('button', { name: 'dinsdag', pressed: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Tot en met een datum' }).check()
  await page.getByLabel('Tot en met', { exact: true }).fill('2026-12-08')
  await expect(page.getByText('Dat zijn nu 3 datums.')).toBeVisible()
  await saved(page)
  const slug = title.toLowerCase().replace('é', 'e').replace(' ', '-')
  const visitor = await elsewhere()
  await visitor.goto('/') // a page that is open while it is published
  const before = await asked(house.site, title, slug)
  expect(
    before.map(a => a.times),
    'a draft is nowhere',
  ).toEqual(before.map(() => 0))
  await isAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await fitsItsWidth(page)
  await publish(page).focus()
  await page.keyboard.press('Enter')
  // by its name: an earlier act of hers may still stand in the bar
  await expect(page.getByText(`‘${title}’ staat online.`)).toBeVisible()
  // at once, before anything else is looked at
  const after = await asked(house.site, title, slug, before)
  expect(Object.fromEntries(after.map(a => [a.path, a.times]))).toEqual(
    Object.fromEntries(after.map(a => [a.path, a.wanted])),
  )
  await expect(
    page.getByRole('region', { name: 'Datums die er zijn' }).getByRole('listitem'),
  ).toHaveCount(3)
  await expect(page.getByRole('group', { name: /^Datum \d+/ })).toHaveCount(0)
  const shown = await page
    .getByRole('link', { name: 'Bekijk wat nu online staat' })
    .getAttribute('href')
  expect(await (await fetch(house.site + shown!)).text()).toContain(
    'Er is een ringleiding. Je mag ook Engels praten.',
  )
  await visitor.reload()
  await expect(
    visitor
      .getByRole('main')
      .getByRole('link', { name: new RegExp(title) })
      .first(),
  ).toBeVisible()
  await open(visitor, `/agenda?zoek=${encodeURIComponent(title)}`)
  for (const day of ['dinsdag 24 november', 'dinsdag 1 december', 'dinsdag 8 december'])
    await expect(visitor.getByRole('main').getByText(new RegExp(day, 'i')).first()).toBeVisible()
})

test('a farewell is found by its link alone, and tells who comes what to bring', async ({
  page,
  house,
  elsewhere,
}) => {
  const title = name()
  await comeIn(page, people.sanne, '/editactivity/new')
  await fill(page, title)
  await addDate(page, '2026-12-03', '13:30', '16:00')
  await page.getByRole('checkbox', { name: 'Alleen met de link' }).check()
  await expect(page.getByLabel('Kort adres')).toHaveValue(/^breicafe-\w+-[a-z]{6}$/)
  const slug = await page.getByLabel('Kort adres').inputValue()
  const sentence = page.getByLabel('Zin in de bevestiging en herinnering')
  await sentence.fill('Kijk op voorbeeld.nl voor het breicafé.')
  await expect(page.getByText('Laat liever weg: ‘breicafé’.')).toBeVisible()
  await publish(page).click()
  await page.getByRole('link', { name: 'Zet geen link in deze zin.' }).click()
  await expect(sentence).toBeFocused()
  await sentence.fill('Neem een bol wol mee.')
  await isAccessible(page)
  await publish(page).click()
  await expect(page.getByText(`‘${title}’ staat online.`)).toBeVisible()

  const visitor = await elsewhere()
  await visitor.goto(`/agenda?zoek=${encodeURIComponent(title)}`)
  await expect(visitor.getByRole('main').getByRole('link', { name: title })).toHaveCount(0)
  await visitor.goto(`/a/${slug}`)
  await expect(h1(visitor)).toHaveText(title)
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(visitor.getByText('bol wol')).toHaveCount(0)
  await visitor
    .getByRole('link', { name: /^Meld je aan/ })
    .first()
    .click()
  const email = `wol-${slug}@voorbeeld.example`
  await signUp(visitor, { name: 'Mo', email })
  await expect(h1(visitor)).toHaveText(/^Gelukt, Mo!$/)
  const mails = async () => {
    const all = (await (await fetch(`${house.mail}/messages.json`)).json()) as {
      to: string
      subject: string
      text: string
      links: string[]
    }[]
    return all.filter(m => m.to === email)
  }
  await expect.poll(async () => (await mails()).map(m => m.text).join()).toContain('een bol wol')
  const [mail] = await mails()
  expect(mail!.subject).not.toContain('wol')
  await visitor.goto(new URL(mail!.links[0]!).pathname)
  await expect(visitor.getByText('Neem een bol wol mee.')).toBeVisible()
})

interface Asked {
  path: string
  times: number
  wanted: number
  tag: string | null
}

/**
 * How often a visitor finds it in each place, and how often it must stand there once it is online.
 * With what was asked `before`, a cache asks whether its copy is still good.
 */
async function asked(
  site: string,
  title: string,
  slug: string,
  before: Asked[] = [],
): Promise<Asked[]> {
  const places: [path: string, wanted: number, word?: RegExp][] = [
    ['/api/home', 1],
    [`/api/occurrences?zoek=${encodeURIComponent(title)}`, 3],
    ['/agenda.ics', 3, new RegExp(`^SUMMARY[^\n]*${title}`, 'gm')],
    [`/agenda/${slug}.ics`, 3, /^BEGIN:VEVENT/gm],
    ...['48', '49', '50'].map((week): [string, number] => [`/api/print?week=2026-W${week}`, 1]),
  ]
  const out: Asked[] = []
  for (const [path, wanted, word] of places) {
    const tag = before.find(b => b.path === path)?.tag
    const answer = await fetch(site + path, { headers: tag ? { 'if-none-match': tag } : {} })
    expect([200, 404], `${path}: what the cache has is old`).toContain(answer.status)
    // long lines of a calendar are folded
    const text = (await answer.text()).replace(/\r\n[ \t]/g, '')
    out.push({
      path,
      wanted,
      times: answer.ok
        ? (text.match(word ?? new RegExp(`"title":"${title}"`, 'g')) ?? []).length
        : 0,
      tag: answer.headers.get('etag'),
    })
  }
  for (const [path, wanted] of [
    ['/', 1],
    ['/agenda?week=2026-W48', 1],
    ['/agenda?week=2026-W49', 1],
    ['/agenda?week=2026-W50', 1],
    ['/agenda/print?week=2026-W48', 1],
    [`/agenda/print?vorm=maand`, 1],
  ] as const) {
    const html = await (await fetch(site + path)).text()
    out.push({ path, wanted, times: Math.min(1, html.split(title).length - 1), tag: null })
  }
  return out
}

test(
  'an end before its begin is told at the field, and nothing is published',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.sanne, '/editactivity/new')
    await fill(page, name())
    await addDate(page, '2026-12-01', '16:00', '14:00')
    await publish(page).click()
    await expect(page.getByRole('heading', { name: 'Er is nog iets nodig' })).toBeFocused()
    await page.getByRole('link', { name: 'De eindtijd moet na de begintijd liggen.' }).click()
    const to = page.getByRole('group', { name: /^Datum 1/ }).getByLabel('Tot', { exact: true })
    await expect(to).toBeFocused()
    await expect(to).toHaveValue('14:00')
    await expect(to).toHaveAttribute('aria-invalid', 'true')
    await expect(to).toHaveAccessibleDescription(/De eindtijd moet na de begintijd liggen\./)
    await isAccessible(page)
    const title = await page.getByLabel('Titel', { exact: true }).inputValue()
    expect(title).not.toBe('')
    await saved(page)
    await page.reload()
    await expect(page.getByLabel('Titel', { exact: true })).toHaveValue(title)
    await allSteps(page)
    await expect(
      page.getByRole('group', { name: /^Datum 1/ }).getByLabel('Tot', { exact: true }),
    ).toHaveValue('14:00')
    const { items } = (await (
      await page.request.get(`/api/occurrences?zoek=${encodeURIComponent(title)}`)
    ).json()) as { items: unknown[] }
    expect(items, 'nobody reads it').toEqual([])
  },
)

test('a capacity below the people present keeps them, and says so', inLong, async ({ page }) => {
  const title = name()
  await comeIn(page, people.sanne, '/editactivity/new')
  await fill(page, title)
  await addDate(page, '2026-12-02', '13:30', '16:00')
  await publish(page).click()
  await expect(page.getByText('Staat online.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Bekijk wat nu online staat' })
  await expect(page).not.toHaveURL(/new$/)
  const edit = page.url()
  await open(page, (await link.getAttribute('href'))!.replace('/agendadetails/', '/register/'))
  const register = page.url()
  for (const person of ['Anja', 'Bo']) {
    await open(page, new URL(register).pathname)
    await signUp(page, { name: person, email: `${person.toLowerCase()}@voorbeeld.example` })
    await expect(h1(page)).toHaveText(/^Gelukt, .+!$/)
  }
  await open(page, new URL(edit).pathname)
  await page.getByRole('button', { name: /^Verander woensdag 2 december/ }).click()
  const form = page.getByRole('group', { name: /^Verander woensdag 2 december/ })
  await expect(form.getByText('Er zijn al mensen aangemeld of ze wachten.')).toBeVisible()
  await form.getByLabel('Aantal plekken').fill('1')
  await form.getByRole('button', { name: 'Bewaar deze datum' }).click()
  await expect(
    page.getByText(
      'Er zijn al 2 mensen aangemeld. Zij houden hun plek. Nieuwe mensen komen op de wachtlijst.',
    ),
  ).toBeVisible()
  await test.step('no places at all is told at the field, and what was typed stays', async () => {
    await page.getByRole('button', { name: /^Verander woensdag 2 december/ }).click()
    await form.getByLabel('Wie ontvangt je?').selectOption('Iemand zonder account')
    await form.getByLabel('Voornaam van wie ontvangt').fill('Bo')
    const places = form.getByLabel('Aantal plekken')
    await places.fill('0')
    await form.getByRole('button', { name: 'Bewaar deze datum' }).click()
    await expect(places).toBeFocused()
    await expect(places).toHaveAccessibleDescription(/Vul een heel getal in van 1 of meer\./)
    await expect(places).toHaveValue('0')
    await expect(form.getByLabel('Voornaam van wie ontvangt')).toHaveValue('Bo')
    await places.fill('3')
    await form.getByRole('button', { name: 'Bewaar deze datum' }).click()
    await expect(page.getByText('Bewaard.', { exact: true })).toBeVisible()
    await expect(page.getByText(/2 aanmeldingen op 3 plekken/)).toBeVisible()
  })
})

test(
  'a short address of another activity is told, with one that is free',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.sanne, '/editactivity/new')
    await fill(page, name())
    await page.getByLabel('Kort adres').fill('atelier')
    await publish(page).click()
    await expect(
      page.getByText('Dit korte adres is al van een andere activiteit. Kies een ander.'),
    ).toBeVisible()
    const use = page.getByRole('button', { name: /^Gebruik breicafe-/ })
    const free = (await use.textContent())!.replace('Gebruik ', '')
    await use.click()
    await expect(page.getByLabel('Kort adres')).toHaveValue(free)
    await publish(page).click()
    // it has no date yet
    await expect(page.getByText('Bewaard, maar nog nergens te zien')).toBeVisible()
  },
)

test(
  'a begeleider finds the own activities, and a gastheer reads',
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.loes, '/beheer/programma')
    await expect(page.getByText('Van jou')).toHaveCount(2)
    await page.getByRole('link', { name: 'Herstelwerkgroep' }).click()
    await expect(publish(page)).toBeVisible()
    const other = await elsewhere()
    await comeIn(other, people.jan)
    await open(other, new URL(page.url()).pathname)
    await expect(other.getByText('Je kunt dit lezen, maar niet veranderen.')).toBeVisible()
    await expect(publish(other)).toHaveCount(0)
    await isAccessible(other)
  },
)
