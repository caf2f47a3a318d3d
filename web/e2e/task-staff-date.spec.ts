// Somebody phones about one date: signed up, called off, put on another day; then everybody is
// told, and the list goes on paper. In as few presses as were promised, by thumb and by keyboard.
import type { Page } from '@playwright/test'
import { press, tabTo } from './keyboard'
import { Presses, smallPhone } from './presses'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'
import { inLong } from './long'

test.use(smallPhone)
test.describe.configure({ timeout: 240_000 }) // axe looks at several screens, in both colours

const main = (page: Page) => page.getByRole('main')
const nameOf = (page: Page, who: string) =>
  main(page)
    .locator('summary')
    .filter({ hasText: new RegExp(`^${who}\\b`) })
/** The line of a bar. */
const said = (page: Page, words: string) =>
  main(page).locator('[data-bar]').filter({ hasText: words })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

interface Line {
  id: string
  activityId: string
  day: string
  status: string
}

/** A date of this activity that the sample data leave alone, with one after it. */
async function dateOf(page: Page, word: string): Promise<Line> {
  const answer = await page.request.get('/api/occurrences?zoek=' + encodeURIComponent(word))
  const { items } = (await answer.json()) as { items: Line[] }
  return items.find(l => l.day >= '2026-12-07' && l.status === 'open')!
}

async function addByKeyboard(page: Page, name: string, contact: string) {
  await expect(main(page).getByRole('textbox', { name: 'Naam', exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(contact)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
}

/** Keeps what is printed, and says at once that it was. */
const noPrinter = (page: Page) =>
  page.addInitScript(() => {
    const w = window as unknown as { printed: string[]; print(): void }
    w.printed = []
    w.print = () => {
      w.printed.push(document.querySelector<HTMLElement>('.sheet')!.textContent)
      dispatchEvent(new Event('afterprint'))
    }
  })
const printed = (page: Page) =>
  page.evaluate(() => (window as unknown as { printed: string[] }).printed)

test('people of a date are signed up, called off, moved, told and printed', async ({ page }) => {
  await noPrinter(page)
  const date = await dateOf(page, 'Herstelwerkgroep')
  await comeIn(page, people.sanne, '/registrationdetails/' + date.id)
  await expect(h1(page)).toHaveText('Herstelwerkgroep')

  await test.step('somebody phones: open, tick, Enter', async () => {
    await button(page, 'Iemand erbij').first().click()
    await addByKeyboard(page, 'Lars de Boer', 'fax 0123-45')
    await expect(main(page).getByLabel('Telefoon of e-mail')).toBeFocused()
    await expect(main(page)).toContainText(
      'Dit telefoonnummer klopt nog niet. Een Nederlands nummer heeft 10 cijfers.',
    )
    await main(page).getByLabel('Telefoon of e-mail').fill('06 12 34 56 78')
    await page.keyboard.press('Enter')
    await expect(said(page, 'Lars staat erbij.')).toBeVisible()
    await expect(main(page)).toContainText(/Code voor Lars: [2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}/)
    await addByKeyboard(page, 'Gonda', 'gonda@voorbeeld.example')
    await expect(main(page).getByText('Gonda staat erbij.')).toBeVisible()
    await addByKeyboard(page, '🌷'.repeat(60), '')
    await expect(main(page).getByText(`${'🌷'.repeat(60)} staat erbij.`)).toBeVisible()
    await fitsItsWidth(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Iemand erbij').first().click()
  })

  await test.step('called off: 2 presses, and 1 to take it back', async () => {
    const thumb = new Presses(page, 'by thumb')
    await thumb.on(nameOf(page, 'Gonda'))
    await isAccessible(page)
    await fitsItsWidth(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await thumb.on(button(page, 'Meld af: Gonda'))
    await expect(main(page).getByText('Gonda is afgemeld voor')).toBeVisible()
    expect(thumb.took()).toBe(2)
    await expect(nameOf(page, 'Gonda')).toHaveCount(0)
    await thumb.on(main(page).getByRole('button', { name: 'Maak ongedaan' }).first())
    await expect(nameOf(page, 'Gonda')).toBeFocused()
    expect(thumb.took()).toBe(1)
  })

  await test.step('the same by keyboard, and "Toch komen"', async () => {
    await page.keyboard.press('Tab') // from then on the browser shows where one is
    await press(page, nameOf(page, 'Gonda'))
    await press(page, button(page, 'Meld af: Gonda'))
    await expect(said(page, 'Gonda is afgemeld voor')).toBeFocused()
    await press(page, main(page).getByText('Afgemeld (1)'))
    await press(page, button(page, 'Toch komen: Gonda'))
    await expect(main(page).getByText('Gonda komt toch naar')).toBeVisible()
    await expect(nameOf(page, 'Gonda')).toBeVisible()
  })

  await test.step('another date: 3 presses', async () => {
    const thumb = new Presses(page, 'by thumb')
    await thumb.on(nameOf(page, 'Lars'))
    await thumb.on(button(page, 'Andere datum: Lars'))
    await thumb.on(main(page).getByRole('button', { name: /^Zet Lars op \d+ \S+$/ }))
    await expect(main(page).getByText(/^Lars staat nu op /)).toBeVisible()
    expect(thumb.took()).toBe(3)
    await expect(nameOf(page, 'Lars')).toHaveCount(0)
    await main(page).getByRole('button', { name: 'Maak ongedaan' }).first().click()
    await expect(nameOf(page, 'Lars')).toBeVisible()
  })

  await test.step('on paper: 2 presses', async () => {
    const thumb = new Presses(page, 'by thumb')
    await thumb.on(button(page, 'Print de lijst'))
    await thumb.on(button(page, 'Print'))
    await expect.poll(async () => (await printed(page)).length).toBe(1)
    expect(thumb.took()).toBe(2)
    const [paper] = await printed(page)
    expect(paper).toContain('Lars')
    expect(paper).not.toMatch(/de Boer|06 12|gonda@/)
    expect([...paper!.matchAll(/🌷/gu)]).toHaveLength(20)
    await expect(main(page)).toContainText('Sanne printte de lijst')
  })

  await test.step('everybody is told: 3 presses and the text', async () => {
    const thumb = new Presses(page, 'by thumb')
    await thumb.on(button(page, 'Bericht aan deelnemers'))
    await main(page).getByLabel('Je bericht').fill('Neem een schrift mee.')
    await thumb.on(button(page, 'Kijk na wie het hoort'))
    await expect(main(page).getByRole('heading', { name: /^Bericht aan \d+ mens/ })).toBeFocused()
    await expect(main(page)).toContainText('Je aanmelding:')
    await isAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await thumb.on(
      main(page).getByRole('button', { name: /^Verstuur aan \d+ en zet 1 op de bellijst$/ }),
    )
    await expect(main(page).getByText(/De mails gaan over 10 minuten weg\./)).toBeVisible()
    expect(thumb.took()).toBe(3)
    await tabTo(page, main(page).getByRole('button', { name: 'Maak ongedaan' }).first())
    await page.keyboard.press('Enter')
    await expect(main(page).getByText('Ongedaan gemaakt:').first()).toBeVisible()
  })
})

test('by keyboard alone the same tasks take as few presses', inLong, async ({ page }) => {
  await noPrinter(page)
  const date = await dateOf(page, 'Rustig bewegen')
  await comeIn(page, people.sanne)
  const added = await page.request.post(`/api/occurrences/${date.id}/people`, {
    data: { name: 'Wilma', contact: '06 12 34 56 70', consent: true, source: 'telefoon' },
  })
  expect(added.status()).toBe(200)
  await page.goto('/registrationdetails/' + date.id)
  await expect(h1(page)).toHaveText('Rustig bewegen op de stoel')
  const presses = new Presses(page, 'by keyboard')

  await presses.on(nameOf(page, 'Wilma'))
  await presses.on(button(page, 'Meld af: Wilma'))
  await expect(said(page, 'Wilma is afgemeld voor')).toBeVisible()
  expect(presses.took(), 'cancel by phone').toBe(2)

  await presses.on(main(page).getByRole('button', { name: 'Maak ongedaan' }).first())
  await expect(nameOf(page, 'Wilma')).toBeFocused()
  expect(presses.took(), 'undo a cancellation').toBe(1)

  await presses.on(nameOf(page, 'Wilma'))
  await presses.on(button(page, 'Andere datum: Wilma'))
  await presses.on(main(page).getByRole('button', { name: /^Zet Wilma op \d+ \S+$/ }))
  await expect(main(page).getByText(/^Wilma staat nu op /)).toBeVisible()
  expect(presses.took(), 'move a person').toBe(3)

  await presses.on(button(page, 'Print de lijst'))
  await presses.on(button(page, 'Print'))
  await expect.poll(async () => (await printed(page)).length).toBe(1)
  expect(presses.took(), 'print the door list').toBe(2)
})

test(
  'a colleague sees what the other did, and nobody does it twice',
  inLong,
  async ({ page, elsewhere }) => {
    const date = await dateOf(page, 'Creatief atelier')
    const path = '/registrationdetails/' + date.id
    await comeIn(page, people.sanne, path)
    await button(page, 'Iemand erbij').first().click()
    await addByKeyboard(page, 'Wouter', '')
    await expect(main(page).getByText('Wouter staat erbij.')).toBeVisible()
    const other = await elsewhere()
    await comeIn(other, people.sanne, path)
    await nameOf(other, 'Wouter').click()
    await nameOf(page, 'Wouter').click()
    await button(page, 'Meld af: Wouter').click()
    await expect(main(page).getByText('Wouter is afgemeld voor')).toBeVisible()
    await button(other, 'Meld af: Wouter').click()
    await expect(main(other).getByText(/^Sanne meldde Wouter net ook af\./)).toBeVisible()
  },
)

test('a date that is not there says so, and a visitor reads nothing of it', async ({
  page,
  elsewhere,
}) => {
  await comeIn(page, people.sanne, '/registrationdetails/occ_bestaatniet')
  await expect(h1(page)).toHaveText('Deze datum bestaat niet meer.')
  const visitor = await elsewhere()
  await visitor.goto('/registrationdetails/occ_bestaatniet')
  await expect(h1(visitor)).toHaveText('Deze pagina is voor medewerkers.')
  await expect(visitor).toHaveTitle('Je aanmelding')
})
