// What staff do with files: photos in texts, flyers over a bad link, the
// library, and what is refused.
import type { Locator, Page } from '@playwright/test'
import {
  asksForTheRest,
  chooseFile,
  onePage,
  pdf,
  pdfOf,
  photo,
  photoWithPlace,
  png,
  tabTo,
  type Given,
} from './files'
import { inLong } from './long'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, open, people, test } from './staff'

test.use({ expected: /net::ERR_(FAILED|ABORTED)|status of (404|409|410|422)/ })
test.slow() // pictures are made smaller one at a time, and a busy machine takes its time

const choosePhoto = (page: Page) => page.getByLabel('Kies een foto van dit apparaat')
const choosePdf = (page: Page) => page.getByLabel('Kies een pdf van dit apparaat')
const onFile = /\/beheer\/bestanden\/fil_/

async function openLibrary(page: Page) {
  await comeIn(page, people.noor, '/beheer/bestanden')
  await expect(h1(page)).toHaveText('Bestanden')
}

test('a photo by keyboard on a phone: sent, described, seen by visitors, and gone everywhere at once', async ({
  page,
  elsewhere,
}) => {
  await comeIn(page, people.noor, '/addnewsitem')
  await tabTo(page, page.getByLabel('Titel', { exact: true }))
  await page.keyboard.type('De tuin is open')
  await tabTo(page, page.getByLabel('Samenvatting'))
  await page.keyboard.type('Kom je kijken?')
  await tabTo(page, page.getByRole('textbox', { name: 'Tekst' }))
  await page.keyboard.type('De tuin is elke dag open.')
  await tabTo(page, choosePhoto(page))
  await chooseFile(page, photo())
  const alt = page.getByLabel('Wat is er te zien?')
  await expect(alt).toBeFocused({ timeout: 60_000 })

  await tabTo(page, page.getByRole('button', { name: 'Publiceer' }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Kijk nog even naar deze 2 punten:' }),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(alt).toBeFocused()
  await expect(
    page.getByText("Beschrijf de foto in één zin, of kies 'alleen versiering'.").last(),
  ).toBeVisible()
  await page.keyboard.type('Een tuin met lange banken')
  const unsaid = 'Zeg of er herkenbare mensen op de foto staan, en of zij het goed vinden.'
  await expect(page.getByRole('heading', { name: 'Er is nog iets nodig' })).toBeVisible({
    timeout: 15_000,
  }) // the words were kept
  await page.getByRole('link', { name: unsaid }).press('Enter')
  await expect(
    page.getByRole('radio', { name: 'Er staan geen herkenbare mensen op' }),
  ).toBeFocused()
  await isAccessible(page)
  await page.keyboard.press('Space')
  await expect(page.getByText(unsaid)).toHaveCount(0) // in the summary and at the field
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await tabTo(page, page.getByRole('button', { name: 'Publiceer' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Staat online.').first()).toBeVisible()

  const id = page.url().split('/').at(-1)!
  const visitor = await elsewhere()
  await open(visitor, `/newsdetails/${id}`)
  const shown = visitor.getByRole('img', { name: 'Een tuin met lange banken' })
  await expect(shown).toBeVisible()
  expect(
    await shown.evaluate(async (i: HTMLImageElement) => {
      await i.decode()
      return [
        i.naturalWidth > 0,
        i.getAttribute('width'),
        i.getAttribute('height'),
        i.loading === 'lazy',
      ]
    }),
  ).toEqual([true, '640', '480', false])
  await fitsItsWidth(visitor)
  await isAccessible(visitor)
  const address = new URL(await shown.evaluate((i: HTMLImageElement) => i.src)).pathname
  expect((await visitor.request.get(address)).headers()['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )

  await page.goto('/beheer/bestanden')
  await page.getByRole('link', { name: 'tuin.png' }).click()
  await expect(page.getByRole('region', { name: 'Waar staat dit?' })).toContainText(
    'De tuin is open',
  )
  await page.getByRole('button', { name: 'Haal overal weg' }).click()
  await page.getByRole('button', { name: 'Ja, haal overal weg' }).click()
  await expect(page.getByText('Deze foto is overal weggehaald.')).toBeFocused()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('De tuin is open')
  await expect(visitor.locator('main img')).toHaveCount(0)
  expect((await visitor.request.get(address)).status()).toBe(404)
})

test(
  'a flyer of 60 MB over a link that is cut five times arrives whole, and tells how far it is',
  inLong,
  async ({ page }, info) => {
    const flyer = await pdf(info.outputPath('flyer-lente.pdf'), 60)
    await openLibrary(page)
    let cuts = 0
    let sent = 0
    await page.route('**/api/uploads/*', async route => {
      if (route.request().method() !== 'PUT') return route.continue()
      if (++sent % 3 === 0 && cuts < 5) {
        cuts++
        return route.abort()
      }
      return route.continue()
    })
    const told = await listen(page)
    await choosePdf(page).setInputFiles(flyer.path)
    await expect(page.getByText(/^\d+ van 60 MB verstuurd\./).first()).toBeVisible()
    await expect(page).toHaveURL(onFile, { timeout: 120_000 })
    await expect(h1(page)).toHaveText('flyer-lente.pdf')
    expect(cuts).toBe(5)
    const said = await told()
    expect(said.length).toBeGreaterThan(0)
    // one in ten seconds; a busy browser hears one late, and the next one not later
    const counts = said.filter(line => /MB verstuurd\.$/.test(line.text))
    const tens = (counts.at(-1)!.at - counts[0]!.at) / 10_000
    expect(counts.length, JSON.stringify(said)).toBeLessThanOrEqual(2 + tens)
    const download = await page.request.get(
      (await page.getByRole('link', { name: 'Download de pdf' }).getAttribute('href')) as string,
    )
    expect(download.headers()['content-disposition']).toMatch(/^attachment/)
    expect(download.headers()['x-content-type-options']).toBe('nosniff')
    expect(flyer.isIn(await download.body())).toBe(true)
  },
)

test(
  'a pause, a reload and the same file again: it goes on where it was',
  inLong,
  async ({ page }, info) => {
    const flyer = await pdf(info.outputPath('flyer-herfst.pdf'), 12)
    await openLibrary(page)
    const offsets: number[] = []
    await page.route('**/api/uploads/*', async route => {
      if (route.request().method() === 'PUT') {
        offsets.push(Number(route.request().headers()['upload-offset']))
        await new Promise(done => setTimeout(done, 700))
      }
      await route.continue().catch(() => undefined) // a pause ends the call
    })
    await choosePdf(page).setInputFiles(flyer.path)
    await expect.poll(() => offsets.length).toBeGreaterThan(2)
    const pause = page.getByRole('button', { name: 'Pauze' })
    await pause.click()
    await expect(page.getByText('Het versturen staat stil.').first()).toBeVisible()
    await isAccessible(page)
    const before = offsets.length
    await page.getByRole('button', { name: 'Ga verder' }).click()
    await expect.poll(() => offsets.length).toBeGreaterThan(before)
    await pause.click()
    await page.reload()
    await asksForTheRest(page, 'flyer-herfst.pdf')
    offsets.length = 0
    await choosePdf(page).setInputFiles(flyer.path)
    await expect(page).toHaveURL(onFile, { timeout: 60_000 })
    expect(offsets[0]).toBeGreaterThan(0)
    await expect(page.getByRole('main')).toContainText('12 MB')
    await page.goto('/beheer/bestanden')
    await expect(page.getByText('is nog niet helemaal verstuurd')).toHaveCount(0)
  },
)

test(
  'two tabs with the same file: one sends, the other follows',
  inLong,
  async ({ page, context }, info) => {
    const flyer = await pdf(info.outputPath('flyer-samen.pdf'), 8)
    await openLibrary(page)
    const other = await context.newPage()
    await other.goto('/beheer/bestanden')
    await expect(h1(other)).toHaveText('Bestanden')
    await page.route('**/api/uploads/*', async route => {
      if (route.request().method() === 'PUT') await new Promise(done => setTimeout(done, 1000))
      await route.continue()
    })
    let sentByOther = 0
    other.on('request', r => {
      if (r.method() === 'PUT' && r.url().includes('/api/uploads/')) sentByOther++
    })
    await choosePdf(page).setInputFiles(flyer.path)
    await expect(page.getByText(/van 8 MB verstuurd\./).first()).toBeVisible()
    await choosePdf(other).setInputFiles(flyer.path)
    await expect(other.getByText('Dit gebeurt in een ander tabblad.')).toBeVisible()
    await expect(page).toHaveURL(onFile, { timeout: 60_000 })
    await expect(other).toHaveURL(page.url(), { timeout: 60_000 })
    expect(sentByOther).toBe(0)
  },
)

/** What it is, the file, and what is said. */
type Refused = [what: string, given: Given, words: string]

const kind = 'Dit soort bestand kunnen we niet gebruiken. Kies een jpg, png of webp.'
const jpg = (name: string, buffer: Buffer): Given => ({ name, mimeType: 'image/jpeg', buffer })
const refused: Refused[] = [
  ['of 0 bytes', jpg('leeg.jpg', Buffer.alloc(0)), 'Deze foto is beschadigd. Kies een andere.'],
  [
    'that is cut off',
    jpg('half.png', png(800, 600).subarray(0, 400)),
    'Deze foto is beschadigd. Kies een andere.',
  ],
  [
    'of 60 001 pixels wide',
    jpg('breed.png', png(320, 1, { width: 60_001, height: 400 })),
    'Deze foto heeft te veel beeldpunten. Maak hem eerst kleiner.',
  ],
  [
    'of 200 pixels wide',
    jpg('klein.png', png(200, 200)),
    'Deze foto is te klein. Kies een foto van minstens 320 beeldpunten breed.',
  ],
  [
    'of 64 million pixels in a few bytes',
    jpg('bom.png', png(320, 1, { width: 8000, height: 8000 })),
    'Deze foto heeft te veel beeldpunten. Maak hem eerst kleiner.',
  ],
  [
    'that is an archive as well',
    jpg('dubbel.jpg', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), png(400, 300)])),
    kind,
  ],
  [
    'renamed from exe',
    jpg('foto.jpg', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4000, 1)])),
    kind,
  ],
  [
    'that is an svg with a script',
    jpg(
      'tekening.jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ),
    kind,
  ],
  ['that is a web page', jpg('pagina.png', Buffer.from('<!doctype html><title>x</title>')), kind],
  [
    'that is heic',
    jpg(
      'IMG_1.heic',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(400)]),
    ),
    'Deze foto kan niet elke browser tonen. Bewaar hem als jpg en probeer het opnieuw.',
  ],
  [
    'over 8 MB',
    jpg('groot.jpg', Buffer.alloc(8 * 1024 * 1024 + 1)),
    'Deze foto is te groot. Kies een foto kleiner dan 8 MB.',
  ],
]

/** What is said; the place for it is there before. */
const alerts = (of: Page | Locator) => of.getByRole('alert').filter({ hasText: /\S/ })

test('photos that cannot be used are refused, each with what to do', inLong, async ({ page }) => {
  await openLibrary(page)
  for (const [what, file, words] of refused) {
    await choosePhoto(page).setInputFiles(file, { timeout: 60_000 })
    await expect(alerts(page), `a photo ${what}`).toHaveText(words, { timeout: 60_000 })
    await page.reload()
    await expect(choosePhoto(page)).toBeAttached()
  }
  await choosePdf(page).setInputFiles({
    name: 'brief.docx',
    mimeType: 'application/pdf',
    buffer: Buffer.from('PK\x03\x04' + 'x'.repeat(400)),
  })
  await expect(alerts(page)).toHaveText('Dit soort bestand kunnen we niet gebruiken. Kies een pdf.')
  await choosePdf(page).setInputFiles({
    name: 'geheim.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(onePage, '/Encrypt << /Filter /Standard >>'),
  })
  await expect(alerts(page)).toHaveText(
    'Deze pdf heeft een wachtwoord. Haal het eraf en probeer het nog eens.',
  )
  await choosePdf(page).setInputFiles({
    name: 'programma.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf([...onePage, '<< /S /JavaScript /JS (app.alert\\(1\\)) >>']),
  })
  await expect(alerts(page)).toHaveText(
    'Deze pdf bevat een programma of een bijlage. ' +
      "Maak hem opnieuw met 'Afdrukken naar pdf' en probeer het nog eens.",
  )
  await isAccessible(page)
})

test(
  'the same in a text: the words stand at the field of the photo, and nothing that was typed goes',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.noor, '/addnewsitem')
    await page.getByLabel('Titel', { exact: true }).fill('Met een foto')
    const field = page.getByRole('group', { name: 'Foto' })
    // every one is refused above
    const three = ['of 0 bytes', 'of 200 pixels wide', 'that is heic']
    for (const [what, file, words] of refused.filter(([name]) => three.includes(name))) {
      await field.getByLabel('Kies een foto van dit apparaat').setInputFiles(file)
      await expect(alerts(field), `a photo ${what}`).toHaveText(words, {
        timeout: 60_000,
      })
    }
    await isAccessible(page)
    await expect(page.getByLabel('Titel', { exact: true })).toHaveValue('Met een foto')
    await field.getByLabel('Kies een foto van dit apparaat').setInputFiles(photo('bruikbaar.png'))
    await expect(field.getByLabel('Wat is er te zien?')).toBeVisible({ timeout: 60_000 })
    await expect(alerts(field)).toHaveCount(0)
  },
)

test(
  'what a camera wrote into a photo, and what hides behind its end, is in none of ours',
  inLong,
  async ({ page }) => {
    await openLibrary(page)
    const given = await photoWithPlace(page)
    for (const words of ['Exif', 'KerkpleinCam', '<script>', 'PK\x03\x04'])
      expect(given.buffer.includes(words), words).toBe(true)
    await choosePhoto(page).setInputFiles(given)
    await expect(page).toHaveURL(onFile, { timeout: 60_000 })
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const { media } = (await (await page.request.get('/api/files/' + id)).json()) as {
      media: { widths: number[]; avif: number[] }
    }
    const names = [...media.widths.map(w => w + '.jpg'), ...media.avif.map(w => w + '.avif')]
    expect(names).toEqual(['320.jpg', '640.jpg', '320.avif', '640.avif'])
    for (const name of names) {
      const answer = await page.request.get(`/media/${id}/${name}`)
      expect(answer.headers()['x-content-type-options']).toBe('nosniff')
      const bytes = await answer.body()
      for (const words of ['Exif', 'Kerkplein', 'GPS', 'script', 'PK\x03\x04'])
        expect(bytes.includes(words), `${words} in ${name}`).toBe(false)
    }
  },
)

test('the library: empty search, one file, readable at 320 px', inLong, async ({ page }) => {
  await openLibrary(page)
  await choosePhoto(page).setInputFiles(photo('bank-voor-de-deur.png'))
  await expect(page).toHaveURL(onFile, { timeout: 60_000 })
  await page.getByLabel('Wat is er te zien?').fill('Een bank voor de deur')
  await page.getByRole('radio', { name: 'Alle herkenbare mensen vinden het goed' }).check()
  await page.getByText('Wat moet in beeld blijven?').click()
  await page.getByRole('slider', { name: 'Van links naar rechts' }).press('Home')
  await expect(page.getByText(/^Genoteerd op .* door Noor Haddad\.$/)).toBeVisible()
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Wat is er te zien?')).toHaveValue('Een bank voor de deur')
  await page.getByText('Wat moet in beeld blijven?').click()
  await expect(page.getByRole('slider', { name: 'Van links naar rechts' })).toHaveValue('0')
  await page.getByRole('button', { name: 'Verwijder' }).click()
  await expect(page.getByText('In de prullenbak.')).toBeFocused()
  await page.getByRole('button', { name: 'Zet terug uit prullenbak' }).click()
  await expect(page.getByText('Teruggezet.')).toBeFocused()

  await page.goto('/beheer/bestanden')
  await page.getByLabel('Zoek op naam of beschrijving').fill('bank deur')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/zoek=bank(\+|%20)deur/)
  await expect(page.getByRole('main').locator('.rows > li')).toHaveCount(1)
  await fitsItsWidth(page)
  await isAccessible(page)
  await page.getByLabel('Zoek op naam of beschrijving').fill('bestaat niet')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Niets gevonden.')).toBeVisible()
})

test('who may not: a gastheer sees no library, and the API refuses', async ({ page }) => {
  await comeIn(page, people.jan, '/beheer/bestanden')
  await expect(page.getByRole('main')).toContainText('Hier heb je geen rechten voor.')
  expect((await page.request.get('/api/files')).status()).toBe(403)
  expect(
    (
      await page.request.post('/api/uploads', {
        data: { name: 'x.pdf', size: 300_000, purpose: 'document' },
      })
    ).status(),
  ).toBe(403)
})

interface Heard {
  at: number
  text: string
}

/** What a screen reader hears of the sending, with the moment. */
async function listen(page: Page): Promise<() => Promise<Heard[]>> {
  const heard: Heard[] = []
  await page.exposeFunction('heardOfSending', (text: string) => {
    heard.push({ at: Date.now(), text })
  })
  await page.evaluate(() => {
    const tell = (window as unknown as { heardOfSending(text: string): void }).heardOfSending
    for (const line of document.querySelectorAll('.upload > [role=status]')) {
      new MutationObserver(() => {
        if (line.textContent) tell(line.textContent)
      }).observe(line, { childList: true, characterData: true, subtree: true })
    }
  })
  return async () => heard
}
