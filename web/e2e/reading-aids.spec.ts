// "Lees voor" and "Grotere letters": both need JavaScript.
import { datesOf, pathOf } from './house'
import { finishSentence, giveVoice, readsWell, said, speaks, storiesOf, storyPath } from './reading'
import { expect, open, test } from './site'

const h1 = { level: 1 } as const

test('"Lees voor" reads, waits, goes on and stops, and is silent when you leave', async ({
  page,
}) => {
  await giveVoice(page)
  await open(page, storyPath('Elke vrijdag een rondje'), true)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heard = page.getByRole('group', { name: 'Hulp bij het lezen' }).locator('p[role=status]')
  await button('Lees voor').focus()
  await page.keyboard.press('Enter')
  await expect(heard).toHaveText('We lezen de tekst voor.')
  await readsWell(page)
  await finishSentence(page)
  await test.step('a pause keeps the place', async () => {
    const before = await said(page)
    expect(before[0]).toBe('Elke vrijdag een rondje')
    await button('Pauze').press('Enter')
    await expect(heard).toHaveText('Het voorlezen staat stil.')
    expect(await speaks(page)).toBe(false)
    await button('Ga door').press('Enter')
    expect(await said(page)).toEqual([...before, before.at(-1)])
  })
  await test.step('a stop begins again', async () => {
    await button('Stop').press('Enter')
    await expect(heard).toHaveText('Het voorlezen is gestopt.')
    await expect(button('Lees voor')).toBeFocused()
    await button('Lees voor').press('Enter')
    expect((await said(page)).at(-1)).toBe('Elke vrijdag een rondje')
  })
  await test.step('to the end: the story, and nothing to press', async () => {
    for (let i = 0; i < 200 && (await speaks(page)); i++) await finishSentence(page)
    await expect(heard).toHaveText('De tekst is voorgelezen.')
    const text = (await said(page)).join(' ')
    expect(text).toContain('Wat mij hielp')
    expect(text).not.toMatch(/Grotere letters|Alle verhalen|112/)
  })
  await test.step('another page', async () => {
    await button('Lees voor').press('Enter')
    expect(await speaks(page)).toBe(true)
    await page.getByRole('link', { name: 'Alle verhalen' }).click()
    await expect(page.getByRole('heading', h1)).toHaveText('Herstelverhalen')
    expect(await speaks(page)).toBe(false)
  })
})

test('"Lees voor" is not there when the voice would need the network', async ({ page }) => {
  await giveVoice(page, false)
  await open(page, storyPath('Elke vrijdag een rondje'), true)
  await expect(page.getByRole('button', { name: 'Grotere letters' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Lees voor' })).toBeHidden()
})

test('larger letters stay on the next page and after a reload, at any width', async ({
  page,
  request,
}) => {
  const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))
  await open(page, '/stories', true)
  const usual = await size()
  const [story] = await storiesOf(request)
  await open(page, '/storydetails/' + story!.id, true)
  await page.getByRole('button', { name: 'Grotere letters' }).press('Enter')
  const [date] = await datesOf(request, 'Samen eten')
  for (const path of [
    '/storydetails/' + story!.id,
    '/stories',
    '/news',
    pathOf.details(date!),
    '/agenda',
  ]) {
    await open(page, path, true)
    expect(await size()).toBeGreaterThan(usual * 1.2)
    for (const width of [320, 390, 768, 1120, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect
        .soft(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${path} at ${width} px`,
        )
        .toBeLessThanOrEqual(width)
    }
  }
  expect(await page.evaluate(() => localStorage.getItem('leesinstelling'))).toBe('groot')
  await open(page, '/storydetails/' + story!.id, true)
  await page.getByRole('button', { name: 'Gewone letters' }).click()
  await page.reload()
  expect(await size()).toBe(usual)
})

test('larger letters hold for the page when nothing may be stored', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no', 'SecurityError')
      },
    }),
  )
  await open(page, storyPath('Elke vrijdag een rondje'), true)
  await page.getByRole('button', { name: 'Grotere letters' }).click()
  await expect(page.locator('html')).toHaveClass('grote-letters')
})
