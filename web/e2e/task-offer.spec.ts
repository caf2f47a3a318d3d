import { linkIn, mailTo, offered, openDate } from './house'
import { expect, open, settled, test } from './site'

test('say yes to an offer', async ({ page, js, request }) => {
  const { email, own } = await offered(
    request,
    await openDate(request, 'Creatief atelier', js ? 1 : 2),
  )
  await open(page, own, js)
  await expect(page).toHaveTitle('Wachtlijst')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er is een plek voor je')
  await expect(page.getByText(/^Dinsdag \d+ \w+$/)).toBeVisible()
  await expect(
    page.getByText(/^We houden hem voor je vast tot \w+dag \d+ \w+ \d{4} \d+\.\d\d uur\.$/),
  ).toBeVisible()
  await page.getByText('Iets anders').click()
  for (const name of ['Nee, dank je', 'Nog even wachten', 'Haal mij van de lijst'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Ja, ik kom' }).click()
  await expect(page.getByText('Gelukt! Je plek is geregeld.')).toBeVisible()
  await page.reload()
  await settled(page, js)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je bent aangemeld')
  await expect(page.getByText('Je hebt de plek.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zet in mijn agenda' })).toBeVisible()
  const confirmed = (await mailTo(request, email, 3)).at(-1)!
  await open(page, linkIn(confirmed), js)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je bent aangemeld')
})

test('wait a little longer: the place goes on, the person stays', async ({ page, js, request }) => {
  const { own } = await offered(request, await openDate(request, 'Creatief atelier', js ? 3 : 4))
  await open(page, own, js)
  await page.getByText('Iets anders').click()
  await page.getByRole('button', { name: 'Nog even wachten' }).click()
  await expect(
    page.getByText('Je blijft op de lijst. Deze plek gaat nu naar iemand anders.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je staat op de wachtlijst')
  await expect(page.getByRole('button', { name: 'Ja, ik kom' })).toBeHidden()
})

test('say no to an offer', async ({ page, js, request }) => {
  const { own } = await offered(request, await openDate(request, 'Creatief atelier', js ? 5 : 6))
  await open(page, own, js)
  await page.getByRole('button', { name: 'Nee, dank je' }).click()
  await expect(
    page.getByText('Dank je wel voor je bericht. Je bent altijd weer welkom.'),
  ).toBeVisible()
  await page.reload()
  await expect(
    page.getByText('Je hebt nee gezegd. Prima. Je bent altijd weer welkom.'),
  ).toBeVisible()
})
