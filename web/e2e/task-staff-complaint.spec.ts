// Somebody complains without a name; the confidant answers, gives it to the coordinator, and the
// number shows the answer.
import type { Page } from '@playwright/test'
import { sendForm, unique } from './inbox'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test, place } from './staff'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 240_000 }) // axe looks at several screens, in both colours

const main = (page: Page) => page.getByRole('main')
const complain = (page: Page, what: string, more: object = {}) =>
  sendForm<{ code: string }>(page, '/api/complaints', {
    about: 'safety',
    what,
    contactWish: false,
    ...more,
  })

/** The newest complaint stands last: who waits longest stands first. */
async function openNewest(page: Page) {
  await page.goto('/beheer/klachten')
  await main(page).getByRole('row').last().getByRole('link').click()
  await expect(h1(page)).toBeFocused()
}

test('the confidant answers, and the person reads it with the number', async ({
  page,
  elsewhere,
}) => {
  const what = unique('Er lag weer een snoer over de gang')
  const { code } = await complain(page, what)
  await comeIn(page, people.henk, '/beheer/klachten')
  await expect(h1(page)).toHaveText('Klachten')
  await expect(main(page)).not.toContainText(what) // nothing of it in the list
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewest(page)
  await expect(main(page).getByText(what)).toBeVisible()
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('an answer needs words', async () => {
    await page.getByRole('radio', { name: /^Geef antwoord/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Bewaar en laat het weten' }).press('Enter')
    await expect(main(page).getByText('Schrijf wat de melder moet lezen.')).toBeVisible()
  })
  await page
    .getByLabel('Bericht aan de melder')
    .fill('We hebben het snoer vastgemaakt. Dank je wel.')
  await page.getByRole('button', { name: 'Bewaar en laat het weten' }).press('Enter')
  await expect(main(page).getByText('De klacht staat op ‘antwoord gegeven’.')).toBeFocused()
  await test.step('with the number', async () => {
    const visitor = await elsewhere()
    await visitor.goto('/klachten')
    await visitor.getByLabel('Je nummer').fill(code)
    await visitor.getByRole('button', { name: 'Bekijk mijn klacht' }).click()
    await expect(visitor.getByText('We hebben het snoer vastgemaakt. Dank je wel.')).toBeVisible()
    await expect(visitor.locator('body')).not.toContainText('Henk')
  })
  await test.step('four weeks more, once', async () => {
    await openNewest(page)
    await page.getByRole('radio', { name: /^Er is een gesprek/ }).check()
    await page.getByRole('button', { name: 'Bewaar en laat het weten' }).click()
    await page.getByLabel('Waarom duurt het langer?').fill('We praten nog met de huurbaas.')
    await page.getByRole('button', { name: '4 weken erbij' }).click()
    await expect(main(page).getByText('Er zijn 4 weken bij gekomen.')).toBeFocused()
    await expect(page.getByRole('button', { name: '4 weken erbij' })).toHaveCount(0)
  })
})

test('the coordinator reads what was given, and never what is about the coordinator', async ({
  page,
  elsewhere,
}) => {
  const what = unique('De deur klemde en ik kon er niet uit')
  await complain(page, what)
  await comeIn(page, people.henk)
  await openNewest(page)
  const where = new URL(page.url()).pathname
  const sanne = await elsewhere()
  await comeIn(sanne, people.sanne, where)
  await expect(
    main(sanne).getByText('Deze klacht is er niet meer, of hij is niet voor jou.'),
  ).toBeVisible()
  await page.getByLabel('Geef de klacht aan').selectOption({ label: 'Sanne Visser' })
  await page.getByRole('button', { name: 'Geef door' }).click()
  await expect(main(page).getByText('De klacht is doorgegeven.')).toBeFocused()
  await sanne.reload()
  await expect(main(sanne).getByText(what)).toBeVisible()
  await expect(sanne.getByLabel('Geef de klacht aan')).toHaveCount(0)
  await complain(sanne, unique('De coördinator belde mij niet terug'), { aboutCoordinator: true })
  await openNewest(page)
  await expect(
    page.getByLabel('Geef de klacht aan').getByRole('option', { name: 'Sanne Visser' }),
  ).toHaveCount(0)
})

test('a beheerder gets nothing', async ({ page }) => {
  await comeIn(page, people.ilja)
  await expect(place(page, 'Klachten')).toHaveCount(0)
  await page.goto('/beheer/klachten')
  await expect(
    page.getByText('Hier heb je geen rechten voor. Vraag het aan de coördinator.'),
  ).toBeVisible()
  expect((await page.request.get('/api/complaints/cases')).status()).toBe(403)
})
