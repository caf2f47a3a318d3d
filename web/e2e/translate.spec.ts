// The browser translates the page: nothing crashes, and no word of before stays. What a page says
// after each change is told by the same page, taken the same way without a translator.
import type { Page } from '@playwright/test'
import { ticks } from '../src/features/agenda/programme/filters'
import { openDate, pathOf } from './house'
import { inLong } from './long'
import { pages } from './routes'
import { consent, expect, fillPerson, holdScripts, settled, test } from './site'
import { said, sameOn, translate, unfold, type Step } from './translate'

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
    link('Voor naasten'),
    link('Voor naasten'),
    link('Volgende'),
    link('Volgende'),
    link('Vorige'),
  ])
})

const search = (p: Page) => p.getByRole('button', { name: 'Toon' })
const filters: Record<string, Step[]> = {
  ...Object.fromEntries(
    ticks.map(t => [
      t.words,
      t.folded ? [unfold, link(t.words), unfold, link(t.words)] : [link(t.words), link(t.words)],
    ]),
  ),
  'a day': [
    unfold,
    p =>
      p
        .getByLabel('Dag', { exact: true })
        .selectOption('woensdag')
        .then(() => search(p).click()),
  ],
  'a kind': [
    unfold,
    p =>
      p
        .getByLabel('Soort')
        .selectOption('creatief')
        .then(() => search(p).click()),
  ],
  'a word': [
    unfold,
    p =>
      p
        .getByLabel('Zoek in het programma')
        .fill('eten')
        .then(() => search(p).click()),
  ],
}
for (const [name, steps] of Object.entries(filters))
  test(`the programme, by one filter: ${name}`, inLong, async ({ page, context }) => {
    await sameOn(page, await context.newPage(), '/agenda', steps)
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

/** The changes that a page of visitors offers: unfolding, filters, mistakes, the menu, and away. */
async function changesOf(plain: Page, sends: boolean): Promise<Step[]> {
  const steps: Step[] = []
  if ((await plain.locator('main details:not([open]) > summary:visible').count()) > 0)
    steps.push(unfold)
  const filters = await plain.locator('main a[href]:visible').evaluateAll(all =>
    all.flatMap(a => {
      const { origin, pathname, search, hash } = new URL((a as HTMLAnchorElement).href)
      const here = origin === location.origin && pathname === location.pathname && !hash
      return here && search && search !== location.search ? [a.getAttribute('href')!] : []
    }),
  )
  // One, as they add up: after it the others have another address; those of the programme are gone
  // through above. The last, as the first on paper change its size alone.
  for (const href of filters.slice(-1))
    steps.push(page => page.locator(`main a[href="${href}"]`).first().click())
  if (sends && filters.length === 0) {
    const forms = plain.locator('main form[method=post] [type=submit]:visible')
    if ((await forms.count()) > 0)
      steps.push(page =>
        page.locator('main form[method=post] [type=submit]:visible').first().click(),
      )
  }
  if ((await plain.getByRole('button', { name: 'Menu' }).count()) > 0)
    steps.push(press('Menu'), press('Sluit menu'), away('Nieuws'), page => page.goBack())
  return steps
}
const away = (name: string) => (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()

// the month on paper is where the step of the weeks on paper leads
const walked = new Set(['programme', 'sign-up', 'month on paper'])
for (const [name, { path, makes }] of Object.entries(pages))
  if (!walked.has(name))
    test(`${name}, translated`, inLong, async ({ page, context, request }) => {
      await sameOn(page, await context.newPage(), await path(request), plain =>
        changesOf(plain, !makes),
      )
    })

test('a page translated before its scripts are there keeps what is typed', async ({
  page,
  request,
}) => {
  const arrive = await holdScripts(page)
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
