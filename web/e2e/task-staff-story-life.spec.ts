// Staff task: the life of one story. Written with a photo on a phone and by the keyboard, agreed to
// by two, online at its moment (also when the server was down then), mended, an older version put
// back, and taken back by its teller. In a house of its own, whose clock is set.
import type { APIRequestContext, Page } from '@playwright/test'
import { accessible } from './axe'
import { kept } from './desk'
import { chooseFile, photo } from './files'
import { choose, press, tabTo, type, typeDay, typeTime } from './keyboard'
import { comeIn, expect, h1, people, test as base, place } from './staff'
import { House } from './staff-house'
import { storyOnline } from './story'
import { inLong } from './long'

/** No test of another file may find the clock where these leave it. */
const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.use({ expected: /status of (404|409|410|412|422)|net::ERR_|^error: / })
test.describe.configure({ timeout: 600_000, mode: 'default' }) // one house for both

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const link = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Verhaal', exact: true })
const said = (page: Page, words: string) => page.getByRole('main').getByText(words)

interface PublicStory {
  id: string
  title: string
  file?: string
}

const publicPlaces = ({ id }: PublicStory) => [
  '/',
  '/stories',
  '/stories?thema=herstel',
  `/storydetails/${id}`,
  '/api/latest',
  '/api/stories',
  `/api/stories/${id}`,
  '/sitemap.xml',
]
const feeds = ['/nieuws.rss', '/agenda.ics']
const variants = ({ file }: PublicStory) =>
  file ? [320, 640].flatMap(w => [`/media/${file}/${w}.jpg`, `/media/${file}/${w}.avif`]) : []

/** Every place where a visitor finds something of a story now. */
async function found(request: APIRequestContext, s: PublicStory): Promise<string[]> {
  const out: string[] = []
  for (const path of [...publicPlaces(s), ...feeds]) {
    const answer = await request.get(path)
    const words = await answer.text()
    const there =
      path === '/sitemap.xml'
        ? words.includes(s.id)
        : words.includes(s.title) || (s.file !== undefined && words.includes(s.file))
    if (there) out.push(path)
  }
  for (const path of variants(s)) if ((await request.get(path)).status() !== 404) out.push(path)
  return out
}

const status = async (request: APIRequestContext, { id }: PublicStory) =>
  (await request.get(`/storydetails/${id}`)).status()

/** The hour of the house after the next one, as the API writes it. */
function laterToday(house: House): {
  moment: string
  ms: number
  day: string
  time: string
  words: string
} {
  const ms = Math.ceil(house.clock / 3_600_000) * 3_600_000 + 3_600_000
  const local = new Date(ms + 3_600_000).toISOString() // Amsterdam in winter
  const [day, time] = [local.slice(0, 10), local.slice(11, 16)]
  return {
    moment: `${day}T${time}:00+01:00`,
    ms,
    day,
    time,
    words: `dinsdag 24 november 2026 om ${time.replace(':', '.')} uur`,
  }
}

test(
  'a story with a photo, from its first word to the day its teller takes it back',
  inLong,
  async ({ page, elsewhere, house, request }) => {
    const story: PublicStory = { id: '', title: `Soep op dinsdag ${Date.now() % 1e6}` }
    const at = laterToday(house)
    let code = ''

    await test.step('written on a phone, by the keyboard', async () => {
      await comeIn(page, people.noor)
      await press(page, place(page, 'Verhalen'))
      await expect(h1(page)).toHaveText('Verhalen')
      await press(page, link(page, 'Nieuw verhaal'))
      await expect(h1(page)).toHaveText('Nieuw verhaal')
      await type(page, page.getByLabel('Titel', { exact: true }), story.title)
      await type(page, page.getByLabel('Naam van de verteller'), 'Mees')
      await type(page, page.getByLabel('Inleiding'), 'Ik kookte soep, en bleef.')
      await tabTo(page, text(page))
      await page.keyboard.type('Ik kwam binen met koude handen. ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('Soep')
      await page.keyboard.press('Control+b')
      await page.keyboard.type(' hielp.')
      await type(page, page.getByLabel('Regel 1'), 'Samen eten')
      await choose(page, page.getByRole('checkbox', { name: 'herstel', exact: true }))
      const file = page.getByLabel('Kies een foto van dit apparaat')
      await tabTo(page, file)
      await chooseFile(page, photo('soep.png'))
      await expect(page.getByLabel('Wat is er te zien?')).toBeFocused({ timeout: 60_000 })
      await page.keyboard.type('Een pan soep op een lange tafel')
      await choose(page, page.getByRole('radio', { name: 'Er staan geen herkenbare mensen op' }))
      await choose(
        page,
        page.getByRole('checkbox', { name: 'Zoekmachines mogen dit verhaal tonen' }),
      )
      await kept(page)
      await accessible(page, true)
      story.id = new URL(page.url()).pathname.split('/').at(-1)!
      const draft = (await (await page.request.get(`/api/drafts/stories/${story.id}`)).json()) as {
        doc: { image: { fileId: string } }
      }
      story.file = draft.doc.image.fileId
      expect(await found(request, story), 'a draft is nowhere').toEqual([])
    })

    await test.step('its teller says what may be shown, and yes to these words', async () => {
      await press(page, button(page, 'Publiceer'))
      await expect(page.getByRole('heading', { name: 'Nog niet online' })).toBeFocused()
      await expect(said(page, 'Leg eerst de toestemming van de verteller vast.')).toBeVisible()
      await type(page, page.getByLabel('Wie vertelt dit verhaal?'), 'Mees de Boer')
      await type(page, page.getByLabel('Hoe bereiken we de verteller?'), 'mees@voorbeeld.example')
      for (const tick of [
        'Tekst op de site',
        'Naam of pseudoniem',
        'Foto',
        'Vindbaar in zoekmachines',
      ])
        await choose(page, page.getByRole('checkbox', { name: tick, exact: true }))
      await press(page, button(page, 'Leg toestemming vast'))
      await expect(
        page.getByRole('heading', { name: 'Code om het verhaal terug te trekken' }),
      ).toBeFocused()
      code = (await page.getByText(/^V-\w{4}-\w{4}-\w{4}$/).textContent())!
      await press(page, button(page, 'De verteller keurt deze versie goed'))
      await expect(said(page, 'Goedgekeurd op')).toBeVisible()
      await press(page, button(page, 'Ik keur goed als tweede redacteur'))
      await expect(
        said(page, 'Je schreef zelf aan dit verhaal. Vraag een andere redacteur om te kijken.'),
      ).toBeVisible()
      await accessible(page, true)
    })

    const bram = await elsewhere()
    await test.step('a second editor approves it, and sets when it goes online', async () => {
      await comeIn(bram, people.bram)
      await press(bram, place(bram, 'Verhalen'))
      await press(bram, link(bram, story.title))
      await press(bram, button(bram, 'Ik keur goed als tweede redacteur'))
      await expect(said(bram, 'Bekeken door Bram Smit')).toBeVisible()
      const from = bram.getByRole('group', { name: /^Zichtbaar vanaf/ })
      await typeDay(bram, from.getByLabel('Dag'), at.day)
      await typeTime(bram, from.getByLabel('Tijd'), at.time)
      await press(bram, bram.getByRole('button', { name: /^Zet klaar voor 24 november / }))
      await expect(
        bram.getByRole('heading', {
          name: 'De verteller heeft net goedgekeurd. Wil je een dag wachten?',
        }),
      ).toBeFocused()
      await accessible(bram, true)
      await press(bram, button(bram, 'Nee, ga door'))
      await expect(bram.getByRole('status').getByText(`Komt online op ${at.words}.`)).toBeVisible()
      await expect(bram.getByRole('region', { name: 'Zichtbaar' })).toContainText(
        `Komt online op ${at.words}.`,
      )
      expect(await found(request, story), 'it waits').toEqual([])
    })

    await test.step('before its moment it is nowhere, and at its moment everywhere', async () => {
      for (const p of [page, bram]) await p.goto('about:blank')
      await house.restart(new Date(at.ms - house.margin).toISOString())
      expect(await found(request, story)).toEqual([]) // and every page is kept as it is now
      expect(house.clock, 'this was before').toBeLessThan(at.ms)
      await expect
        .poll(() => status(request, story), { timeout: 120_000, intervals: [500] })
        .toBe(200)
      expect(house.clock).toBeGreaterThanOrEqual(at.ms)
      const places = [...publicPlaces(story), ...variants(story)]
      expect(await found(request, story)).toEqual(
        expect.arrayContaining(places.filter(p => p !== '/sitemap.xml')),
      ) // that one has a minute
      expect((await request.get(variants(story)[0]!)).headers()['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      )
      const visitor = await elsewhere()
      await visitor.goto(`/storydetails/${story.id}`)
      await expect(h1(visitor)).toHaveText(story.title)
      await expect(
        visitor.getByRole('img', { name: 'Een pan soep op een lange tafel' }),
      ).toBeVisible()
      await accessible(visitor, true)
    })

    const noor = await elsewhere()
    const shown = async () => (await request.get(`/storydetails/${story.id}`)).text()
    await test.step('a typing error is mended without asking again', async () => {
      await comeIn(noor, people.noor, `/editstory/${story.id}`)
      await tabTo(noor, text(noor))
      await noor.keyboard.press('Control+Home')
      for (let i = 0; i < 'Ik kwam bin'.length; i++) await noor.keyboard.press('ArrowRight')
      await noor.keyboard.type('n')
      await kept(noor)
      await press(noor, button(noor, 'Publiceer'))
      await expect(
        said(noor, 'Publiceren kan pas als de verteller de laatste versie heeft goedgekeurd.'),
      ).toBeVisible()
      expect(await shown()).toContain('binen')
      await choose(noor, noor.getByRole('checkbox', { name: 'Alleen een tikfout' }))
      await accessible(noor, true)
      await press(noor, button(noor, 'Publiceer'))
      await expect(noor.getByText('Staat online.')).toBeVisible()
      expect(await shown()).toContain('Ik kwam binnen met koude handen.')
      expect(await shown()).not.toContain('binen')
      expect(await shown(), 'the form stays').toContain('<strong>Soep</strong>')
    })

    await test.step('an older version that is put back publishes nothing', async () => {
      await press(noor, button(noor, 'Laat de versies zien'))
      await press(noor, noor.getByRole('button', { name: /^Zet terug: versie van/ }).last())
      await expect(text(noor)).toContainText('binen')
      await expect(said(noor, 'Veranderingen nog niet online')).toBeVisible()
      await expect(
        noor.getByRole('checkbox', { name: 'Alleen een tikfout' }),
        'said for one publishing',
      ).not.toBeChecked()
      expect(await shown()).toContain('Ik kwam binnen')
      await accessible(noor, true)
    })

    await test.step('its teller takes it back with the code', async () => {
      const etag = (await request.get(variants(story)[0]!)).headers()['etag']!
      const teller = await elsewhere()
      await teller.goto('/privacy#verzoek')
      await type(teller, teller.getByLabel('Je code'), code)
      await teller.keyboard.press('Enter')
      await expect(
        teller.getByRole('heading', { name: 'Wil je dat we je verhaal weghalen?' }),
      ).toBeFocused()
      await accessible(teller, true)
      await press(teller, button(teller, 'Ja, haal weg'))
      await expect(
        teller.getByRole('heading', { name: 'We hebben je verhaal weggehaald.' }),
      ).toBeFocused()

      expect(await found(request, story), 'gone everywhere, at once').toEqual([])
      expect(await status(request, story)).toBe(410)
      expect((await request.get(`/api/stories/${story.id}`)).status()).toBe(410)
      for (const path of variants(story)) {
        expect(
          (await request.get(path, { headers: { 'if-none-match': etag } })).status(),
          'a browser that has it is told too',
        ).toBe(404)
        expect((await noor.request.get(path)).status(), 'staff neither').toBe(404)
      }
      await teller.goto(`/storydetails/${story.id}`)
      await expect(h1(teller)).toHaveText('Dit verhaal staat niet meer op onze site')
      await accessible(teller, true)
      const kinds = [
        `/api/drafts/stories/${story.id}`,
        `/api/drafts/stories/${story.id}/revisions`,
        `/api/drafts/stories/${story.id}/preview`,
        '/api/files?zoek=soep',
        '/api/drafts/stories?zoek=kwam',
      ]
      for (const path of kinds)
        expect(
          await (await noor.request.get(path)).text(),
          `${path}: no word for staff`,
        ).not.toMatch(/bin?nen met|pan soep|soep\.png/)
      await noor.reload()
      await expect(said(noor, 'De verteller heeft dit verhaal ingetrokken.')).toBeVisible()
      await accessible(noor, true)
    })
  },
)

test(
  'a moment that came while the server was down: the story is there with the first answer',
  inLong,
  async ({ elsewhere, house, request }) => {
    const title = `Terug van weggeweest ${Date.now() % 1e6}`
    const at = laterToday(house)
    const story: PublicStory = { title, ...(await storyOnline(house.site, title, at.moment)) }
    expect(await found(request, story)).toEqual([])
    await house.stop()
    expect(house.clock).toBeLessThan(at.ms)
    expect(
      await request.get('/').then(
        () => 'answers',
        () => 'down',
      ),
    ).toBe('down')
    await house.start(new Date(at.ms + 600_000).toISOString())
    expect(await status(request, story), 'the first that anybody asks').toBe(200)
    expect(await found(request, story)).toEqual(publicPlaces(story))

    const noor = await elsewhere()
    await comeIn(noor, people.noor)
    const row = async () => {
      await noor.goto(`/beheer/verhalen?zoek=${encodeURIComponent(title)}`)
      return noor.getByRole('main').getByRole('listitem').filter({ hasText: title }).textContent()
    }
    await expect
      .poll(row, { timeout: 90_000, intervals: [5000], message: 'the job makes up for it' })
      .toContain('Online')
  },
)
