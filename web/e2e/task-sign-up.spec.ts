import { linkIn, mailTo, pathOf, freshAddress, roomyDate } from './house'
import { expect, inFirstScreen, open, settled, signUp, test } from './site'

/** The smallest phone that people have, and a usual one. */
const phones = [
  [320, 568],
  [390, 844],
] as const

test('find WRAP through a filter, sign up, cancel by the mailed link, and come after all', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  await test.step('find it', async () => {
    await open(page, '/agenda', js)
    await page.locator('.choose summary').click()
    await page.getByLabel('Soort').selectOption('Leren')
    await page.getByRole('button', { name: 'Toon' }).click()
    await expect(page).toHaveURL(/soort=leren/)
    await page.getByRole('link', { name: /^WRAP/ }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^WRAP/)
    await settled(page, js)
    const signUpLink = page.getByRole('link', { name: 'Meld je aan' })
    for (const [width, height] of phones) {
      await page.setViewportSize({ width, height })
      await inFirstScreen(page, signUpLink)
    }
    await signUpLink.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aanmelden')
    await expect(page).toHaveTitle('Aanmelden')
  })
  await test.step('sign up', async () => {
    await settled(page, js)
    await signUp(page, { name: 'Samira', email })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gelukt, Samira!')
    await expect(page).toHaveURL(/\/registrationsequel\/act_\w+\/occ_\w+$/)
    await expect(page).toHaveTitle('Aangemeld')
    await expect(
      page.getByText(/^Je plek voor WRAP.* op woensdag 9 december 2026 is geregeld\.$/),
    ).toBeVisible()
    const said = await page.getByRole('main').textContent()
    expect([said!.split('Gelukt').length, said!.split('9 december').length]).toEqual([2, 2])
    await expect(
      page.getByText('Je krijgt een e-mail met een link om te veranderen of af te melden.'),
    ).toBeVisible()
  })
  await test.step('a reload tells nothing of anybody', async () => {
    await page.reload()
    await settled(page, js)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aangemeld')
    await expect(page.locator('body')).not.toContainText('Samira')
    await expect(
      page.getByText(
        'Wilde je mail van ons? Kijk dan in je mailbox. Niets gezien? Bel ons of loop binnen.',
      ),
    ).toBeVisible()
    await expect(page.getByText('Je krijgt een e-mail')).toHaveCount(0)
  })
  const [mail] = await mailTo(request, email)
  expect(mail!.subject).toMatch(/^Je aanmelding voor \w+dag \d+ \w+ \d{4}$/)
  expect(mail!.text).not.toMatch(/WRAP|Samira/)
  const own = linkIn(mail!)
  await test.step('open the mailed link', async () => {
    await open(page, own, js)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je bent aangemeld')
    await expect(page).toHaveTitle('Je aanmelding')
    await expect(page.getByText('Link kwijt?')).toHaveCount(0)
  })
  await test.step('cancel', async () => {
    await page.getByRole('link', { name: 'Ik kan niet komen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Wil je je afmelden voor WRAP.* op woensdag 9 december\?$/,
    )
    await settled(page, js)
    await page.getByRole('button', { name: 'Ja, meld mij af' }).click()
    const state = page.getByRole('heading', { level: 1, name: 'Je bent afgemeld' })
    await expect(state).toBeFocused()
    await expect(
      page.getByText(
        'Fijn dat je het laat weten. Een reden hoeft niet. Je bent altijd weer welkom.',
      ),
    ).toBeVisible()
    await expect(page).toHaveURL(own)
  })
  await test.step('come after all', async () => {
    await expect(
      page.getByText(
        /^Kom je toch\? Dat kan 10 minuten lang, tot \d+\.\d\d uur\. Je plek moet dan nog vrij zijn\.$/,
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Toch komen?' }).click()
    await expect(page.getByText('Fijn dat je toch komt. Je plek is weer geregeld.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je bent aangemeld')
  })
  expect(
    (await mailTo(request, email, 3)).map(m => m.subject.split(' ').slice(0, 3).join(' ')),
  ).toEqual(['Je aanmelding voor', 'Je bent afgemeld', 'Je aanmelding voor'])
})

test('somebody without e-mail signs up with a phone number', async ({ page, js, request }) => {
  await open(page, pathOf.register(await roomyDate(request)), js)
  await signUp(page, { name: "Ó'Brien 🌱", phone: '06 12 34 56 78' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Gelukt, Ó'Brien 🌱!")
  await expect(page.getByText('Wil je iets veranderen? Bel ons.')).toBeVisible()
})
