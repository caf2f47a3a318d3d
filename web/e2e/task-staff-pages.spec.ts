// The fixed pages, as staff write them: the next visitor reads it. In a house of its own: there is
// one of each page.
import { publish } from './desk'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, people, test } from './staff'
import { inLong } from './long'

test.use({ expected: /status of 409/ })

test('a redacteur changes the promise and a step of the first page, the next visitor reads it, and it can be taken back', async ({
  page,
  elsewhere,
}) => {
  const visitor = await elsewhere()
  await visitor.goto('/')
  await expect(h1(visitor)).toHaveText('Een plek om op adem te komen')
  await comeIn(page, people.noor, '/beheer/paginas')
  await page.getByRole('main').getByRole('link', { name: 'Startpagina' }).click()
  await expect(h1(page)).toHaveText('Startpagina')
  await page.getByLabel('Belofte').fill('Er staat een stoel voor je klaar')
  await expect(page.getByLabel('Wat, waar en voor wie')).toHaveValue(
    /^Een huiskamer in Veldermeer /,
  )
  await page.getByLabel('Wat, waar en voor wie').fill('Een huiskamer voor iedereen.')
  const last = page.getByRole('region', { name: 'Stap 4' })
  await last.getByLabel('Tekst').fill('Blijf zolang je wilt. Gaan mag altijd.')
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.getByRole('link', { name: 'Bekijk het voorbeeld' }).click()
  await expect(h1(page)).toHaveText('Er staat een stoel voor je klaar')
  await page.getByRole('link', { name: 'Terug naar bewerken' }).click()
  await visitor.reload()
  await expect(h1(visitor)).toHaveText('Een plek om op adem te komen')

  await publish(page)
  await visitor.reload()
  await expect(h1(visitor)).toHaveText('Er staat een stoel voor je klaar')
  await expect(visitor.getByText('Een huiskamer voor iedereen.')).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Voor het eerst? Zo gaat het' })).toContainText(
    'Blijf zolang je wilt. Gaan mag altijd.',
  )
  await page.getByRole('status').getByRole('button', { name: 'Maak ongedaan' }).click()
  await expect(page.getByText('Ongedaan gemaakt:')).toBeVisible()
  await visitor.reload()
  await expect(h1(visitor)).toHaveText('Een plek om op adem te komen')
})

test('a step without a heading is said at its place, and there are four at most', async ({
  page,
}) => {
  await comeIn(page, people.noor, '/beheer/paginas/home')
  await page.getByRole('region', { name: 'Stap 2' }).getByLabel('Kopje').fill('')
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  await page.getByRole('link', { name: 'Stap 2: vul het kopje in.' }).click()
  await expect(page.getByRole('region', { name: 'Stap 2' }).getByLabel('Kopje')).toBeFocused()
  await page.keyboard.type('Iemand groet je')
  await expect(page.getByRole('button', { name: 'Nog een stap' })).toHaveCount(0)
})

test('the rules of the house have a text of their own, and stand on the page about it', async ({
  page,
  elsewhere,
}) => {
  await comeIn(page, people.sanne, '/beheer/paginas/about')
  await page.getByRole('link', { name: 'Verander de huisregels' }).click()
  await expect(h1(page)).toHaveText('Huisregels')
  await page.getByLabel('Kopje').fill('Zo doen we hier')
  await publish(page)
  const visitor = await elsewhere()
  await visitor.goto('/about#huisregels')
  const rules = visitor.getByRole('region', { name: 'Zo doen we hier' })
  await expect(rules).toContainText('We laten elkaar uitpraten.')
})

test('what somebody reads after signing up is written on the desk', async ({
  page,
  elsewhere,
  request,
}) => {
  await comeIn(page, people.noor, '/beheer/paginas/registrationsequel')
  await expect(h1(page)).toHaveText('Na het aanmelden')
  await page.getByLabel('Tekst').fill('De bel zit rechts.\nWij doen open.')
  await page.getByRole('link', { name: 'Bekijk het voorbeeld' }).click()
  await expect(h1(page)).toHaveText('Aangemeld')
  await expect(
    page.getByRole('paragraph').filter({ hasText: /^(De bel zit rechts|Wij doen open)\.$/ }),
  ).toHaveCount(2)
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.getByRole('link', { name: 'Terug naar bewerken' }).click()
  await publish(page)
  const { items } = (await (await request.get('/api/occurrences')).json()) as {
    items: { id: string; activityId: string }[]
  }
  const visitor = await elsewhere()
  await visitor.goto(`/registrationsequel/${items[0]!.activityId}/${items[0]!.id}`)
  await expect(visitor.getByText('De bel zit rechts.')).toBeVisible()
  await expect(visitor.getByText('Wij doen open.')).toBeVisible()
})

test(
  "a page and a setting about contact do not get in each other's way",
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.sanne, '/beheer/instellingen/house')
    await page.getByLabel('Binnenkomen').fill('Klop drie keer op de deur.')
    await publish(page)
    await page.goto('/beheer/paginas/contact')
    await page.getByLabel('Titel', { exact: true }).fill('Zo bereik je ons')
    await publish(page)
    const visitor = await elsewhere()
    await visitor.goto('/contact')
    await expect(h1(visitor)).toHaveText('Zo bereik je ons')
    await expect(visitor.getByText('Klop drie keer op de deur.')).toBeVisible()
  },
)

test(
  'the facts of the foundation are fields of the settings',
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.sanne, '/beheer/instellingen/anbi')
    await expect(h1(page)).toHaveText('Gegevens van de stichting (ANBI)')
    await page.getByLabel('RSIN').fill('12345')
    await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
    await page.getByRole('link', { name: 'Een RSIN heeft negen cijfers.' }).click()
    await expect(page.getByLabel('RSIN')).toBeFocused()
    await page.getByLabel('RSIN').fill('123456789')
    await publish(page)
    await fitsItsWidth(page)
    await isAccessible(page)
    const visitor = await elsewhere()
    await visitor.goto('/about#anbi')
    await expect(
      visitor.getByRole('region', { name: 'Gegevens van de stichting (ANBI)' }),
    ).toContainText('RSIN: 123456789')
  },
)

test(
  'a hard word that somebody adds is a tip for everybody who writes',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.noor, '/beheer/instellingen')
    await page.getByRole('link', { name: 'Woordenlijst met moeilijke woorden' }).click()
    await expect(h1(page)).toHaveText('Woordenlijst')
    await page.getByRole('button', { name: 'Voeg een woord toe' }).click()
    await page.getByLabel('Moeilijk woord').fill('optimaliseren')
    await page.getByLabel('Schrijf liever').fill('beter maken')
    await publish(page)
    await isAccessible(page)
    await page.goto('/beheer/paginas/home')
    await page
      .getByRole('region', { name: 'Stap 1' })
      .getByLabel('Tekst')
      .fill('Wij optimaliseren de koffie voor jou en voor iedereen.')
    await expect(
      page.getByText('Moeilijk woord: "optimaliseren". Schrijf liever: beter maken.'),
    ).toBeVisible()
  },
)

test(
  'figures of a year are taken over from what the site counted, one by one',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.noor, '/beheer/impact/nieuw')
    await page.getByLabel('Jaar', { exact: true }).fill('2026')
    await page.getByRole('button', { name: 'Vul uit tellingen' }).click()
    await expect(page.getByText(/Er is geteld tot en met .* 2026/)).toBeVisible()
    await page.getByRole('button', { name: 'Neem over: Dagdelen open' }).click()
    await expect(page.getByText('Dagdelen open overgenomen.')).toBeVisible()
    const figure = page.getByRole('group', { name: 'Dagdelen open' })
    await expect(figure.getByLabel('Getal')).toHaveValue(/^[1-9]\d+$/)
    await expect(figure.getByLabel('Bron')).toHaveValue(/^openingstijden op de site, tot en met /)
    await expect(figure.getByLabel('Dit is een schatting')).toBeChecked()
    await fitsItsWidth(page)
    await isAccessible(page)
  },
)
