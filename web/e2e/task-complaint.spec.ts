import type { Page } from '@playwright/test'
import { accessible } from './axe'
import { freshAddress, mailTo } from './house'
import { expect, fillPerson, open, settled, test } from './site'

const send = (page: Page) => page.getByRole('button', { name: 'Verstuur mijn klacht' })
const look = (page: Page) => page.getByRole('button', { name: 'Bekijk mijn klacht' })
const what = (page: Page) => page.getByLabel('Wat is er gebeurd?')
const thanks = (page: Page) => page.getByRole('heading', { name: 'Bedankt dat je dit vertelt.' })

async function complain(page: Page, text: string, contact: 'Ja' | 'Nee, ik blijf liever anoniem') {
  await page.getByRole('radio', { name: 'Veiligheid' }).check()
  await what(page).fill(text)
  await page
    .getByRole('group', { name: 'Wil je dat we contact opnemen?' })
    .or(page.getByRole('radiogroup', { name: 'Wil je dat we contact opnemen?' }))
    .getByRole('radio', { name: contact })
    .check()
}

test('somebody complains without a name, reads on with the number, and writes on', async ({
  page,
  context,
  js,
}) => {
  let code = ''
  await open(page, '/klachten', js)
  await expect(page).toHaveTitle('Klachten')
  await test.step('the page says how it goes', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Klachten')
    await expect(page.locator('#zo-gaat-het li')).toHaveCount(5)
    for (const line of [
      'Een klacht kost je nooit je plek.',
      'Anoniem mag.',
      'Voel je je onveilig? Bel de vertrouwenspersoon: 0123 45 67 80.',
      'Bij gevaar: 112.',
    ])
      await expect(page.getByText(line)).toBeVisible()
    await expect(page.getByText('In 2025: minder dan 5 klachten.')).toBeVisible()
    await expect(page.getByText('In 2024: 6 klachten.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Heb je nu hulp nodig?' })).toBeVisible()
    await expect(page.locator('#inhoud form:not([autocomplete=off])')).toHaveCount(0)
    await expect(page.locator('#inhoud form').locator('[autocomplete]')).toHaveCount(0)
  })
  await accessible(page, js)
  await test.step('complain', async () => {
    await complain(
      page,
      'Er lag een <b>snoer</b> over de gang.\n<script>document.title = "weg"</script>',
      'Nee, ik blijf liever anoniem',
    )
    await send(page).click()
    await expect(thanks(page)).toBeFocused()
    await expect(page).toHaveTitle('Klachten')
    await expect(page).toHaveURL('/klachten')
    const said = 'Schrijf dit nummer op. Daarmee kun je later antwoord lezen en iets toevoegen:'
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    const line = page.locator('p').filter({ has: page.locator('.number') })
    await expect(line, 'alone on its line, no full stop behind it').toHaveText(
      /^K(-[0-9A-Z]{4}){3}$/,
    )
    code = (await line.innerText()).trim()
    if (js) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Kopieer' }).click()
      await expect(page.getByText('Het nummer is gekopieerd.', { exact: true })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    }
    await expect(
      page.locator('.alert-ok').getByRole('link', { name: '0123 45 67 89' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Heb je nu hulp nodig?' })).toBeVisible()
    if (js) await expect(page.locator('.answers')).toContainText('<b>snoer</b>')
    await accessible(page, js)
  })
  await test.step('nothing of it is left behind on the page', async () => {
    await page.goto('/klachten')
    await settled(page, js)
    await expect(page.locator('body')).not.toContainText(code)
    await expect(what(page)).toHaveValue('')
  })
  await test.step('read on, in small letters and without dashes', async () => {
    await page.getByLabel('Je nummer').fill(code.toLowerCase().replaceAll('-', ' '))
    await look(page).click()
    await expect(page.getByRole('heading', { name: 'Je klacht is binnen.' })).toBeFocused()
    await expect(page.getByText('Er zijn nog geen berichten.')).toBeVisible()
    await accessible(page, js)
  })
  await test.step('write on', async () => {
    await settled(page, js)
    await page.getByLabel('Wil je iets toevoegen?').fill('kort')
    await page.getByRole('button', { name: 'Stuur mijn bericht' }).click()
    await expect(page.getByRole('group', { name: 'Er is nog iets nodig' })).toContainText(
      'Schrijf nog iets meer. Dan begrijpen we je beter.',
    )
    await page.getByLabel('Wil je iets toevoegen?').fill('Het snoer ligt er <i>nog</i> steeds.')
    await page.getByRole('button', { name: 'Stuur mijn bericht' }).click()
    await expect(page.getByText('Je bericht is erbij gezet.')).toBeVisible()
    await expect(page.locator('.told-so li')).toHaveText(
      /^Van jou, \w+dag \d+ \w+ \d{4}Het snoer ligt er <i>nog<\/i> steeds\.$/,
    )
    await expect(page).toHaveTitle('Klachten')
  })
})

test('the sample is answered: who has its number reads both sides', async ({ page, js }) => {
  await open(page, '/klachten', js)
  await page.getByLabel('Je nummer').fill('k7t3mw9qf2xpd')
  await look(page).click()
  await expect(page.getByRole('heading', { name: 'We hebben antwoord gegeven.' })).toBeFocused()
  await expect(page.locator('.told-so li')).toHaveCount(3)
  await expect(page.locator('.told-so h3')).toHaveText([/^Van ons/, /^Van jou/, /^Van ons/])
})

test('who wants to be called hears so, and the mail says nothing', async ({
  page,
  js,
  request,
}) => {
  await open(page, '/klachten', js)
  await expect(page.getByLabel('Hoe mogen we je noemen?')).toBeHidden()
  await complain(page, 'Ik werd geheim en slecht behandeld', 'Ja')
  await fillPerson(page, { name: 'Quirine', email: freshAddress() })
  await send(page).click()
  await expect(thanks(page)).toBeFocused()
  await expect(
    page.getByText('Binnen 5 werkdagen hoor je van de vertrouwenspersoon. Dit is je nummer:', {
      exact: true,
    }),
  ).toBeVisible()
  const mails = await mailTo(request, 'vertrouwenspersoon@herstelruimte.example')
  for (const mail of mails) {
    expect(mail.subject).toBe('Bericht van de website')
    expect(mail.text).toMatch(
      /Er is een nieuwe klacht\. Log in om hem te lezen\.|Een klacht wacht op antwoord\. Log in\./,
    )
    expect(mail.text).not.toMatch(/Quirine|geheim|K-/)
  }
})

test('mistakes are told above the form and at the field, and nothing typed is lost', async ({
  page,
  js,
}) => {
  await open(page, '/klachten', js)
  await what(page).fill('kort')
  await page.getByLabel('Wanneer was dat?').fill('x'.repeat(103))
  await send(page).click()
  const summary = page.getByRole('group', { name: 'Kijk nog even naar deze 4 punten:' })
  await expect(summary.getByRole('link')).toHaveText([
    "Maak een keuze bij 'Waar gaat het over?'.",
    'Schrijf nog iets meer. Dan begrijpen we je beter.',
    'Je tekst is 3 tekens te lang. Kun je hem iets korter maken?',
    "Maak een keuze bij 'Wil je dat we contact opnemen?'.",
  ])
  await expect(summary.getByRole('heading')).toBeFocused()
  await expect(page).toHaveTitle('Let op: Klachten')
  await expect(what(page)).toHaveValue('kort')
  await accessible(page, js)
  await summary.getByRole('link').nth(1).click()
  await expect(what(page)).toBeFocused()
})

test('a number that nobody has is told at the field', async ({ page, js }) => {
  await open(page, '/klachten', js)
  await page.getByLabel('Je nummer').fill('K-2222-2222-2222')
  await look(page).click()
  const summary = page.getByRole('group', { name: 'Er is nog iets nodig' })
  await expect(summary.getByRole('link')).toHaveText(
    'Deze code klopt niet of is niet meer geldig. Bel ons gerust.',
  )
  await expect(page.getByLabel('Je nummer')).toHaveValue('K-2222-2222-2222')
  await summary.getByRole('link').click()
  await expect(page.getByLabel('Je nummer')).toBeFocused()
})

test('the whole form can be sent by keyboard at 320 pixels', async ({ page, js }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/klachten', js)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('radio', { name: 'Gebouw' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('De lift was drie dagen kapot.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('vorige week')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Maak hem sneller.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp') // from the first to the last answer
  await expect(page.getByRole('radio', { name: 'Nee, ik blijf liever anoniem' })).toBeChecked()
  for (let i = 0; i < 6 && !(await send(page).evaluate(b => b === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(thanks(page)).toBeFocused()
  // its letters are drawn by lot; these are the widest
  await page.locator('.number').evaluate(e => (e.textContent = 'K-WWWW-WWWW-WWWW'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
