// Somebody looks for something in their own words. With and without JavaScript the answer is the
// same: the server finds.
import { accessible } from './axe'
import { expect, open, test } from './site'

test('search the programme in other words than it uses', async ({ page, js }) => {
  await open(page, '/agenda', js)
  await page.getByText('Kies dag, soort of zoek').click()
  const search = page.getByRole('searchbox', { name: 'Zoek in het programma' })
  await search.fill('schilderen')
  await search.press('Enter')
  await expect(page).toHaveURL(/zoek=schilderen/)
  await expect(page.getByRole('link', { name: /Creatief atelier/ }).first()).toBeVisible()
  await expect(page.getByText('Niet alles gevonden.')).toHaveCount(0)

  await open(page, '/agenda?zoek=wandelen+museumbezoek', js)
  await expect(page.getByText('Niet alles gevonden. Dit past het best.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Wandelgroep/ }).first()).toBeVisible()
})

test('a search without a find helps on', async ({ page, js }) => {
  await open(page, '/agenda?zoek=ateleir', js)
  await expect(
    page.getByText("Niets gevonden bij 'ateleir'. Probeer een ander woord, of bel 0123 45 67 89."),
  ).toBeVisible()
  await expect(page.getByText('Dit is er deze week:')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0)
  await accessible(page, js)
  await page.getByRole('link', { name: 'atelier', exact: true }).click()
  await expect(page.getByRole('link', { name: /Creatief atelier/ }).first()).toBeVisible()

  await open(page, '/requentlysaskedquestions?zoek=bestaatniet', js)
  await expect(page.getByText(/^Niets gevonden bij 'bestaatniet'/)).toBeVisible()
  await expect(page.getByText('Dit is er deze week:')).toBeVisible()
  await expect(page.getByText('Geen antwoord gevonden?')).toBeVisible()
  await accessible(page, js)
})

test('search the questions in other words than they use', async ({ page, js }) => {
  await open(page, '/requentlysaskedquestions', js)
  const search = page.getByRole('searchbox', { name: 'Waar gaat je vraag over?' })
  await search.fill('afmelden')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hoe meld ik me af?' })).toBeVisible()
})
