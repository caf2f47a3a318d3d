import { linkIn, mailTo, offered, openDate } from './house'
import { expect, open, settled, test } from './site'

test('say yes to an offer', async ({ page, js, request }) => {
  const { email, own } = await offered(
    request,
    await openDate(request, 'Creatief atelier', js ? 1 : 2),
  )
  await open(page, own, js)
  await expect(page).toHaveTitle('Wachtlijst')
  await expect(
    page.getByText(
      /^Er is een plek voor je op dinsdag \d+ \w+ \d{4}\. We houden hem voor je vast tot \w+dag \d+ \w+ \d{4} \d+\.\d\d uur\.$/,
    ),
  ).toBeVisible()
  for (const name of ['Nee, dank je', 'Nog even wachten', 'Haal mij van de lijst'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Ja, ik kom' }).click()
  await expect(page.getByText('Gelukt! Je plek is geregeld.')).toBeVisible()
  await page.reload()
  await settled(page, js)
  await expect(page.getByText('Je hebt de plek.')).toBeVisible()
  const confirmed = (await mailTo(request, email, 3)).at(-1)!
  await open(page, linkIn(confirmed), js)
  await expect(page.getByText('Je bent aangemeld.')).toBeVisible()
})

test('wait a little longer: the place goes on, the person stays', async ({ page, js, request }) => {
  const { own } = await offered(request, await openDate(request, 'Creatief atelier', js ? 3 : 4))
  await open(page, own, js)
  await page.getByRole('button', { name: 'Nog even wachten' }).click()
  await expect(
    page.getByText('Je blijft op de lijst. Deze plek gaat nu naar iemand anders.'),
  ).toBeVisible()
  await expect(page.getByText('Je staat op de wachtlijst.')).toBeVisible()
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
