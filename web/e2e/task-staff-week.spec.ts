// The week on a phone: what comes, what to look at, and all drafts online in one press.
import { accessibleEverywhere } from './axe'
import { comeIn, expect, fitsItsWidth, h1, people, place, test as base } from './staff'
import { House } from './staff-house'

/** A house of its own on a Thursday afternoon: next week is the one to make ready. */
const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      await house.restart('2026-11-26T14:00+01:00')
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

interface Draft {
  doc: Record<string, unknown> & { newDates: object[] }
}

test('the coming week: a draft goes online in one press, and comes back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await comeIn(page, people.sanne)
  const get = async <T>(url: string) => (await (await page.request.get(url)).json()) as T
  const { items } = await get<{ items: { id: string; status: string }[] }>('/api/drafts/activities')
  const id = items.find(d => d.status === 'published')!.id
  const answer = await page.request.get('/api/drafts/activities/' + id)
  const { doc } = (await answer.json()) as Draft
  const occurrence = 'occ_' + 'weekweekweekweekweek'
  const saved = await page.request.put('/api/drafts/activities/' + id, {
    headers: { 'if-match': answer.headers().etag! },
    data: {
      doc: {
        ...doc,
        title: 'Speculaas bakken',
        newDates: [
          { id: occurrence, sessions: [{ day: '2026-12-04', from: '15.00', to: '16.30' }] },
        ],
      },
    },
  })
  expect(saved.status(), await saved.text()).toBe(200)

  await place(page, 'Week').click()
  await expect(h1(page)).toHaveText('30 november tot en met 6 december')
  await expect(page.getByText('Volgende week')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: 'Speculaas bakken' }).last()
  await expect(card.getByText('Concept')).toBeVisible()
  await accessibleEverywhere(page)
  await fitsItsWidth(page)
  await page.setViewportSize({ width: 390, height: 844 })

  const all = page.getByRole('button', { name: /^Publiceer (het concept|alle \d+ concepten)$/ })
  await all.click()
  await expect(page.getByText(/sta(at|an) online\./)).toBeVisible()
  const shown = await page.request.get(`/api/occurrences/${occurrence}`)
  expect(shown.status(), 'visitors see it').toBe(200)
  await expect(card.getByText('Concept')).toHaveCount(0)

  await page.getByRole('button', { name: 'Maak ongedaan' }).click()
  await expect(page.getByText('Ongedaan gemaakt:')).toBeVisible()
  await expect(all).toBeVisible()
  expect((await page.request.get(`/api/occurrences/${occurrence}`)).status()).toBe(404)

  await page.getByRole('link', { name: 'Vorige week' }).click()
  await expect(h1(page)).toHaveText('23 tot en met 29 november')
  await expect(page.getByText('Deze week', { exact: true })).toBeVisible()
})
