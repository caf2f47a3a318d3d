import { accessible } from './axe'
import { freshAddress, linkIn, mailTo, openDate, other, pathOf, roomyDate } from './house'
import { expect, open, settled, test } from './site'

const asked =
  'Als dit adres bij ons bekend is, krijg je een e-mail met je link. Niets gezien? ' +
  'Kijk bij de ongewenste mail of bel ons.'

test('who lost the link sees everything of the address, cancels one, and erases all', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  const [first, second] = [
    await openDate(request, 'Samen eten', js ? 7 : 8),
    await roomyDate(request),
  ]
  for (const [date, name] of [
    [first, 'Karin'],
    [second, 'Noor'],
  ] as const)
    expect(await other(request, date, { name, email, phone: undefined })).toBe('registered')

  await test.step('a link is asked for from the page of an activity', async () => {
    await open(page, pathOf.details(first), js)
    await page.getByRole('link', { name: 'Stuur mij mijn link opnieuw' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Al aangemeld?')
    await expect(page).toHaveTitle('Je aanmelding')
    await settled(page, js)
    await accessible(page, js)
    const send = page.getByRole('button', { name: 'Stuur mij mijn link' })
    await send.click()
    await expect(page.getByText(/^Dit e-mailadres klopt nog niet\./).last()).toBeVisible()
    for (const address of [freshAddress(), email]) {
      await open(page, '/mijn-aanmeldingen', js)
      await page.getByLabel('E-mailadres').fill(address)
      await send.click()
      await expect(page.getByRole('heading', { name: 'Kijk in je mail.' })).toBeFocused()
      await expect(page.getByText(asked)).toBeVisible()
    }
  })
  const letter = (await mailTo(request, email, 3)).at(-1)!
  expect(letter.subject).toBe('Je link')
  const all = linkIn(letter)

  await test.step('the overview shows both, and one is cancelled', async () => {
    await open(page, all, js)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mijn aanmeldingen')
    await accessible(page, js)
    await expect(page.getByRole('listitem').filter({ hasText: 'Op naam van Noor.' })).toBeVisible()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Op naam van Karin.' })
      .getByRole('link', { name: /^Ik kan niet komen/ })
      .click()
    await settled(page, js)
    await page.getByRole('button', { name: 'Ja, meld mij af' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je bent afgemeld')
    await page.getByRole('link', { name: 'Naar al je aanmeldingen' }).click()
    await expect(page).toHaveURL(all)
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Op naam van Karin.' }),
    ).toContainText('Je bent afgemeld.')
  })
  await test.step('everything goes', async () => {
    await settled(page, js)
    await page.getByRole('link', { name: 'Wis alles van mij' }).click()
    await settled(page, js)
    await page.getByRole('button', { name: 'Ja, wis alles van mij' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gewist')
    const gone = await page.reload()
    expect(gone!.status()).toBe(404)
    await page.getByRole('link', { name: 'Stuur mij mijn link opnieuw' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Al aangemeld?')
  })
  expect((await mailTo(request, email, 5)).at(-1)!.subject).toBe('Je gegevens zijn gewist')
})

test('somebody without mail opens the sign-up with the code of the desk', async ({ page, js }) => {
  await open(page, '/mijn-aanmeldingen', js)
  const code = page.getByLabel('Code van de balie')
  const look = page.getByRole('button', { name: 'Open mijn aanmelding' })
  await code.fill('22222-22222')
  await look.click()
  await expect(
    page.getByText('Deze code klopt niet of is niet meer geldig. Bel ons gerust.').last(),
  ).toBeVisible()
  await code.fill(process.env['DESK_CODE']!.toLowerCase().replace('-', ' '))
  await look.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je bent aangemeld')
  await expect(page).toHaveURL(/\/registrationdetails\/aan_/)
})
