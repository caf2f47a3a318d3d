// Staff task: put an activity in the programme, with its dates, on a phone and by the keyboard (agenda.md 1.1, 1.2).
import type { Page } from '@playwright/test'
import { signUp } from './site'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, open, people, test } from './staff'

const publish = (page: Page) => page.getByRole('button', { name: 'Publiceer', exact: true })
const saved = (page: Page) => expect(page.getByText(/^Bewaard om \d\d\.\d\d uur\.$/)).toBeVisible({ timeout: 20_000 })
test.describe.configure({ timeout: 180_000 }) // long tasks, with axe at each width

/** A name of its own: the house of a worker is used by several tests. */
const name = () => `Breicafé ${Math.random().toString(36).slice(2, 8)}`

/** What every activity needs, but for its dates. */
async function fill(page: Page, title: string) {
  await page.getByLabel('Titel', { exact: true }).fill(title)
  await page.getByLabel('Korte uitleg').fill('Samen breien met thee.')
  await page.getByRole('radio', { name: 'Creatief' }).check()
  await page.getByLabel('Waar', { exact: true }).selectOption('Atelier')
  await page.getByLabel('Wie ontvangt je?').first().fill('Noor')
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

test('an activity with three dates stands everywhere after publishing', async ({ page, house }) => {
  const title = name()
  await comeIn(page, people.sanne)
  await open(page, '/beheer/programma')
  await expect(h1(page)).toHaveText('Programma')
  await page.getByRole('link', { name: 'Nieuwe activiteit' }).focus()
  await page.keyboard.press('Enter')
  await expect(h1(page)).toHaveText('Nieuwe activiteit')
  await fill(page, title)
  await addDate(page, '2026-11-24', '10:30', '11:00') // today, as the first to come
  const first = page.getByRole('group', { name: /^Datum 1/ })
  await first.getByText('Herhaal elke … week').press('Enter')
  await first.getByLabel('Tot en met').fill('2026-12-08')
  await first.getByRole('button', { name: 'Zet deze datums erbij' }).press('Enter')
  await expect(page.getByRole('group', { name: /^Datum \d+/ })).toHaveCount(3)
  await saved(page)
  await isAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await fitsItsWidth(page)
  await publish(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Staat online.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Datums die er zijn' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('group', { name: /^Datum \d+/ })).toHaveCount(0)
  const slug = title.toLowerCase().replace('é', 'e').replace(' ', '-')
  for (const [path, times] of [['/', 1], [`/agenda?zoek=${encodeURIComponent(title)}`, 3], ['/agenda/print?week=2026-W48', 1]] as const) {
    const html = await (await fetch(house.site + path)).text() // as a visitor
    expect(html.split(title).length - 1, path).toBeGreaterThanOrEqual(times)
  }
  const feed = await (await page.request.get(`${house.site}/agenda/${slug}.ics`)).text()
  expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(3)
})

test('an end before its begin is told at the field, and nothing is published', async ({ page }) => {
  await comeIn(page, people.sanne)
  await open(page, '/editactivity/new')
  await fill(page, name())
  await addDate(page, '2026-12-01', '16:00', '14:00')
  await publish(page).click()
  await expect(page.getByRole('heading', { name: 'Er is nog iets nodig' })).toBeFocused()
  await page.getByRole('link', { name: 'De eindtijd moet na de begintijd liggen.' }).click()
  const to = page.getByRole('group', { name: /^Datum 1/ }).getByLabel('Tot', { exact: true })
  await expect(to).toBeFocused()
  await expect(to).toHaveValue('14:00')
  await isAccessible(page)
})

test('a capacity below the people present keeps them, and says so', async ({ page }) => {
  const title = name()
  await comeIn(page, people.sanne)
  await open(page, '/editactivity/new')
  await fill(page, title)
  await addDate(page, '2026-12-02', '13:30', '16:00')
  await publish(page).click()
  await expect(page.getByText('Staat online.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Bekijk wat nu online staat' })
  const edit = page.url()
  await open(page, (await link.getAttribute('href'))!.replace('/agendadetails/', '/register/'))
  const register = page.url()
  for (const person of ['Anja', 'Bo']) {
    await open(page, new URL(register).pathname)
    await signUp(page, true, { name: person, email: `${person.toLowerCase()}@voorbeeld.example` })
    await expect(h1(page)).toHaveText('Gelukt!')
  }
  await open(page, new URL(edit).pathname)
  await page.getByRole('button', { name: /^Verander woensdag 2 december/ }).click()
  const form = page.getByRole('group', { name: /^Verander woensdag 2 december/ })
  await expect(form.getByText('Er zijn al mensen aangemeld of ze wachten.')).toBeVisible()
  await form.getByLabel('Aantal plekken').fill('1')
  await form.getByRole('button', { name: 'Bewaar deze datum' }).click()
  await expect(page.getByText('Er zijn al 2 mensen aangemeld. Zij houden hun plek. Nieuwe mensen komen op de wachtlijst.')).toBeVisible()
})

test('a short address of another activity is told, with one that is free', async ({ page }) => {
  await comeIn(page, people.sanne)
  await open(page, '/editactivity/new')
  await fill(page, name())
  await page.getByLabel('Kort adres').fill('atelier')
  await publish(page).click()
  await expect(page.getByText('Dit korte adres is al van een andere activiteit. Kies een ander.')).toBeVisible()
  const use = page.getByRole('button', { name: /^Gebruik breicafe-/ })
  const free = (await use.textContent())!.replace('Gebruik ', '')
  await use.click()
  await expect(page.getByLabel('Kort adres')).toHaveValue(free)
  await publish(page).click()
  await expect(page.getByText('Staat online.')).toBeVisible()
})

test.describe('without network', () => {
  test.use({ expected: /Failed to load resource|net::ERR_/ })
  test('nothing that was typed is lost', async ({ page, context }) => {
    const title = name()
    await comeIn(page, people.sanne)
    await open(page, '/editactivity/new')
    await page.getByLabel('Titel', { exact: true }).fill(title)
    await saved(page)
    await context.setOffline(true)
    await page.getByLabel('Korte uitleg').fill('Geschreven zonder internet.')
    await addDate(page, '2026-12-03', '10:00', '12:00')
    await expect(page.getByText(/er is geen verbinding/)).toBeVisible({ timeout: 20_000 })
    await context.setOffline(false)
    await saved(page)
    await page.reload()
    await expect(page.getByLabel('Korte uitleg')).toHaveValue('Geschreven zonder internet.')
    await expect(page.getByRole('group', { name: /^Datum 1/ }).getByLabel('Van', { exact: true })).toHaveValue('10:00')
  })
})

test('a begeleider finds the own activities, and a gastheer reads', async ({ page, elsewhere }) => {
  await comeIn(page, people.loes)
  await open(page, '/beheer/programma')
  await expect(page.getByText('Van jou')).toHaveCount(2)
  await page.getByRole('link', { name: 'Herstelwerkgroep' }).click()
  await expect(publish(page)).toBeVisible()
  const other = await elsewhere()
  await comeIn(other, people.jan)
  await open(other, new URL(page.url()).pathname)
  await expect(other.getByText('Je kunt dit lezen, maar niet veranderen.')).toBeVisible()
  await expect(publish(other)).toHaveCount(0)
  await isAccessible(other)
})
