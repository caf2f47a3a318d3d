// A teller takes a story back with the code on paper, without an account.
import type { Page } from '@playwright/test'
import { accessible } from './axe'
import { expect, open, settled, test } from './site'
import { storyOnline } from './story'

const code = (page: Page) => page.getByLabel('Je code')
const further = (page: Page) => page.getByRole('button', { name: 'Ga verder' })
const question = (page: Page) =>
  page.getByRole('heading', { name: 'Wil je dat we je verhaal weghalen?' })

test('a teller takes a story back with the code on paper', async ({ page, baseURL, js }, {
  project,
}) => {
  test.slow()
  const title = `Verhaal dat weg mag ${project.name} ${Date.now()}`
  const story = await storyOnline(baseURL!, title)
  const address = `/storydetails/${story.id}`

  await test.step('it is online', async () => {
    await open(page, address, js)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })
  await test.step('a wrong code says what to do', async () => {
    await open(page, '/privacy#verzoek', js)
    await expect(
      page.getByRole('heading', { name: 'Ik wil mijn verhaal terugtrekken' }),
    ).toBeVisible()
    await accessible(page, js)
    await code(page).fill('V-2222-2222-2222')
    await further(page).press('Enter')
    await expect(
      page.getByText('Deze code klopt niet of is niet meer geldig. Bel ons gerust.').first(),
    ).toBeVisible()
    await expect(code(page)).toHaveValue('V-2222-2222-2222')
    await accessible(page, js)
  })
  await test.step('the right one asks first, by keyboard', async () => {
    await code(page).fill(story.code.toLowerCase().replaceAll('-', ' '))
    await code(page).press('Enter')
    await expect(question(page)).toBeFocused()
    await accessible(page, js)
    expect((await page.request.get(address)).status()).toBe(200)
  })
  await test.step('yes takes it away at once', async () => {
    await page.getByRole('button', { name: 'Ja, haal weg' }).press('Enter')
    await expect(
      page.getByRole('heading', { name: 'We hebben je verhaal weggehaald.' }),
    ).toBeFocused()
    await accessible(page, js)
    const gone = await page.request.get(address)
    expect(gone.status()).toBe(410)
    expect(await gone.text()).not.toContain(title)
    for (const path of [
      '/stories',
      '/',
      '/sitemap.xml',
      '/nieuws.rss',
      '/api/stories',
      '/api/latest',
    ])
      expect(await (await page.request.get(path)).text(), path).not.toContain(title)
  })
  await test.step('its address says so', async () => {
    await page.goto(address)
    await settled(page, js)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Dit verhaal staat niet meer op onze site',
    )
  })
})
