import { fillUp, linkIn, mailTo, openDate, other, pathOf, freshAddress } from './house'
import { consent, expect, fillPerson, open, settled, signUp, test } from './site'

test('join the waitlist of a full activity, change it and leave it again', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  const date = await openDate(request, 'Herstelwerkgroep', js ? 0 : 1)
  await fillUp(request, date)
  await test.step('the sign-up page leads there', async () => {
    await expect
      .poll(
        async () => (
          await open(page, pathOf.register(date), js),
          page.getByText('Alle plekken zijn bezet. Je kunt wel op de wachtlijst.').isVisible()
        ),
      )
      .toBe(true)
    await page.getByRole('link', { name: 'Zet mij op de wachtlijst' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wachtlijst')
    await settled(page, js)
  })
  await test.step('the page says how long it lasts, and who rings and when', async () => {
    await page.getByText('Zo werkt de wachtlijst').click()
    await expect(page.getByRole('main').getByRole('listitem')).toContainText([
      'De lijst duurt tot de activiteit begint.',
      'Komt er een plek vrij? Dan mailen of bellen we je.',
      'Een gastvrouw, gastheer of begeleider belt je, tussen 9.00 en 20.00 uur.',
      'Je hebt 24 uur om te antwoorden.',
      'Begint de activiteit binnen 48 uur? Dan heb je 4 uur.',
    ])
  })
  await test.step('both ways need a choice', async () => {
    await fillPerson(page, { name: 'Omar', email, phone: '+31 6 12 34 56 78' })
    await consent(page).check()
    await page.getByRole('button', { name: 'Zet mij op de wachtlijst' }).click()
    await expect(
      page.getByRole('group', { name: 'Kijk nog even naar deze 2 punten:' }).getByRole('link'),
    ).toHaveText([
      "Maak een keuze bij 'Hoe laten we het je weten?'.",
      "Maak een keuze bij 'Kun je ook op korte termijn?'.",
    ])
  })
  await test.step('join', async () => {
    await page.getByLabel('Mail mij').check()
    await page
      .getByRole('radiogroup', { name: 'Kun je ook op korte termijn?' })
      .getByLabel('Nee')
      .check()
    await page.getByRole('button', { name: 'Zet mij op de wachtlijst' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je staat op de wachtlijst')
    await expect(page).toHaveURL(/\?lijst=1$/)
    await expect(
      page.getByText(
        'Komt er een plek vrij, dan mailen we je. Je kunt je altijd weer van de lijst halen.',
      ),
    ).toBeVisible()
    await expect(page.getByText('De lijst duurt tot de activiteit begint.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wachtlijst')
    await expect(page.locator('body')).not.toContainText('Omar')
  })
  const newer = freshAddress()
  await test.step('change name, address and way; the turn stays', async () => {
    const old = linkIn((await mailTo(request, email))[0]!)
    await open(page, old, js)
    await page.getByText('Verander mijn gegevens').click()
    await expect(page.getByLabel('Telefoonnummer')).toHaveValue('06 12 34 56 78')
    await page.getByLabel('Hoe mogen we je noemen?').fill('')
    await page.getByRole('button', { name: 'Bewaar' }).click()
    await expect(page.getByRole('link', { name: /^Vul een naam in\./ })).toBeVisible()
    await page.getByLabel('Hoe mogen we je noemen?').fill('Omar B')
    await page.getByLabel('E-mailadres').fill(newer)
    await page.getByLabel('Bel mij').check()
    await page.getByRole('button', { name: 'Bewaar' }).click()
    await expect(page.getByText('Je gegevens zijn veranderd.')).toBeVisible()
    await expect(page.getByText('Komt er een plek vrij, dan bellen we je.')).toBeVisible()
    await expect(page.getByText(/^We bewaren je naam \(Omar B\)/)).toBeVisible()
    await expect(page.getByText(/^Deze pagina werkt tot \d+\.\d\d uur\./)).toBeVisible()
    await expect(page).not.toHaveURL(old)
  })
  await test.step('leave', async () => {
    const own = linkIn((await mailTo(request, newer))[0]!)
    await open(page, own, js)
    await expect(page.getByText('Er zijn minder dan 5 mensen vóór je.')).toBeVisible()
    await page.getByText('Iets anders').click()
    await page.getByRole('button', { name: 'Haal mij van de lijst' }).click()
    await expect(page.getByText('Je staat niet meer op de lijst.')).toBeVisible()
    await expect(page).toHaveURL(own)
  })
})

test('the last place goes while somebody types: one press leads to the waitlist, nothing is typed again', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  const date = await openDate(request, 'Herstelwerkgroep', js ? 2 : 3)
  await fillUp(request, date, 1)
  await open(page, pathOf.register(date), js)
  await fillPerson(page, { name: 'Nienke', email })
  await page
    .getByRole('radiogroup', { name: 'Is dit je eerste keer bij ons?' })
    .getByLabel('Nee')
    .check()
  await consent(page).check()
  expect(await other(request, date)).toBe('registered')
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  const notice = page.getByRole('group', { name: 'Net voor jou is de laatste plek weggegaan.' })
  await expect(notice).toContainText(
    'Wil je op de wachtlijst? Je hoeft niets opnieuw in te vullen.',
  )
  await expect(notice.getByRole('heading')).toBeFocused()
  const box = page.getByRole('region', { name: 'Herstelwerkgroep' })
  await expect(box, 'the box beside it says so too').toContainText('Vol: wachtlijst')
  await expect(page.getByLabel('Hoe mogen we je noemen?')).toHaveValue('Nienke')
  await settled(page, js)
  await notice.getByRole('button', { name: 'Zet mij op de wachtlijst' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je staat op de wachtlijst')
  expect((await mailTo(request, email))[0]!.subject).toMatch(/^Je staat op de lijst voor /)
})

test('a guest that does not fit is explained; coming alone is one press', async ({
  page,
  js,
  request,
}) => {
  const date = await openDate(request, 'Samen eten', js ? 3 : 4)
  await fillUp(request, date, 1)
  await open(page, pathOf.register(date), js)
  await page.getByLabel('Ja, 1 persoon').check()
  await signUp(page, { name: 'Petra', phone: '0612345679' })
  await expect(page.getByRole('group', { name: 'Er is nog 1 plek.' })).toContainText(
    'Je kunt alleen komen, of samen op de wachtlijst.',
  )
  await settled(page, js)
  await expect(page.getByRole('button', { name: 'Zet ons samen op de wachtlijst' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Neem je iemand mee?' }).getByLabel('Nee').check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
})
