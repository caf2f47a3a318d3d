// Two editors, one text: nobody loses a word.
import { comeIn, expect, kept, people, rich, test, titled, writeNews } from './desk'
import { isAccessible } from './staff'

test('whoever is late sees both texts and chooses; both stay in the history', async ({
  page,
  elsewhere,
}) => {
  const title = titled('Samen schrijven')
  await comeIn(page, people.noor)
  const id = await writeNews(page, title)
  const other = await elsewhere()
  await comeIn(other, people.bram, '/editnews/' + id)
  await expect(other.getByLabel('Titel', { exact: true })).toHaveValue(title, { timeout: 30_000 })
  await expect(other.getByText('Noor Haddad werkt hier nu ook aan.')).toBeVisible({
    timeout: 30_000,
  })

  await page.getByLabel('Titel', { exact: true }).fill(title + ' van Noor')
  await kept(page)
  await other.getByLabel('Titel', { exact: true }).fill(title + ' van Bram')
  await rich(other, 'Tekst').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' Bram was hier.')
  await expect(
    other.getByText(
      'Noor Haddad heeft dit intussen veranderd. Vergelijk de versies en kies wat blijft.',
    ),
  ).toBeVisible({ timeout: 15_000 })
  await isAccessible(other)
  const field = other.getByRole('group', { name: 'Titel' })
  await expect(field).toContainText(title + ' van Noor')
  await expect(field).toContainText(title + ' van Bram')
  await field.getByRole('radio', { name: 'Neem die van Noor Haddad' }).check()
  await other.getByRole('button', { name: 'Bewaar deze keuze' }).click()
  await expect(other.getByLabel('Titel', { exact: true })).toHaveValue(title + ' van Noor')
  await expect(rich(other, 'Tekst')).toContainText('Bram was hier.')
  await other.getByRole('button', { name: 'Laat de versies zien' }).click()
  await expect(other.getByText('Niet gekozen versie')).toBeVisible()
})
