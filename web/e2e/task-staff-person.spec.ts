// Somebody phones and asks what is kept of them: the coordinator finds, shows and erases it.
import type { Page } from '@playwright/test'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'
import { sendForm, unique } from './inbox'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 240_000 }) // axe looks at several screens, in both colours

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) =>
  main(page).getByRole('heading', { level: 2, name, exact: true })

async function looks(page: Page) {
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('everything of a person in four presses, and gone in two and a word', async ({ page }) => {
  const email = `${unique('vraagt').replace(' ', '')}@voorbeeld.example`
  await sendForm(page, '/api/messages', {
    subject: 'other',
    email,
    message: 'Mag mijn hond ook mee naar binnen?',
  })
  await comeIn(page, people.sanne, '/beheer/personen')
  await expect(h1(page)).toHaveText('Personen')
  await page.getByLabel('E-mail, telefoon of code').fill(email)
  let presses = 0
  const press = async (role: 'button' | 'radio' | 'checkbox', name: string) => {
    presses++
    await main(page).getByRole(role, { name, exact: true }).click()
  }
  await press('button', 'Zoek')
  await expect(heading(page, 'Gevonden')).toBeFocused()
  await expect(main(page)).not.toContainText('hond')
  await looks(page)
  await press('radio', 'De persoon vraagt wat we bewaren')
  await press('checkbox', 'Ik weet dat dit de persoon zelf is')
  await press('button', 'Toon alles')
  await expect(heading(page, 'Alles van deze persoon')).toBeFocused()
  await expect(main(page)).toContainText('Mag mijn hond ook mee naar binnen?')
  expect(presses).toBe(4)
  expect(page.url()).toMatch(/\/beheer\/personen$/)
  await looks(page)
  const saved = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Om te lezen' }).click()
  expect((await saved).suggestedFilename()).toBe('gegevens.txt')
  presses = 0
  await press('button', 'Wis alles')
  await expect(heading(page, 'Wat gaat er weg?')).toBeFocused()
  await looks(page)
  await page.getByLabel('Typ ‘wissen’ om zeker te zijn').fill('wissen')
  await press('button', 'Wis alles')
  await expect(heading(page, 'Gewist')).toBeFocused()
  expect(presses).toBe(2)
  await test.step('found no more, like anybody who was never here', async () => {
    await page.getByLabel('E-mail, telefoon of code').fill(email)
    await press('button', 'Zoek')
    await expect(heading(page, 'Niemand gevonden.')).toBeFocused()
    await looks(page)
  })
})
