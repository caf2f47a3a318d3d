import type { APIRequestContext } from '@playwright/test'
import { fillUp, linkIn, mailTo, openDate, other } from './house'
import { expect, freshAddress, open, settled, test } from './site'

/** Somebody waits, somebody cancels: the offer is mailed. Gives the path of the own page of who waited. */
async function offered(request: APIRequestContext, nth: number): Promise<{ email: string; own: string }> {
  const [leaver, email] = [freshAddress(), freshAddress()]
  const date = await openDate(request, 'Creatief atelier', nth)
  await fillUp(request, date, 1)
  expect(await other(request, date, { email: leaver, phone: undefined })).toBe('registered')
  expect(await other(request, date, { email, phone: undefined, ifFull: 'waitlist' })).toBe('waiting')
  const link = linkIn((await mailTo(request, leaver))[0]!)
  const cancelled = await request.delete(`${process.env['SITE']}/api/registration`, {
    headers: { Authorization: 'Aanmelding ' + link.split('/').at(-1)!, 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(cancelled.status()).toBe(200)
  const offer = (await mailTo(request, email, 2)).at(-1)!
  expect(offer.subject).toMatch(/^Er is een plek vrij op /)
  return { email, own: linkIn(offer) }
}

test('say yes to an offer', async ({ page, js, request }) => {
  const { email, own } = await offered(request, js ? 1 : 2)
  await open(page, own, js)
  await expect(page).toHaveTitle('Wachtlijst')
  await expect(page.getByText(/^Er is een plek voor je op dinsdag \d+ \w+ \d{4}\. We houden hem voor je vast tot \w+dag \d+ \w+ \d{4} \d\d\.\d\d uur\.$/)).toBeVisible()
  for (const name of ['Nee, dank je', 'Nog even wachten', 'Haal mij van de lijst']) await expect(page.getByRole('button', { name })).toBeVisible()
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
  const { own } = await offered(request, js ? 3 : 4)
  await open(page, own, js)
  await page.getByRole('button', { name: 'Nog even wachten' }).click()
  await expect(page.getByText('Je blijft op de lijst. Deze plek gaat nu naar iemand anders.')).toBeVisible()
  await expect(page.getByText('Je staat op de wachtlijst.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ja, ik kom' })).toBeHidden()
})

test('say no to an offer', async ({ page, js, request }) => {
  const { own } = await offered(request, js ? 5 : 6)
  await open(page, own, js)
  await page.getByRole('button', { name: 'Nee, dank je' }).click()
  await expect(page.getByText('Dank je wel voor je bericht. Je bent altijd weer welkom.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Je hebt nee gezegd. Prima. Je bent altijd weer welkom.')).toBeVisible()
})
