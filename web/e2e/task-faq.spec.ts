// Somebody has a question: looks through them, searches, follows a link to one answer. With and
// without JavaScript.
import type { APIRequestContext } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import { site } from './house'
import { expect, open, test } from './site'

const path = '/requentlysaskedquestions'

type Item = components['schemas']['FAQCategory']['items'][number]

/** The question with this word in it. */
async function asked(request: APIRequestContext, word: string): Promise<Item> {
  const { categories } = (await (
    await request.get(`${site()}/api/faq`)
  ).json()) as components['schemas']['FAQ']
  return categories.flatMap(c => c.items).find(i => i.question.includes(word))!
}

test('look through the questions and open one', async ({ page, js }) => {
  await open(page, path, js)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Veelgestelde vragen')
  for (const name of [
    'Eerste keer',
    'Aanmelden',
    'Kosten en gebouw',
    'Privacy',
    'Steun en naasten',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 3, name: 'Mag mijn hond mee?' })).toBeVisible()
  await expect(page.getByText('Een hulphond altijd.')).toBeHidden()
  await page.getByText('Mag mijn hond mee?').click()
  await expect(page.getByText('Een hulphond altijd.')).toBeVisible()
})

test('open a question with the keyboard alone', async ({ page, js }) => {
  await open(page, path, js)
  await page.getByRole('searchbox', { name: 'Waar gaat je vraag over?' }).focus()
  const question = page.locator('summary', { hasText: 'Heb ik een verwijzing nodig?' })
  for (let i = 0; i < 12 && !(await question.evaluate(el => el === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(question).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Je kunt zo binnenlopen.')).toBeVisible()
})

test('search, and see the answers at once', async ({ page, js }) => {
  await open(page, path, js)
  const search = page.getByRole('searchbox', { name: 'Waar gaat je vraag over?' })
  await search.fill('HULPHOND')
  await search.press('Enter')
  await expect(page).toHaveURL(/\?zoek=HULPHOND$/)
  await expect(page.getByText(/^1 antwoord gevonden bij/)).toBeVisible()
  await expect(page.getByText('Een hulphond altijd.')).toBeVisible()
  await expect(page.getByText('Heb ik een verwijzing nodig?')).toHaveCount(0)
  await page.getByRole('link', { name: 'Toon alle vragen' }).click()
  await expect(page.getByText('Heb ik een verwijzing nodig?')).toBeVisible()
  await expect(page.getByText('Een hulphond altijd.')).toBeHidden()
})

test('nothing found leads to a person', async ({ page, js }) => {
  await open(page, `${path}?zoek=paardrijden`, js)
  await expect(
    page.getByText('Geen antwoord gevonden? Stel je vraag, we helpen graag.'),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Stel je vraag' })).toHaveAttribute(
    'href',
    '/contact',
  )
})

test('what is typed is only ever text', async ({ page, js }) => {
  const typed = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  await open(page, `${path}?zoek=${encodeURIComponent(typed)}`, js)
  await expect(page.getByRole('searchbox', { name: 'Waar gaat je vraag over?' })).toHaveValue(typed)
  await expect(page.locator('main img, main script')).toHaveCount(0)
})

test('a link to one question opens it', async ({ page, js, request }) => {
  const dog = await asked(request, 'hond')
  await open(page, `${path}#${dog.id}`, js)
  // without JavaScript the browser itself unfolds it
  await expect(page.getByText('Een hulphond altijd.')).toBeVisible()
  await expect(page.locator('summary', { hasText: dog.question })).toBeInViewport()
  if (!js) return
  await expect(page.locator('summary', { hasText: dog.question })).toBeFocused()
  await test.step('and another one when only the end of the address changes', async () => {
    const money = await asked(request, 'Kost het')
    await page.evaluate(hash => {
      location.hash = hash
    }, money.id)
    await expect(page.locator('summary', { hasText: money.question })).toBeFocused()
    await expect(page.getByText('De meeste activiteiten zijn gratis.')).toBeVisible()
  })
  await test.step('an address that names nothing does nothing', async () => {
    await page.goto(`${path}#faq_%E0%A4%A`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Veelgestelde vragen')
  })
})

test('search engines read the questions with their answers', async ({ page, js }) => {
  await open(page, path, js)
  const json = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent())!,
  ) as { '@type': string; mainEntity: { name: string; acceptedAnswer: { text: string } }[] }
  expect(json['@type']).toBe('FAQPage')
  expect(json.mainEntity).toHaveLength(15)
  expect(json.mainEntity.find(q => q.name === 'Mag mijn hond mee?')!.acceptedAnswer.text).toMatch(
    /^Een hulphond altijd\./,
  )
  await open(page, `${path}?zoek=hond`, js)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

test('the Dutch spelling of the address leads to the page', async ({ request }) => {
  const answer = await request.get(`${site()}/veelgestelde-vragen`, { maxRedirects: 0 })
  expect(answer.status()).toBe(308)
  expect(answer.headers()['location']).toBe(path)
})
