// Somebody writes; staff take it on, answer, and take a wrong tap back. On a phone, by keyboard.
import type { Page } from '@playwright/test'
import { sendForm, unique } from './inbox'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 240_000 }) // axe looks at several screens, in both colours

const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, words: string) => main(page).getByRole('row').filter({ hasText: words })
const write = (page: Page, subject: string, message: string) =>
  sendForm(page, '/api/messages', {
    subject,
    name: 'Nadia',
    email: 'nadia@voorbeeld.example',
    message,
  })

test('the coordinator takes a message on, answers, and takes the answer back', async ({ page }) => {
  const words = unique('Is de koffie gratis')
  await write(page, 'other', words + '?')
  await comeIn(page, people.sanne)
  await page
    .getByRole('navigation', { name: 'Beheer' })
    .getByRole('link', { name: 'Postvak' })
    .click()
  await expect(h1(page)).toHaveText('Postvak')
  await expect(h1(page)).toBeFocused()
  await test.step('the list says who, until when and when it goes', async () => {
    await expect(rowOf(page, words)).toContainText('nieuw')
    await expect(rowOf(page, words)).toContainText('Nadia')
    await expect(rowOf(page, words)).toContainText('3 maanden na antwoord')
    await fitsItsWidth(page)
    await isAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
  })
  await test.step('take it on with the keyboard', async () => {
    await rowOf(page, words)
      .getByRole('button', { name: /^Ik pak dit op/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect(main(page).getByText(/^Je hebt dit opgepakt/)).toBeFocused()
    await expect(rowOf(page, words)).toContainText('Sanne Visser')
  })
  await rowOf(page, words).getByRole('link').click()
  await expect(h1(page)).toBeFocused()
  await test.step('an answer without text is refused at its place', async () => {
    await page.getByRole('button', { name: 'Verstuur antwoord' }).click()
    await expect(page.getByRole('textbox', { name: 'Je antwoord' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await expect(main(page).getByText(/^Schrijf een antwoord/)).toBeVisible()
    await fitsItsWidth(page)
    await isAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
  })
  await test.step('answer by mail, and take it back', async () => {
    await page.getByRole('button', { name: 'Kom langs' }).click()
    await expect(page.getByRole('textbox', { name: 'Je antwoord' })).toHaveValue(
      /Kom gerust een keer binnenlopen/,
    )
    await page.getByRole('button', { name: 'Verstuur antwoord' }).click()
    await expect(page.getByRole('heading', { name: 'Ons antwoord' })).toBeVisible()
    await page.getByRole('button', { name: 'Maak ongedaan' }).click()
    await expect(page.locator('.said p').filter({ hasText: 'Ongedaan gemaakt:' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Je antwoord' })).toHaveValue(
      /Kom gerust een keer binnenlopen/,
    )
  })
  await test.step('answered by phone it is done', async () => {
    await page.getByRole('radio', { name: 'Telefonisch beantwoord' }).check()
    await page.getByRole('button', { name: 'Telefonisch beantwoord' }).click()
    await expect(page.getByText(/^Wordt gewist op /)).toBeVisible()
    await page.goto('/beheer/postvak?lijst=klaar')
    await expect(rowOf(page, words)).toContainText('beantwoord')
  })
  await test.step('the log says so, without a word of it', async () => {
    await page.goto('/beheer/logboek')
    await expect(
      main(page).getByRole('row').filter({ hasText: 'gaf antwoord op een bericht' }).first(),
    ).toContainText('Sanne Visser')
    await expect(main(page)).not.toContainText(words)
    await fitsItsWidth(page)
    await isAccessible(page)
  })
})

test('redactie sees stories and press, and what was given to them', async ({ page, elsewhere }) => {
  const story = unique('Ik wil mijn verhaal delen'),
    other = unique('Waar is de lift')
  await write(page, 'story', story)
  await write(page, 'other', other)
  await comeIn(page, people.noor, '/beheer/postvak')
  await expect(rowOf(page, story)).toBeVisible()
  await expect(rowOf(page, other)).toHaveCount(0)
  const boss = await elsewhere()
  await comeIn(boss, people.sanne, '/beheer/postvak')
  await rowOf(boss, other).getByRole('link').click()
  await boss.getByLabel('Geef het aan iemand anders').selectOption({ label: 'Noor Haddad' })
  await boss.getByRole('button', { name: 'Geef door' }).click()
  await expect(boss.locator('[data-bar]').filter({ hasText: 'Het is doorgegeven.' })).toBeVisible()
  await page.reload()
  await expect(rowOf(page, other)).toContainText('Noor Haddad')
})

test('a host is kindly refused', async ({ page }) => {
  await comeIn(page, people.jan, '/beheer/postvak')
  await expect(
    page.getByText('Hier heb je geen rechten voor. Vraag het aan de coördinator.'),
  ).toBeVisible()
  expect((await page.request.get('/api/messages')).status()).toBe(403)
})
