// What the house keeps in its settings: visitors read a changed day at once, and keeping for longer
// needs a reason. In a house of its own: there is one of each setting.
import type { Page } from '@playwright/test'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'

test.use({ expected: /status of 409/ })

const publish = (page: Page) => page.getByRole('button', { name: 'Publiceer', exact: true }).click()

test('a day that differs changes what visitors read about today, at once', async ({
  page,
  elsewhere,
}) => {
  const visitor = await elsewhere()
  await visitor.goto('/')
  await expect(visitor.getByRole('main').getByText('Nu open')).toBeVisible()
  await comeIn(page, people.sanne, '/beheer/instellingen')
  await page.getByRole('main').getByRole('link', { name: 'Openingstijden' }).click()
  await expect(h1(page)).toHaveText('Openingstijden')
  await page.getByRole('button', { name: 'Voeg een andere dag toe' }).click()
  const day = page.getByRole('group', { name: /^Andere dag \d+$/ }).last()
  await day.getByLabel('Dag', { exact: true }).fill('2026-11-24')
  await day.getByLabel('Reden').fill('De vloer wordt geverfd')
  await publish(page)
  await expect(page.getByText('Staat online.')).toBeVisible()
  // an engine that is out of breath gives the older page for a second
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByRole('main').getByText('Nu open')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(
    visitor.getByRole('main').getByText('Vandaag zijn we dicht: De vloer wordt geverfd.'),
  ).toBeVisible()
  await expect(visitor.getByRole('main').getByText('Morgen zijn we weer open')).toBeVisible()
  await fitsItsWidth(page)
  await isAccessible(page)
})

test('keeping for longer asks why, at the field; with a reason it counts', async ({ page }) => {
  await comeIn(page, people.ilja, '/beheer/instellingen/terms')
  await expect(h1(page)).toHaveText('Bewaartermijnen')
  const days = page.getByLabel('Berichten met een antwoord')
  await days.fill(String(Number(await days.inputValue()) + 1))
  await publish(page)
  const why = page.getByLabel('Waarom is langer bewaren nodig?')
  await expect(why).toBeFocused()
  await expect(
    page.getByText('Schrijf op waarom gegevens langer bewaard moeten worden.'),
  ).toBeVisible()
  await isAccessible(page)
  await why.fill('De vakanties duren langer.')
  await publish(page)
  await expect(page.getByText('Staat online.')).toBeVisible()
})
