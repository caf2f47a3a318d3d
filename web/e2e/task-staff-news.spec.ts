// A news item from the first word to the next visitor, and back.
import { comeIn, expect, h1, kept, people, publish, test, titled, writeNews } from './desk'
import { isAccessible, place } from './staff'
import { inLong } from './long'

test('a redacteur writes, looks, publishes, hides and takes it back; visitors see exactly that', async ({
  page,
  elsewhere,
  request,
}) => {
  const title = titled('De soep is weer warm')
  await comeIn(page, people.noor)
  await place(page, 'Nieuws').click()
  await page.getByRole('link', { name: 'Nieuw bericht' }).click()
  await expect(h1(page)).toHaveText('Nieuw bericht')
  const id = await writeNews(page, title)
  const everywhere = async () =>
    Promise.all(
      ['/news', '/nieuws.rss', '/sitemap.xml', '/newsdetails/' + id].map(async p =>
        (await (await request.get(p)).text()).includes(p === '/sitemap.xml' ? id : title),
      ),
    )
  expect(await everywhere(), 'a draft is nowhere').toEqual([false, false, false, false])

  await page.getByRole('link', { name: 'Bekijk het voorbeeld' }).click()
  await expect(page.getByText('Zo ziet een bezoeker het')).toBeVisible()
  await expect(h1(page)).toHaveText(title)
  await page.getByRole('link', { name: 'Terug naar bewerken' }).click()
  await expect(page.getByLabel('Titel', { exact: true })).toHaveValue(title)

  await publish(page)
  expect(await everywhere(), 'at once').toEqual([true, true, true, true])
  const visitor = await elsewhere()
  await visitor.goto('/newsdetails/' + id)
  await expect(h1(visitor)).toHaveText(title)

  await page.getByRole('button', { name: 'Maak onzichtbaar' }).click()
  await expect(page.getByText('Niet meer zichtbaar.')).toBeVisible()
  expect(await everywhere()).toEqual([false, false, false, false])
  await page.getByRole('status').getByRole('button', { name: 'Maak ongedaan' }).click()
  await expect(page.getByText('Ongedaan gemaakt:')).toBeVisible()
  expect(await everywhere()).toEqual([true, true, true, true])
})

test('a version that is put back is a draft: visitors keep what was published', async ({
  page,
  request,
}) => {
  const title = titled('Eerste titel')
  await comeIn(page, people.noor)
  const id = await writeNews(page, title)
  await publish(page)
  await page.getByLabel('Titel', { exact: true }).fill(title + ' tweede')
  await publish(page)
  await page.getByRole('button', { name: 'Laat de versies zien' }).click()
  await page
    .getByRole('button', { name: /^Zet terug/ })
    .last()
    .click()
  await expect(page.getByRole('textbox', { name: 'Titel' })).not.toHaveValue(title + ' tweede')
  expect(await (await request.get('/newsdetails/' + id)).text()).toContain(title + ' tweede')
})

test(
  'before a second item goes on top, the screen says which one loses that place',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.noor)
    await writeNews(page, titled('Ook belangrijk'))
    await page.getByLabel('Zet dit bericht bovenaan').check()
    await expect(
      page.getByRole('status').filter({
        hasText:
          'Nu staat ‘Donderdagavond tijdelijk gesloten’ bovenaan. ' +
          'Publiceer je dit bericht, dan gaat dat bericht gewoon in de lijst.',
      }),
    ).toBeVisible()
    await isAccessible(page)
    await page.getByLabel('Zet dit bericht bovenaan').uncheck() // the house is shared
    await expect(page.getByText('Nu staat ‘')).toHaveCount(0)
    await kept(page)
  },
)

test('what is missing is said at its place, and what was typed stays', inLong, async ({ page }) => {
  await comeIn(page, people.bram, '/addnewsitem')
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: /Kijk nog even naar deze \d punten/ }),
  ).toBeFocused()
  await page.getByRole('link', { name: 'Geef het bericht een titel.' }).click()
  await expect(page.getByLabel('Titel', { exact: true })).toBeFocused()
  await page.keyboard.type('Nu wel')
  await kept(page)
  await expect(page.getByRole('link', { name: 'Geef het bericht een titel.' })).toHaveCount(0)
  await isAccessible(page)
})

test('with a set time it waits; with a wrong end it says so', inLong, async ({ page, request }) => {
  const title = titled('Later pas')
  await comeIn(page, people.noor)
  const id = await writeNews(page, title)
  const from = page.getByRole('group', { name: /^Zichtbaar vanaf/ })
  const until = page.getByRole('group', { name: /^Zichtbaar tot/ })
  await from.getByLabel('Dag').fill('2030-03-02')
  await until.getByLabel('Dag').fill('2030-03-01')
  const ready = page.getByRole('button', { name: 'Zet klaar voor 2 maart 2030 0.00 uur' })
  await ready.click()
  await expect(until.getByText('De einddatum ligt vóór de begindatum.')).toBeVisible()
  await until.getByLabel('Dag').fill('2030-03-03')
  await ready.click()
  await expect(
    page.getByText('Komt online op zaterdag 2 maart 2030 om 0.00 uur.').first(),
  ).toBeVisible()
  expect((await request.get('/newsdetails/' + id)).status()).toBe(404)
})
