// A server that dies in the middle of a flyer: what arrived stays there, the sending
// goes on, and the file arrives whole.
import type { Page } from '@playwright/test'
import { asksForTheRest, pdf } from './files'
import { inLong } from './long'
import { comeIn, expect, h1, people, test } from './staff'

test.use({ expected: /net::ERR_|status of (404|409|5\d\d)/ })
test.describe.configure({ timeout: 240_000 }) // it starts a demo again

const choosePdf = (page: Page) => page.getByLabel('Kies een pdf van dit apparaat')
const onFile = /\/beheer\/bestanden\/fil_/

/** Each chunk takes its time. Gives where each began. */
async function slowly(page: Page): Promise<number[]> {
  const offsets: number[] = []
  await page.route('**/api/uploads/*', async route => {
    if (route.request().method() === 'PUT') {
      offsets.push(Number(route.request().headers()['upload-offset']))
      await new Promise(done => setTimeout(done, 500))
    }
    await route.continue().catch(() => undefined) // the page may be gone
  })
  return offsets
}

async function openLibrary(page: Page) {
  await page.goto('/beheer/bestanden')
  await expect(h1(page)).toHaveText('Bestanden')
}

/** The bytes that the library has now. */
async function inLibrary(page: Page) {
  const link = await page.getByRole('link', { name: 'Download de pdf' }).getAttribute('href')
  return (await page.request.get(link!)).body()
}

test(
  'the server is killed in the middle and comes back: the flyer goes on by itself and arrives whole',
  inLong,
  async ({ page, house }, info) => {
    const flyer = await pdf(info.outputPath('flyer-stroom.pdf'), 24)
    await comeIn(page, people.noor)
    await openLibrary(page)
    const offsets = await slowly(page)
    await choosePdf(page).setInputFiles(flyer.path)
    await expect.poll(() => offsets.length).toBeGreaterThan(4)
    await house.kill()
    const before = offsets.length
    await expect(page.getByText(/^\d+ van 24 MB verstuurd\./).first()).toBeVisible()
    await expect(
      page.getByText('Het lukt even niet. We proberen het vanzelf opnieuw.'),
    ).not.toHaveCount(0)
    await expect(
      page.getByRole('alert').filter({ hasText: /\S/ }),
      'nothing to do for the person',
    ).toHaveCount(0)
    await house.restart()
    await expect(page).toHaveURL(onFile, { timeout: 120_000 })
    await expect(h1(page)).toHaveText('flyer-stroom.pdf')
    expect(offsets.length, 'it went on after the cut').toBeGreaterThan(before)
    expect(
      Math.min(...offsets.slice(before)),
      'what arrived before is not sent again',
    ).toBeGreaterThan(0)
    expect(flyer.isIn(await inLibrary(page))).toBe(true)
  },
)

test(
  'the server is killed and the page is gone: the same file, chosen again, goes on from there',
  inLong,
  async ({ page, house }, info) => {
    const flyer = await pdf(info.outputPath('flyer-herstart.pdf'), 16)
    page.on('dialog', d => void d.accept())
    await comeIn(page, people.bram)
    await openLibrary(page)
    const offsets = await slowly(page)
    await choosePdf(page).setInputFiles(flyer.path)
    await expect.poll(() => offsets.length).toBeGreaterThan(4)
    await house.kill()
    await page.goto('about:blank')
    await house.restart()
    await openLibrary(page)
    await asksForTheRest(page, 'flyer-herstart.pdf')
    offsets.length = 0
    await choosePdf(page).setInputFiles(flyer.path)
    await expect(page).toHaveURL(onFile, { timeout: 120_000 })
    expect(offsets[0]).toBeGreaterThan(0)
    expect(flyer.isIn(await inLibrary(page))).toBe(true)
  },
)
