// The first redacteur of a new installation: from the mail to a news item with a photo, as visitors
// see it.
import { photo, sumOf } from '../files'
import { expect, fillIn, leave, linkApp, test } from '../keycloak/acts'
import { keepItem } from './stack'

const [login, password] = ['redactie@herstelruimte.example', 'een tweede begin 2026']
const [title, alt] = ['De tuin is weer open', 'Een tuin met lange banken']

test('chooses a password, writes an item with a photo and puts it online', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(process.env['LINK']!)
  await page.getByRole('link', { name: /Verder/ }).click()
  for (const field of ['#password-new', '#password-confirm'])
    await page.locator(field).fill(password)
  await page.getByRole('button').last().click()
  await expect(page.locator('#password-new')).toBeHidden()
  await page.context().clearCookies()
  await leave(page)
  await fillIn(page, { id: '', login, name: '', password })
  await linkApp(page)
  await expect(page).toHaveURL('/beheer') // redactie begins at "Meer"

  await page.goto('/addnewsitem')
  await page.getByLabel('Titel', { exact: true }).fill(title)
  await page.getByLabel('Samenvatting').fill('Kom je kijken?')
  await page.getByRole('textbox', { name: 'Tekst' }).fill('De tuin is elke dag open.')
  await page.getByLabel('Kies een foto van dit apparaat').setInputFiles(photo())
  // the photo is made smaller first
  await page.getByLabel('Wat is er te zien?').fill(alt, { timeout: 120_000 })
  await page.getByRole('radio', { name: 'Er staan geen herkenbare mensen op' }).check()
  await page.getByRole('button', { name: 'Publiceer' }).click()
  await expect(page.getByText('Staat online.').first()).toBeVisible()

  const id = page.url().split('/').at(-1)!
  const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await visitor.goto(`/newsdetails/${id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  const shown = visitor.getByRole('img', { name: alt })
  await expect(shown).toBeVisible()
  const media = new URL(await shown.evaluate((i: HTMLImageElement) => i.src)).pathname
  const answer = await visitor.request.get(media)
  expect(answer.status()).toBe(200)
  keepItem({ id, title, media, sum: sumOf(await answer.body()) })
})
