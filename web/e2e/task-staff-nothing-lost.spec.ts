// What goes wrong while somebody writes, and costs no word: a sign-in that ends, a second tab, a
// text that others lead to, a photo that is gone. In a house of its own, because it ends sign-ins.
import type { Page } from '@playwright/test'
import { kept, publish, rich, titled, writeNews } from './desk'
import { photo } from './files'
import { chooseAt, comeIn, expect, greets, h1, isAccessible, people, test } from './staff'
import { inLong } from './long'

test.use({ expected: /status of (404|409|410|412|422)|^error: |net::ERR_FAILED/ })
test.use({ actionTimeout: 20_000 })
test.describe.configure({ timeout: 240_000 })

const signInAgain = 'Je bent uitgelogd. Log opnieuw in. Je tekst staat nog klaar.'
const main = (page: Page) => page.getByRole('main')

/** A story that is begun, with the cursor at the end of its text. */
async function beginStory(page: Page, title: string) {
  await page.goto('/addStory')
  await page.getByLabel('Titel', { exact: true }).fill(title)
  await rich(page, 'Verhaal').click()
  await expect(page.getByRole('toolbar', { name: 'Opmaak' })).toBeVisible()
  await page.keyboard.press('Control+Alt+2')
  await page.keyboard.type('Zo begon het')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ik kwam binnen.')
  await kept(page)
  return new URL(page.url()).pathname
}

interface Node {
  type: string
  text?: string
  content?: Node[]
  marks?: { type: string }[]
}
const draftOf = async (page: Page, address: string) =>
  (
    (await (await page.request.get(`/api/drafts/stories/${address.split('/').at(-1)}`)).json()) as {
      doc: { title: string; body: Node }
    }
  ).doc

/** Types on while nobody is signed in any more; gives what must not get lost. */
async function typeOn(page: Page) {
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('En dit typte ik toen het misging.')
  await page.keyboard.press('Control+b')
  await expect(page.getByText(signInAgain)).toBeVisible({ timeout: 30_000 })
}

function holdsAll({ body }: { body: Node }) {
  const [heading, first, last] = body.content!
  expect([heading!.type, heading!.content![0]!.text]).toEqual(['heading', 'Zo begon het'])
  expect(first!.content![0]!.text).toBe('Ik kwam binnen.')
  expect(last!.content![0]).toEqual({
    type: 'text',
    text: 'En dit typte ik toen het misging.',
    marks: [{ type: 'bold' }],
  })
}

test(
  'the sign-in ends in the middle of a story: the text waits with its form, and is saved after signing in again',
  inLong,
  async ({ page, house }) => {
    await comeIn(page, people.noor)
    const address = await beginStory(page, titled('Midden in een zin'))
    await house.press('users/noor/logout')
    await typeOn(page)
    await isAccessible(page)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Log opnieuw in' }).first().click(),
    ])
    await chooseAt(popup, people.noor)
    await kept(page)
    await expect(rich(page, 'Verhaal').locator('strong')).toHaveText(
      'En dit typte ik toen het misging.',
    )
    holdsAll(await draftOf(page, address))
  },
)

test('the sign-in ends and the page is loaded anew: the text comes back after signing in', async ({
  page,
  house,
}) => {
  await comeIn(page, people.bram)
  const address = await beginStory(page, titled('De trein reed door'))
  await house.press('users/bram/logout')
  await typeOn(page)
  page.on('dialog', d => void d.accept())
  await page.reload()
  await expect(h1(page)).toHaveText('Deze pagina is voor medewerkers.')
  const signIn = main(page).getByRole('link', { name: 'Inloggen' })
  await expect(signIn, 'it leads back here').toHaveAttribute(
    'href',
    `/login?terug=${encodeURIComponent(address)}`,
  )
  await signIn.click()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    main(page).getByRole('button', { name: 'Inloggen', exact: true }).click(),
  ])
  await chooseAt(popup, people.bram)
  await expect(page).toHaveURL(address)
  await expect(rich(page, 'Verhaal')).toContainText('toen het misging')
  await kept(page)
  holdsAll(await draftOf(page, address))
})

test(
  'the sign-in ends and the writer goes on to a list: the sign-in comes first, leads to it, and the text is saved',
  inLong,
  async ({ page, house }) => {
    await comeIn(page, people.noor)
    const question = titled('Achter de lijst')
    await page.goto('/beheer/vragen/new')
    await page.getByLabel('Vraag').fill(question)
    await kept(page)
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    await house.press('users/noor/logout')
    await rich(page, 'Antwoord').click()
    await page.keyboard.type('Dit typte ik toen het misging.')
    await expect(page.getByText(signInAgain)).toBeVisible({ timeout: 30_000 })
    await main(page).getByRole('link', { name: 'Vragen', exact: true }).click()
    await expect(h1(page)).toHaveText('Inloggen')
    await expect(
      page.getByText('Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.'),
    ).toBeVisible()
    const asks = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const dialog = await asks
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      main(page).getByRole('button', { name: 'Inloggen', exact: true }).click(),
    ])
    await chooseAt(popup, people.noor)
    await expect(h1(page)).toHaveText('Vragen')
    await expect(page.getByRole('link', { name: question })).toBeVisible()
    await expect(async () =>
      expect(await (await page.request.get(`/api/drafts/faq/${id}`)).text()).toContain(
        'Dit typte ik toen het misging.',
      ),
    ).toPass()
  },
)

test('two tabs of one person on one draft: the late one asks, and both texts are kept', async ({
  page,
  context,
}) => {
  const title = titled('Twee tabbladen')
  await comeIn(page, people.noor)
  const address = await beginStory(page, title)
  const other = await context.newPage()
  await other.goto(address)
  await expect(other.getByLabel('Titel', { exact: true })).toHaveValue(title)
  await other.getByLabel('Titel', { exact: true }).fill(title + ' links')
  await other.getByLabel('Inleiding').fill('Getypt in het andere tabblad.')
  await kept(other)
  await rich(page, 'Verhaal').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Getypt in dit tabblad.')
  await page.getByLabel('Titel', { exact: true }).fill(title + ' rechts')
  await expect(
    page.getByText(
      'Je hebt dit intussen veranderd in een ander tabblad. Vergelijk de versies en kies wat blijft.',
    ),
  ).toBeVisible({ timeout: 20_000 })
  await isAccessible(page)
  await expect(
    page
      .getByRole('group', { name: 'Inleiding' })
      .getByRole('radio', { name: 'Neem die uit het andere tabblad' }),
    'changed there only',
  ).toBeChecked()
  await expect(
    page.getByRole('group', { name: 'Verhaal' }).getByRole('radio', { name: 'Houd mijn tekst' }),
    'changed here only',
  ).toBeChecked()
  const both = page.getByRole('group', { name: 'Titel' })
  await page.getByRole('button', { name: 'Bewaar deze keuze' }).click()
  await expect(page.getByText('Kies bij elk veld wat blijft.')).toBeVisible()
  await both.getByRole('radio', { name: 'Houd mijn tekst' }).check()
  await page.getByRole('button', { name: 'Bewaar deze keuze' }).click()
  await expect(page.getByLabel('Titel', { exact: true })).toHaveValue(title + ' rechts')
  await expect(page.getByLabel('Inleiding')).toHaveValue('Getypt in het andere tabblad.')
  await expect(rich(page, 'Verhaal')).toContainText('Getypt in dit tabblad.')
  await kept(page)
  expect((await draftOf(page, address)).title).toBe(title + ' rechts')
  await page.getByRole('button', { name: 'Laat de versies zien' }).click()
  await expect(page.getByText('Niet gekozen versie')).toBeVisible()
})

test(
  'signing out in one tab asks first when another one has text that is not saved',
  inLong,
  async ({ page, context }) => {
    await comeIn(page, people.bram)
    const other = await context.newPage()
    await other.route('**/api/drafts/**', route =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await other.goto('/beheer/vragen/new')
    await other.getByLabel('Vraag').fill(titled('In het andere tabblad'))
    await expect(other.getByText(/^Nog niet bewaard: er is geen verbinding/)).toBeVisible({
      timeout: 20_000,
    })
    const out = page.getByRole('banner').getByRole('button', { name: 'Uitloggen' })
    const asks = page.waitForEvent('dialog')
    const pressed = out.click()
    const dialog = await asks
    expect(dialog.message()).toBe(
      'Niet alles is bewaard. Als je uitlogt, raak je die tekst kwijt. Wil je toch uitloggen?',
    )
    await dialog.dismiss()
    await pressed
    await greets(page, people.bram)
    await other.unrouteAll()
    await kept(other)
    await out.click() // nothing is asked: an unanswered question would hold the page
    await expect(page).toHaveURL('/')
  },
)

test('what others lead to is thrown away only after the places are shown, and comes back', async ({
  page,
  request,
}) => {
  await comeIn(page, people.noor)
  const title = titled('Waar alles naartoe wijst')
  const id = await writeNews(page, title)
  await publish(page)
  const pointing = titled('Een verwijzing')
  await page.goto('/addnewsitem')
  await page.getByLabel('Titel', { exact: true }).fill(pointing)
  await page.getByLabel('Samenvatting').fill('Kort gezegd.')
  await rich(page, 'Tekst').click()
  await page.keyboard.type('Lees ook ')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByLabel('Waar gaat de link naartoe?').fill(`/newsdetails/${id}`)
  await dialog.getByLabel('Welke woorden worden de link?').fill('het andere bericht')
  await dialog.getByRole('button', { name: 'Bewaar link' }).click()
  await publish(page)

  await page.goto(`/editnews/${id}`)
  await page.getByRole('button', { name: 'Verwijder', exact: true }).click()
  const removing = page.getByRole('region', { name: 'Verwijderen' })
  await expect(removing).toContainText('Hier staat een verwijzing:')
  await expect(removing.getByRole('listitem')).toHaveText(`${pointing} (online)`)
  expect((await request.get(`/newsdetails/${id}`)).status(), 'nothing happened yet').toBe(200)
  await isAccessible(page)
  await removing.getByRole('button', { name: 'Naar de prullenbak' }).click()
  await expect(h1(page)).toHaveText('Nieuws')
  expect((await request.get(`/newsdetails/${id}`)).status()).toBe(404)
  await page.getByRole('status').getByRole('button', { name: 'Maak ongedaan' }).click()
  await expect(page.getByText('Ongedaan gemaakt:')).toBeVisible()
  expect((await request.get(`/newsdetails/${id}`)).status()).toBe(200)
})

test(
  'a version whose photo is gone says so, can be put back, and shows visitors no hole',
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.noor)
    const id = await writeNews(page, titled('Een foto die weg moest'))
    await page.getByLabel('Kies een foto van dit apparaat').setInputFiles(photo('hek.png'))
    await page.getByLabel('Wat is er te zien?').fill('Een hek in de zon', { timeout: 60_000 })
    await page.getByRole('radio', { name: 'Er staan geen herkenbare mensen op' }).check()
    await publish(page)
    await page.getByRole('button', { name: 'Haal deze foto weg' }).click()
    await publish(page)

    await page.goto('/beheer/bestanden')
    await page.getByRole('link', { name: 'hek.png' }).click()
    await page.getByRole('button', { name: 'Haal overal weg' }).click()
    await page.getByRole('button', { name: 'Ja, haal overal weg' }).click()
    await expect(page.getByText('Deze foto is overal weggehaald.')).toBeVisible()

    await page.goto(`/editnews/${id}`)
    await page.getByRole('button', { name: 'Laat de versies zien' }).click()
    const versions = page.getByRole('region', { name: 'Eerdere versies' })
    const first = versions.getByRole('listitem').filter({ hasText: 'Gepubliceerd' }).last()
    await first.getByRole('checkbox').check()
    const compared = page.getByRole('region', { name: 'Twee versies naast elkaar' })
    await expect(compared.getByText('Foto is verwijderd')).toBeVisible()
    await expect(compared).not.toContainText('fil_')
    await isAccessible(page)
    await first.getByRole('button', { name: /^Zet terug/ }).click()
    const field = page.getByRole('group', { name: 'Foto', exact: true })
    await expect(field.getByText('Foto is verwijderd')).toHaveCount(1)
    await isAccessible(page)
    await publish(page)
    const visitor = await elsewhere()
    await visitor.goto(`/newsdetails/${id}`)
    await expect(h1(visitor)).toContainText('Een foto die weg moest')
    await expect(visitor.getByRole('main').locator('img')).toHaveCount(0)
    await expect(visitor.getByText('Foto is verwijderd')).toHaveCount(0)
    await isAccessible(visitor)
    await field.getByRole('button', { name: 'Haal deze foto weg' }).click()
    await expect(field.getByText('Kies een foto van dit apparaat')).toBeVisible()
  },
)
