import type { Page } from '@playwright/test'
import { accessible } from './axe'
import { freshAddress, mailAbout, mailTo } from './house'
import { expect, fillPerson, open, settled, test } from './site'

const send = (page: Page) => page.getByRole('button', { name: 'Verstuur mijn bericht' })
const message = (page: Page) => page.getByLabel('Je bericht')
const subject = (page: Page, name: string) => page.getByRole('radio', { name })

test('somebody reads how to reach us, writes, and gets a mail that repeats nothing', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  await open(page, '/contact', js)
  await expect(page).toHaveTitle('Contact – Herstelruimte')
  await test.step('phone first, then mail, hours and the way here', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
    const first = page.locator('#inhoud').getByRole('link').first()
    await expect(first).toHaveText('0123 45 67 89')
    await expect(first).toHaveAttribute('href', 'tel:+31123456789')
    await expect(page.getByRole('row', { name: /^dinsdag \(vandaag\)/ })).toContainText(
      '10.00 tot 17.00 uur',
    )
    await expect(page.getByRole('row', { name: /^donderdag/ })).toContainText(
      'We hebben even te weinig mensen.',
    )
    await expect(page.getByRole('img', { name: /^Kaart van het Kerkplein/ })).toBeVisible()
    await expect(
      page.getByText('Neem de lift of de trap naar de 2e verdieping.').first(),
    ).toBeVisible()
  })
  await accessible(page, js)
  await test.step('write', async () => {
    await subject(page, 'Vraag over een activiteit').check()
    await fillPerson(page, { name: '<b>Sam</b>', email })
    await message(page).fill('Mag mijn hond mee?\n<script>document.title = "weg"</script>')
    await send(page).click()
  })
  await test.step('it worked, and says so once', async () => {
    const said = page.getByRole('heading', { name: 'Dank je wel. Je bericht is binnen.' })
    await expect(said).toBeFocused()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByText('We reageren binnen 3 werkdagen.')).toBeVisible()
    const worked = page.locator('.alert-ok')
    await expect(worked.getByRole('link', { name: '0123 45 67 89' })).toBeVisible()
    await expect(worked.getByRole('link', { name: 'info@herstelruimte.example' })).toBeVisible()
    await expect(send(page)).toHaveCount(0)
    if (js)
      await expect(page.locator('.answers')).toContainText(
        '<script>document.title = "weg"</script>',
      )
    else await expect(page.locator('body')).not.toContainText('hond')
    await accessible(page, js)
    await page.reload()
    await settled(page, js)
    await expect(said).toHaveCount(0)
    await expect(message(page)).toHaveValue('')
  })
  const [mail] = await mailTo(request, email)
  expect(mail!.subject).toBe('Je bericht is binnen')
  expect(mail!.text).toContain('We reageren binnen 3 werkdagen.')
  expect(mail!.text).not.toMatch(/Sam|hond|script/)
  const [news] = await mailAbout(request, 'Nieuw bericht: vraag over een activiteit')
  expect(news!.text).not.toMatch(/Sam|hond|script|voorbeeld/)
})

test('mistakes are told above the form and at the field, and nothing typed is lost', async ({
  page,
  js,
}) => {
  await open(page, '/contact', js)
  await fillPerson(page, { email: 'naam@voorbeeld' })
  await message(page).fill('Hoi')
  await send(page).click()
  const summary = page.getByRole('group', { name: 'Kijk nog even naar deze 3 punten:' })
  await expect(summary.getByRole('link')).toHaveText([
    "Maak een keuze bij 'Waar gaat het over?'.",
    'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
    'Schrijf nog iets meer. Dan begrijpen we je beter.',
  ])
  await expect(summary.getByRole('heading')).toBeFocused()
  await expect(page).toHaveTitle('Let op: Contact – Herstelruimte')
  await expect(message(page)).toHaveValue('Hoi')
  await expect(page.getByLabel('E-mailadres')).toHaveValue('naam@voorbeeld')
  await accessible(page, js)
  await summary.getByRole('link').nth(0).click()
  await expect(subject(page, 'Vraag over een activiteit')).toBeFocused()
  await subject(page, 'Pers').check()
  await page.getByLabel('E-mailadres').fill('')
  await message(page).fill('x'.repeat(2012))
  await send(page).click()
  const again = page.getByRole('group', { name: 'Kijk nog even naar deze 2 punten:' })
  await expect(again.getByRole('link').last()).toHaveText(
    'Je tekst is 12 tekens te lang. Kun je hem iets korter maken?',
  )
  await expect(message(page)).toHaveValue('x'.repeat(2012))
  await expect(subject(page, 'Pers')).toBeChecked()
})

test('a link to share a story chooses that subject and says not to write it here', async ({
  page,
  js,
}) => {
  const note = page.getByText(
    'Wat fijn dat je wilt vertellen. Schrijf je verhaal hier nog niet op. We bellen of mailen je en maken het samen.',
  )
  await open(page, '/contact?onderwerp=verhaal', js)
  await expect(subject(page, 'Mijn verhaal delen')).toBeChecked()
  await expect(note).toBeVisible()
  await subject(page, 'Pers').check()
  if (js) await expect(note).toBeHidden()
  await open(page, '/contact?onderwerp=onzin', js)
  for (const radio of await page.getByRole('radio').all()) await expect(radio).not.toBeChecked()
})

test('the whole form can be sent by keyboard, with a phone number only', async ({ page, js }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/contact?onderwerp=eerste-bezoek', js)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await subject(page, 'Eerste bezoek').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Telefoonnummer')).toBeFocused()
  await page.keyboard.type('06 12 34 56 78')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kan iemand mij opwachten?')
  await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Dank je wel. Je bericht is binnen.' }),
  ).toBeFocused()
})
