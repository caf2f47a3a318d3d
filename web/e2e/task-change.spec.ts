import { linkIn, mailTo, openDate, pathOf, freshAddress, roomyDate } from './house'
import { consent, expect, fillPerson, open, settled, test } from './site'

test('change what was filled in, download it, and erase everything', async ({
  page,
  js,
  request,
}) => {
  const [email, newer] = [freshAddress(), freshAddress()]
  await open(page, pathOf.register(await openDate(request, 'Samen eten', js ? 1 : 2)), js)
  await fillPerson(page, { name: 'Karin', email })
  await page
    .getByRole('group', { name: 'Neem je iemand mee?' })
    .or(page.getByRole('radiogroup', { name: 'Neem je iemand mee?' }))
    .getByLabel('Ja, 1 persoon')
    .check()
  await page.getByRole('checkbox', { name: 'Anders, namelijk' }).check()
  await page.getByLabel('Waar letten we dan op?').fill('geen noten')
  await consent(page).check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  const own = linkIn((await mailTo(request, email))[0]!)

  await test.step('the own page shows what we keep', async () => {
    await open(page, own, js)
    const kept = page.locator('dl')
    await expect(kept).toContainText(email)
    await expect(kept).toContainText('geen noten')
    await expect(kept).toContainText('Ja, 1 persoon')
    await expect(
      page.getByText(/^We bewaren dit tot \w+dag \d+ \w+ \d{4}\. Daarna wissen we het\.$/),
    ).toBeVisible()
  })
  await test.step('an emptied answer is gone, a new address has come', async () => {
    await page.getByText('Verander mijn gegevens').click()
    await page.getByLabel('E-mailadres').fill(newer)
    await page.getByRole('checkbox', { name: 'Anders, namelijk' }).uncheck()
    await page.getByLabel('Nee', { exact: true }).check()
    await page.getByRole('button', { name: 'Bewaar' }).click()
    await expect(page.getByText('Je gegevens zijn veranderd.')).toBeVisible()
    await expect(page.locator('dl')).toContainText(newer)
    await expect(page.locator('dl')).not.toContainText('geen noten')
    await expect(page.getByText(/^Deze pagina werkt tot \d+\.\d\d uur\./)).toBeVisible()
    await expect(page).not.toHaveURL(own)
  })
  const letter = (await mailTo(request, newer))[0]!
  expect(letter.subject).toMatch(/^Je aanmelding voor /)
  const told = (await mailTo(request, email, 2))[1]!
  expect(told.subject).toBe('Er is iets veranderd')

  await test.step('files without JavaScript, by the new link alone', async () => {
    expect((await request.get(new URL(own + '/gegevens.json', page.url()).href)).status()).toBe(404)
    const next = linkIn(letter)
    const json = await request.get(new URL(next + '/gegevens.json', page.url()).href)
    expect(json.headers()['content-disposition']).toContain('attachment')
    expect(await json.json()).toMatchObject({ name: 'Karin', email: newer })
    const calendar = await request.get(new URL(next + '/afspraak.ics', page.url()).href)
    expect(await calendar.text()).toMatch(/SUMMARY:Afspraak/)
  })
  await test.step('who had the old link puts the address back', async () => {
    await open(page, linkIn(told), js)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er is iets veranderd')
    await page.getByRole('button', { name: 'Ik heb dit niet veranderd' }).click()
    await expect(page.getByText('Je e-mailadres staat er weer.')).toBeVisible()
    await expect(page.locator('dl')).toContainText(email)
  })
  const again = linkIn((await mailTo(request, email, 3)).at(-1)!)

  await test.step('erase everything', async () => {
    await open(page, again, js)
    await settled(page, js)
    await page.getByText('Meer met mijn gegevens').click()
    await page.getByRole('link', { name: 'Wis alles van mij' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weet je het zeker?')
    await expect(page.getByText('Je plek gaat dan naar iemand anders.')).toBeVisible()
    await settled(page, js)
    await page.getByRole('button', { name: 'Ja, wis alles van mij' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gewist')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(
      page.getByText('We hebben alles gewist wat bij deze aanmelding hoorde.'),
    ).toBeVisible()
    await expect(page).toHaveURL(again)
  })
  await test.step('afterwards the link leads nowhere', async () => {
    const gone = await page.reload()
    expect(gone!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deze link werkt niet meer.')
  })
  expect((await mailTo(request, email, 4)).at(-1)!.subject).toBe('Je gegevens zijn gewist')
})

test('"Dit was ik niet" takes a sign-up away', async ({ page, js, request }) => {
  const email = freshAddress()
  await open(page, pathOf.register(await roomyDate(request)), js)
  await fillPerson(page, { name: 'Iemand', email })
  await consent(page).check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  const own = linkIn((await mailTo(request, email))[0]!)
  await open(page, own, js)
  await page.getByRole('link', { name: 'Dit was ik niet' }).click()
  await expect(page.getByText('Heb jij dit niet ingevuld? Dan halen we het weg.')).toBeVisible()
  await settled(page, js)
  await page.getByRole('button', { name: 'Ja, haal weg' }).click()
  await expect(
    page.getByText('We hebben het weggehaald. Je krijgt hier geen mail meer over.'),
  ).toBeVisible()
  expect((await request.get(new URL(own, page.url()).href)).status()).toBe(404)
})
