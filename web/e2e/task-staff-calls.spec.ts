// A place came free and people with a telephone wait for it: somebody of the staff rings them,
// fills in what they said, and reads on the list of the date why who has no place. In as few
// presses as were promised, by thumb and by keyboard.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { press, tabTo } from './keyboard'
import { Presses, smallPhone } from './presses'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'
import type { House } from './staff-house'
import { inLong } from './long'

test.use({ ...smallPhone, expected: /ERR_INTERNET_DISCONNECTED/ })
test.describe.configure({ timeout: 240_000 }) // axe looks at two screens, in both colours

const main = (page: Page) => page.getByRole('main')
const said = (page: Page, words: string | RegExp) =>
  main(page).locator('[data-bar]').filter({ hasText: words })
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true })
const name = (page: Page) => main(page).locator('.call h2')
const number = (page: Page) => main(page).locator('.call').getByRole('link')
const undo = (page: Page) => button(page, 'Maak ongedaan').first()

interface Line {
  id: string
  title: string
  day: string
  status: string
}

/** A full date of this activity with people on its list who want to be phoned about a place. */
async function freed(page: Page, house: House, word: string, ...names: string[]): Promise<Line> {
  const found = await page.request.get('/api/occurrences?zoek=' + encodeURIComponent(word))
  const date = ((await found.json()) as { items: Line[] }).items.find(
    l => l.title === word && l.day >= '2026-12-07' && l.status === 'open',
  )!
  const add = async (who: string, contact: string, ifFull: string) => {
    const answer = await page.request.post(`/api/occurrences/${date.id}/people`, {
      data: { name: who, contact, consent: true, source: 'telefoon', ifFull },
    })
    return answer.status()
  }
  const leaver = `gaat-${randomUUID()}@voorbeeld.example`
  const { form } = (await (await page.request.get('/api/occurrences/' + date.id)).json()) as {
    form: { consent: { version: string } }
  }
  const ticket = (await (await page.request.get('/api/form-ticket')).json()) as { formTime: string }
  const signedUp = await page.request.post(`/api/occurrences/${date.id}/registrations`, {
    headers: { 'Idempotency-Key': randomUUID() },
    data: {
      name: 'Gonda',
      email: leaver,
      consent: true,
      consentVersion: form.consent.version,
      formTime: ticket.formTime,
    },
  })
  expect(signedUp.status(), await signedUp.text()).toBe(201)
  while ((await add('Vol', '', 'tell')) === 200);
  for (const [i, who] of names.entries())
    expect(await add(who, '06 12 34 00 0' + (i + 1), 'waitlist')).toBe(200)
  let link = ''
  await expect
    .poll(
      async () => {
        const box = await page.request.get(house.mail + '/messages.json')
        const mine = ((await box.json()) as { to: string; links: string[] }[]).find(
          m => m.to === leaver,
        )
        return (link = mine?.links[0] ?? '')
      },
      { timeout: 20_000 },
    )
    .not.toBe('')
  const cancelled = await page.request.delete('/api/registration', {
    headers: {
      Authorization: 'Aanmelding ' + link.split('/').at(-1)!,
      'Idempotency-Key': randomUUID(),
    },
  })
  expect(cancelled.status()).toBe(200)
  return date
}

/** A number that is pressed rings nowhere: the rest of the press happens. */
const noTelephone = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('click', e => {
      if ((e.target as Element).closest?.('a[href^="tel:"]')) e.preventDefault()
    }),
  )

test('people are rung about a free place, and the list says why', async ({ page, house }) => {
  await noTelephone(page)
  await comeIn(page, people.sanne)
  const date = await freed(page, house, 'Schrijfcafé', 'Petra Jansen', 'Omar', 'Umut')
  await page.goto('/beheer/wachtlijst?soort=plek')
  await expect(h1(page)).toHaveText('Bellen')

  await test.step('the card says whom to ring, and the focus is on the number', async () => {
    await expect(name(page)).toHaveText('Petra')
    await expect(number(page)).toBeFocused()
    await expect(number(page)).toHaveAttribute('href', 'tel:+31612340001')
    await expect(main(page)).toContainText('Spreek ik met Petra?')
    await expect(main(page)).toContainText('Met Sanne, wil je mij terugbellen?')
    await expect(main(page)).not.toContainText('Jansen')
    await isAccessible(page)
    await fitsItsWidth(page)
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('a call and its outcome: 2 presses', async () => {
    const thumb = new Presses(page, 'by thumb')
    await thumb.on(number(page))
    await thumb.on(button(page, 'Voicemail'))
    await expect(said(page, 'Petra: voicemail.')).toBeVisible()
    expect(thumb.took()).toBe(2)
    await expect(main(page)).toContainText('weer om ')
    await expect(main(page).getByText(/^Petra: voicemail · jij, \d+\.\d\d uur$/)).toBeVisible()
    await undo(page).click()
    await expect(name(page)).toHaveText('Petra')
    await expect(name(page)).toBeFocused()
  })

  await test.step('the same by keyboard, and the place goes on', async () => {
    await page.keyboard.press('Tab') // from then on the browser shows where one is
    const presses = new Presses(page, 'by keyboard')
    await presses.on(number(page))
    await presses.on(button(page, 'Nee, dank je'))
    expect(presses.took(), 'call and outcome').toBe(2)
    await expect(said(page, 'Petra: nee, dank je.')).toContainText(
      'Omar krijgt het aanbod over 10 minuten.',
    )
    await expect(main(page).locator('.nobody')).toBeFocused()
    await tabTo(page, undo(page))
    await page.keyboard.press('Enter')
    await expect(name(page)).toHaveText('Petra')
  })

  await test.step('without a network the answer waits in the page', async () => {
    await page.context().setOffline(true)
    await button(page, 'Nog even wachten').click()
    await expect(main(page)).toContainText(
      'Bellen kan. Wat je invult, bewaren we hier tot er weer verbinding is. Laat dit scherm open.',
    )
    await expect(main(page)).toContainText('Wacht nog: Petra wacht nog even.')
    await page.context().setOffline(false)
    await expect(said(page, 'Petra wacht nog even.')).toBeVisible()
    await undo(page).click()
    await expect(undo(page)).toHaveCount(0)
    await expect(name(page)).toHaveText('Petra')
  })

  await test.step('on the list of the date somebody is skipped: 3 presses', async () => {
    await page.goto('/waitlist/' + date.id)
    await expect(h1(page)).toContainText('Schrijfcafé')
    await expect(main(page)).toContainText(/Aangeboden aan nummer 1 tot \w\w \d+\.\d\d uur\./)
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Omar' })).toContainText(
      'Bellen. Kan op korte termijn. Daarna aan de beurt.',
    )
    await isAccessible(page)
    await fitsItsWidth(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const thumb = new Presses(page, 'by thumb')
    await thumb.on(main(page).getByText('Meer voor Petra'))
    await thumb.on(button(page, 'Sla over: Petra'))
    await expect(main(page)).toContainText(
      'Petra blijft op plek 1 staan. Omar krijgt deze plek aangeboden.',
    )
    await thumb.on(button(page, 'Sla over'))
    await expect(said(page, 'Petra is overgeslagen.')).toBeVisible()
    expect(thumb.took()).toBe(3)
    await expect(main(page)).toContainText(
      /Wacht nog (10|9) minuten: dit kan worden teruggedraaid\./,
    )
    await expect(main(page)).toContainText('Overgeslagen: wil niet op korte termijn.')
    await undo(page).click()
    await expect(main(page)).toContainText('Aangeboden aan nummer 1')
  })

  await test.step('a reason is asked to open the place to everybody', async () => {
    await press(page, button(page, 'Stop met aanbieden'))
    const form = main(page).locator('form')
    await form.getByRole('button', { name: 'Stop met aanbieden' }).click()
    await expect(form).toContainText('Schrijf kort waarom.')
    await form.getByLabel('Reden').fill('We verhuizen.')
    await form.getByRole('button', { name: 'Stop met aanbieden' }).click()
    await expect(said(page, 'Automatisch aanbieden staat stil.')).toBeVisible()
    await expect(button(page, 'Ga weer verder')).toBeVisible()
    await undo(page).click()
    await expect(button(page, 'Stop met aanbieden')).toBeVisible()
  })

  await test.step('yes: the date is full, and there is a code to read aloud', async () => {
    await page.goto('/beheer/wachtlijst?soort=plek')
    await number(page).click()
    await button(page, 'Ja, komt').click()
    await expect(said(page, 'Petra komt.')).toContainText(
      /Schrijfcafé is nu vol: (\d+) van de \1\..*[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}/s,
    )
  })
})

test(
  'a colleague sees who rings, and who was first',
  inLong,
  async ({ page, house, elsewhere }) => {
    await noTelephone(page)
    await comeIn(page, people.sanne)
    await freed(page, house, 'Creatief atelier', 'Zeger')
    const other = await elsewhere()
    await noTelephone(other)
    await comeIn(other, people.sanne, '/beheer/wachtlijst?soort=plek')
    await page.goto('/beheer/wachtlijst?soort=plek')
    await expect(name(page)).toHaveText('Zeger')
    await expect(name(other)).toHaveText('Zeger')
    await number(page).click()
    await button(page, 'Niet bereikt').click()
    await expect(said(page, 'Zeger: niet bereikt.')).toBeVisible()
    await button(other, 'Ja, komt').click()
    await expect(said(other, 'Sanne vulde net in: Zeger: niet bereikt.')).toContainText(
      'Jouw antwoord is niet bewaard. Er is niets dubbel.',
    )
  },
)

test('who is not signed in finds the form to wait at the same address', async ({ page }) => {
  const found = await page.request.get('/api/occurrences?zoek=Lezing')
  const date = ((await found.json()) as { items: Line[] }).items[0]!
  await page.goto('/waitlist/' + date.id)
  await expect(h1(page)).toHaveText('Wachtlijst')
  await expect(page.locator('.staff')).toHaveCount(0)
})
