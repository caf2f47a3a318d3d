// The browser translates the page: nothing crashes, and no word of before stays. What a page says
// after each change is told by the same page, taken the same way without a translator.
import type { APIResponse, Page } from '@playwright/test'
import { openDate, pathOf } from './house'
import { consent, expect, fillPerson, open, settled, test } from './site'
import { translate } from './translate'

/** All that is seen, but the strip: it comes when the browser has nothing else to do. */
const said = (page: Page) =>
  page.evaluate(() => {
    const root = document.getElementById('root')!
    for (const strip of root.querySelectorAll<HTMLElement>('.notice')) strip.hidden = true
    return root.innerText.replace(/\s/g, '')
  })

/** Both pages read the same lists: other tests change meanwhile what is left. */
async function readAlike(...pages: Page[]) {
  const kept = new Map<string, Promise<APIResponse>>()
  for (const page of pages)
    await page.route(/\/api\/occurrences(\?|$)/, async route => {
      const url = route.request().url()
      const answer = kept.get(url) ?? route.fetch()
      kept.set(url, answer)
      await route.fulfill({ response: await answer })
    })
}

type Step = (page: Page) => Promise<unknown>

/** Each step changes what is said, to the same words on both pages. */
async function sameOn(page: Page, plain: Page, path: string, steps: Step[]) {
  await readAlike(page, plain)
  for (const p of [page, plain]) await open(p, path, true)
  await page.evaluate(translate)
  for (const [i, step] of steps.entries()) {
    const before = await said(plain)
    await step(plain)
    await expect.poll(() => said(plain), `step ${i + 1} changes something`).not.toBe(before)
    await step(page)
    await expect(async () => expect(await said(page)).toBe(await said(plain))).toPass()
  }
}

const link = (name: string) => (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp('^' + name) })
    .first()
    .click()
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

test('the programme: each filter and each week', async ({ page, context }) => {
  await sameOn(page, await context.newPage(), '/agenda', [
    link('Nog plek'),
    link('Nog plek'),
    link('Zonder aanmelden'),
    link('Zonder aanmelden'),
    link('Volgende'),
    link('Volgende'),
    link('Vorige'),
  ])
})

test('the sign-up: mistakes, fields that come and go, and the page after it', async ({
  page,
  context,
  request,
}) => {
  const path = pathOf.register(await openDate(request, 'Samen eten', 5))
  await sameOn(page, await context.newPage(), path, [
    press('Meld mij aan'),
    p => fillPerson(p, { name: 'Noa', email: 'noa@voorbeeld', phone: '06 12 34 56 78' }),
    p => p.getByRole('radio', { name: 'Iemand anders' }).check(),
    press('Meld mij aan'),
    p => p.getByRole('radio', { name: 'Mijzelf' }).check(),
    async p => {
      await p.getByLabel('E-mailadres').fill('noa@voorbeeld.nl')
      await consent(p).check()
      await press('Meld mij aan')(p)
    },
  ])
})

test('a page translated before its scripts are there keeps what is typed', async ({
  page,
  request,
}) => {
  let arrive = () => {}
  const late = new Promise<void>(done => (arrive = done))
  await page.route(/\/assets\/(?!start-).*\.js$/, async route => {
    await late
    await route.continue()
  })
  await page.goto(pathOf.register(await openDate(request, 'Samen eten', 5)))
  const name = page.getByLabel('Hoe mogen we je noemen?')
  await name.fill('Noa')
  await page.evaluate(translate)
  const before = await said(page)
  arrive()
  await settled(page, true)
  await expect(name).toHaveValue('Noa')
  expect(await said(page)).toBe(before)
})
