import type { Page } from '@playwright/test'
import { accessible } from './axe'
import { freshAddress, mailTo, site } from './house'
import { expect, fillPerson, open, settled, test } from './site'

const send = (page: Page) => page.getByRole('button', { name: 'Ik wil meedoen' })
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const often = (page: Page, part: string, how: string) =>
  page.getByRole('group', { name: part, exact: true }).getByRole('radio', { name: how })
const worked = (page: Page) => page.getByRole('heading', { name: 'Leuk dat je mee wilt doen!' })

test('somebody reads what we offer and ask, applies, and gets a mail that repeats nothing', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  await open(page, '/vrijwilligers', js)
  await expect(page).toHaveTitle('Vrijwilliger worden – Herstelruimte')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vrijwilliger worden')
  for (const heading of ['Wat bieden wij?', 'Wat vragen wij?', 'Zo gaat het'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByText('Dan neem je pauze. Een reden hoeft niet.')).toBeVisible()
  await accessible(page, js)
  await fillPerson(page, { name: '<i>Noor</i>', email })
  await tick(page, 'Weet ik nog niet').check()
  await often(page, 'Ochtend', 'Vaak').check()
  await often(page, 'Avond', 'Soms').check()
  await page.getByText('Zijn er dagen die nooit kunnen?').click()
  await tick(page, 'Zondag').check()
  await page.getByLabel('Wat spreekt je aan?').fill('<img src=x onerror=alert(1)>')
  await tick(page, 'Bewaar mijn aanmelding langer als er nu geen plek is.').check()
  await send(page).click()
  await expect(worked(page)).toBeFocused()
  await expect(page).toHaveURL('/vrijwilligers')
  await expect(
    page.getByText(
      'De coördinator belt of mailt je binnen een week voor een kennismaking met koffie.',
    ),
  ).toBeVisible()
  if (js)
    await expect(page.locator('.answers')).toContainText(
      /Ochtend vaak, avond soms\s+Nooit op zondag[^]*<img src=x onerror=alert\(1\)>/,
    )
  else await expect(page.locator('body')).not.toContainText('Noor')
  await accessible(page, js)
  await page.reload()
  await settled(page, js)
  await expect(worked(page)).toHaveCount(0)
  const [mail] = await mailTo(request, email)
  expect(mail!.subject).toBe('Je bericht is binnen')
  expect(mail!.text).toContain('We bellen of mailen je binnen een week.')
  expect(mail!.text).not.toMatch(/Noor|img/)
})

test('mistakes are told at their questions, and every tick stays', async ({ page, js }) => {
  await open(page, '/vrijwilligers', js)
  await often(page, 'Middag', 'Soms').check()
  await often(page, 'Ochtend', 'Vaak').check()
  await send(page).click()
  const summary = page.getByRole('group', { name: /^Kijk nog even naar deze/ })
  await expect(summary.getByRole('link').first()).toHaveText(
    'Vul een naam in. Je voornaam of een bijnaam is genoeg.',
  )
  await expect(summary.getByRole('heading')).toBeFocused()
  await expect(often(page, 'Middag', 'Soms')).toBeChecked()
  await expect(often(page, 'Ochtend', 'Vaak')).toBeChecked()
  await often(page, 'Middag', 'Niet').check()
  await often(page, 'Ochtend', 'Niet').check()
  await send(page).click()
  const time = summary.getByRole('link', { name: "Maak een keuze bij 'Wanneer kun je?'." })
  await time.click()
  await expect(often(page, 'Ochtend', 'Vaak')).toBeFocused()
  await accessible(page, js)
})

test('at 320 px a keyboard walks the parts of the day', async ({ page, js }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/vrijwilligers', js)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await fillPerson(page, { name: 'Bo', phone: '06 12 34 56 78' })
  await tick(page, 'Weet ik nog niet').check()
  await often(page, 'Ochtend', 'Niet').focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('Tab')
  await expect(tick(page, 'Dat wissel ik liever af')).toBeFocused()
  await page.keyboard.press('Space')
  await send(page).click()
  await expect(worked(page)).toBeFocused()
})

test('a role leads to the form with itself chosen', async ({ page, js, request }) => {
  const { items } = (await (await request.get(site() + '/api/volunteer-roles')).json()) as {
    items: { id: string; title: string }[]
  }
  const [first, second] = items
  expect(second, 'two open roles').toBeDefined()
  await open(page, '/vrijwilligers', js)
  await expect(tick(page, first!.title)).not.toBeChecked()
  await page.getByRole('link', { name: first!.title }).click()
  await settled(page, js)
  await expect(tick(page, first!.title)).toBeChecked()
  await expect(tick(page, second!.title)).not.toBeChecked()
  await fillPerson(page, { name: 'Bo', phone: '0612345678' })
  await tick(page, 'Dat wissel ik liever af').check()
  await send(page).click()
  await expect(worked(page)).toBeFocused()
  if (js) await expect(page.locator('.answers')).toContainText(first!.title)
  await open(page, '/vrijwilligers?rol=rol_weg', js)
  for (const { title } of items) await expect(tick(page, title)).not.toBeChecked()
})
