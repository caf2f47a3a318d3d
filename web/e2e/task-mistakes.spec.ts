import { pathOf, roomyDate } from './house'
import { consent, expect, fillPerson, open, test } from './site'

test('mistakes are told above the form and at the field, and what was typed stays', async ({
  page,
  js,
  request,
}) => {
  await open(page, pathOf.register(await roomyDate(request)), js)
  await fillPerson(page, { email: 'naam@voorbeeld' })
  await page.getByRole('radio', { name: 'Ja' }).last().check() // first time
  await page.getByRole('button', { name: 'Meld mij aan' }).click()

  const summary = page.getByRole('group', { name: 'Kijk nog even naar deze 3 punten:' })
  await expect(summary.getByRole('link')).toHaveText([
    'Vul een naam in. Je voornaam of een bijnaam is genoeg.',
    'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
    /^Zet een vinkje als je dit goed vindt\. Liever niet\? Bel ons op [\d\s]+ of loop binnen\.$/,
  ])
  await expect(summary.getByRole('heading')).toBeFocused()
  await expect(page).toHaveTitle('Let op: Aanmelden')
  await expect(page.getByLabel('E-mailadres')).toHaveValue('naam@voorbeeld')
  await expect(page.getByLabel('E-mailadres')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('E-mailadres')).toHaveAccessibleDescription(
    'Voor de bevestiging en als er iets verandert. Dit e-mailadres klopt nog niet. ' +
      'Zo ziet het eruit: naam@voorbeeld.nl.',
  )

  await summary.getByRole('link').nth(0).click()
  await expect(page.getByLabel('Hoe mogen we je noemen?')).toBeFocused()
  await page.getByLabel('Hoe mogen we je noemen?').fill('<b>"Zoë"</b>')
  await page.getByLabel('E-mailadres').fill('')
  await consent(page).check()
  await page.getByRole('button', { name: 'Meld mij aan' }).click()
  const one = page.getByRole('group', { name: 'Er is nog iets nodig' })
  await expect(one.getByRole('link')).toHaveCount(1)
  await one.getByRole('link').click()
  await expect(page.getByLabel('E-mailadres')).toBeFocused()
  await expect(page.getByLabel('Hoe mogen we je noemen?')).toHaveValue('<b>"Zoë"</b>')
  await expect(consent(page)).toBeChecked()
})
