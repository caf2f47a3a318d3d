// The announcement is changed, and whoever closed it sees it again. In a house of its own: there is
// one announcement.
import { comeIn, expect, isAccessible, people, test } from './staff'

test('a changed text asks whether everybody should see it again; yes shows it to who closed it', async ({
  page,
  elsewhere,
}) => {
  test.slow() // axe looks twice
  await comeIn(page, people.noor, '/beheer/melding')
  await page.getByLabel('Van', { exact: true }).fill('2020-01-01')
  await page.getByLabel('Tot en met').fill('2035-12-31')
  await page.getByLabel('Na hoeveel seconden').fill('0')
  const asked = page.getByRole('radio', { name: /^Ja/ })
  // an earlier test in this house left another title
  if (await asked.isVisible()) await asked.check()
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(page.getByText('Staat online.')).toBeVisible()

  const visitor = await elsewhere()
  await visitor.goto('/')
  await visitor.getByRole('dialog').getByRole('button', { name: 'Oké' }).click()
  await visitor.reload()
  await expect(visitor.getByRole('dialog')).toHaveCount(0)

  await page.getByLabel('Titel', { exact: true }).fill('Vrijdag zijn we dicht')
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(page.getByText('Kies ja of nee. Daarna kun je publiceren.')).toBeVisible()
  await page.getByRole('radio', { name: /^Ja/ }).check()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Bekijk het voorbeeld' }).click()
  await page
    .getByRole('dialog', { name: 'Vrijdag zijn we dicht' })
    .getByRole('button', { name: 'Oké' })
    .click()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Laat de melding nog een keer zien' }).click()
  await page.getByRole('dialog', { name: 'Vrijdag zijn we dicht' }).press('Escape')
  await visitor.reload()
  await expect(visitor.getByRole('dialog'), 'a draft').toHaveCount(0)
  await page.getByRole('link', { name: 'Terug naar bewerken' }).click()
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(page.getByText('Staat online.')).toBeVisible()

  await expect(async () => {
    // what is said of the first time may still stand there
    await visitor.reload()
    await expect(visitor.getByRole('dialog', { name: 'Vrijdag zijn we dicht' })).toBeVisible({
      timeout: 5000,
    })
  }).toPass()

  await expect(
    page.getByRole('radiogroup', { name: 'Laat de melding opnieuw zien aan iedereen?' }),
  ).toHaveCount(0)
  await page.getByLabel('Tekst').fill('De deur blijft die dag dicht.')
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(
    page.getByText('Kies ja of nee. Daarna kun je publiceren.'),
    'each change asks',
  ).toBeVisible()
  await page.getByRole('radio', { name: /^Nee/ }).check()
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(
    page.getByRole('radiogroup', { name: 'Laat de melding opnieuw zien aan iedereen?' }),
  ).toHaveCount(0)

  // the tests after this one play in the same house
  await page.getByRole('checkbox', { name: 'Tonen' }).uncheck()
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByRole('dialog')).toHaveCount(0)
  }).toPass()
})
