// Who receives stands on the site with a first name after a yes alone, and reads who comes.
import { comeIn, expect, people, test as base } from './staff'
import { House } from './staff-house'

const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      await house.restart('2026-11-24T09:00+01:00')
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a name stands on the site until its owner says no', async ({ page }) => {
  await comeIn(page, people.loes)
  const week = (await (await page.request.get('/api/week?week=2026-W48')).json()) as {
    days: { cards: { activity: string; occurrence: string; host?: string; state: string }[] }[]
  }
  const card = week.days
    .flatMap(d => d.cards)
    .find(c => c.host === 'Loes' && c.state === 'planned')!
  const says = async (words: string) => {
    const date = (await (
      await page.request.get(`/api/activities/${card.activity}/occurrences/${card.occurrence}`)
    ).json()) as { host?: string }
    expect(date.host ?? '').toBe(words)
  }
  await says('Loes')
  await page.goto('/beheer')
  await page.getByText('Je naam op de site').click()
  await page.getByRole('button', { name: 'Haal mijn naam van de site' }).click()
  await expect(page.getByText('Je naam staat niet meer op de site.')).toBeVisible()
  await says('')
  await page.getByRole('button', { name: 'Ja, zet mijn naam op de site' }).click()
  await expect(page.getByText('Op de site staat nu: “Loes ontvangt je.”')).toBeVisible()
  await says('Loes')
})
