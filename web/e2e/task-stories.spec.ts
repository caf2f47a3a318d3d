import { readsWell, storiesOf, storyPath } from './reading'
import { expect, open, test } from './site'

const h1 = { level: 1 } as const

test('find a story by its theme and read it', async ({ page, js }) => {
  await open(page, '/stories', js)
  await expect(page.getByRole('heading', h1)).toHaveText('Herstelverhalen')
  await expect(page).toHaveTitle('Verhalen')
  await expect(page.getByText('Deze verhalen gaan over herstel. Ze kunnen je raken.')).toBeVisible()
  await readsWell(page, js)
  const themes = page.getByRole('navigation', { name: 'Kies een thema' })
  await test.step('by theme', async () => {
    await themes.getByText('Kies een thema').click()
    await themes.getByRole('link', { name: 'Naasten' }).click()
    await expect(page).toHaveURL(/\/stories\?thema=naasten$/)
    await expect(themes.getByText('Thema: naasten')).toBeVisible()
    await expect(
      themes.getByRole('link', { name: 'Naasten', includeHidden: true }),
    ).toHaveAttribute('aria-current', 'true')
    const stories = page.getByRole('region', { name: 'Naasten' }).getByRole('listitem')
    await expect(stories).toHaveCount(1)
    await expect(stories).toContainText(/Joost · Naasten · \d minuten lezen/)
  })
  await test.step('read it', async () => {
    await page.getByRole('link', { name: 'Mijn broer, en ik ook' }).click()
    await expect(page.getByRole('heading', h1)).toHaveText('Mijn broer, en ik ook')
    await expect(page).toHaveTitle('Verhaal')
    await expect(page.getByText(/^Verteld door Joost · \d minuten lezen$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'In het kort' })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Wat mij hielp' }).getByRole('listitem'),
    ).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Snel weg' })).toBeVisible()
    await readsWell(page, js)
  })
  await test.step('what comes after it', async () => {
    await expect(
      page.getByRole('link', { name: 'Wil jij je verhaal delen? Wij helpen je.' }),
    ).toHaveAttribute('href', '/contact?onderwerp=verhaal')
    const related = page.getByRole('region', { name: 'Past dit bij jou?' })
    await expect(related).toContainText(
      /De volgende keer is op \w+dag \d+ \w+ 20\d\d, van \d+\.\d\d tot \d+\.\d\d uur\./,
    )
    await expect(
      page.getByRole('region', { name: 'Nog een verhaal lezen?' }).getByRole('listitem'),
    ).toHaveCount(3)
    await related.getByRole('link').click()
    await expect(page).toHaveURL(/\/agendadetails\/act_/)
  })
})

test('a story with a note on its content opens when you want to read on', async ({ page, js }) => {
  await open(page, '/stories?thema=verslaving', js)
  const card = page.getByRole('listitem').filter({ hasText: 'Nuchter, één dag tegelijk' })
  await expect(card.getByText('Dit verhaal gaat over alcohol.')).toBeVisible()
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', h1)).toHaveText('Nuchter, één dag tegelijk')
  await expect(page.getByText('Dit verhaal gaat over alcohol.')).toBeVisible()
  const text = page.locator('.story-text .prose')
  await expect(text).toBeHidden()
  await expect(page.getByRole('region', { name: 'Wat mij hielp' })).toBeVisible()
  await readsWell(page, js)
  await page.getByRole('link', { name: 'Ga naar wat Wim hielp' }).click()
  await expect(page).toHaveURL(/#hielp$/)
  await expect(text).toBeHidden()
  await page.locator('summary', { hasText: 'Lees verder' }).focus()
  await page.keyboard.press('Enter')
  await expect(text).toBeVisible()
  await expect(page.getByText('Verberg het verhaal')).toBeVisible()
  await readsWell(page, js)
})

test('a story that was taken back says why', async ({ page, js }) => {
  const answer = await open(page, storyPath('Een verhaal dat weg mocht'), js)
  expect(answer!.status()).toBe(410)
  await expect(page).toHaveTitle('Verhaal')
  await expect(page.getByRole('heading', h1)).toHaveText('Dit verhaal staat niet meer op onze site')
  await expect(page.getByText('De verteller heeft daar zelf voor gekozen.')).toBeVisible()
  await expect(page.locator('main')).not.toContainText('activiteit')
  await readsWell(page, js)
  await page.getByRole('link', { name: 'Lees andere verhalen' }).click()
  await expect(page).toHaveURL(/\/stories$/)
  await expect(page.locator('main')).not.toContainText('Een verhaal dat weg mocht')
})

test('what is not published, and what never was, cannot be found', async ({ page, js }) => {
  for (const path of [storyPath('De trein van kwart voor acht'), '/storydetails/sty_bestaatniet']) {
    expect((await open(page, path, js))!.status()).toBe(404)
    await expect(page.getByRole('heading', h1)).toHaveText('We konden dit verhaal niet vinden.')
    await expect(page.getByRole('link', { name: 'Lees andere verhalen' })).toBeVisible()
  }
})

test('search engines see a story only when its teller agreed, and no filtered list', async ({
  page,
  js,
  request,
}) => {
  const robots = page.locator('meta[name=robots]')
  await open(page, '/stories', js)
  await expect(robots).toHaveCount(0)
  await open(page, '/stories?thema=naasten', js)
  await expect(robots).toHaveAttribute('content', 'noindex')
  await open(page, storyPath('Van bezoeker naar gastheer'), js)
  await expect(robots).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  const [first] = await storiesOf(request, 'eerste stap')
  await open(page, '/storydetails/' + first!.id, js)
  await expect(robots).toHaveCount(0)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/storydetails/${first!.id}$`),
  )
})

test('without JavaScript there is nothing to press that would not work', async ({ page, js }) => {
  await open(page, storyPath('Elke vrijdag een rondje'), js)
  await expect(page.getByRole('group', { name: 'Hulp bij het lezen' })).toHaveCount(js ? 1 : 0)
  // this browser has no Dutch voice
  await expect(page.getByRole('button', { name: /Lees voor|letters/ })).toHaveCount(js ? 1 : 0)
})
