// Screens of staff in a page that the browser translates: nothing crashes, and no word of before
// stays. Where the same page stands beside it only acts that change nothing in the house; what does
// is done on the translated page alone.
import { inLong } from './long'
import { comeIn, expect, people, popupButton, test } from './staff'
import { actsOn, sameOn, unfold, type Step } from './translate'

test.describe.configure({ timeout: 120_000 })

/** A place of the bar. */
const go =
  (name: string): Step =>
  page =>
    page
      .getByRole('navigation', { name: 'Beheer' })
      .getByRole('link', { name: new RegExp('^' + name) })
      .click()
const link =
  (name: string | RegExp): Step =>
  page =>
    page.getByRole('main').getByRole('link', { name }).first().click()
const press =
  (name: string | RegExp): Step =>
  page =>
    page.getByRole('main').getByRole('button', { name }).first().click()
/** The link before this one leads to the day before, or after. */
const beside =
  (nth: number): Step =>
  page =>
    page.locator('.daynav a.round').nth(nth).click()

const screens: Record<string, { path: string; steps: Step[]; daily?: true }> = {
  Vandaag: {
    path: '/beheer/vandaag',
    steps: [unfold, beside(1), link('Terug naar vandaag'), beside(0), go('Week'), go('Vandaag')],
    daily: true,
  },
  Week: {
    path: '/beheer/week',
    steps: [link('Week erna'), link('Vorige week'), go('Bellen'), go('Week')],
  },
  Bellen: {
    path: '/beheer/wachtlijst',
    steps: [unfold, link(/^Vertellen/), link(/^Alles/), go('Vandaag'), go('Bellen')],
  },
  Cijfers: {
    path: '/beheer/cijfers',
    steps: [
      link('Vorige maand'),
      unfold,
      press('Andere periode'),
      press('Andere periode'),
      link('Dit jaar'),
      go('Week'),
    ],
  },
}

for (const [name, { path, steps, daily }] of Object.entries(screens))
  test(`${name}, translated`, daily ? {} : inLong, async ({ page, context }) => {
    await comeIn(page, people.sanne)
    await sameOn(page, await context.newPage(), path, steps)
  })

/** Presses until the bar says this. */
const done =
  (words: RegExp, ...presses: Step[]): Step =>
  async page => {
    for (const one of presses) await one(page)
    await expect(page.locator('.result')).toContainText(words)
  }
const takenBack = done(/Ongedaan gemaakt: /, page =>
  page.locator('.result').getByRole('button', { name: 'Maak ongedaan', exact: true }).click(),
)

const acts: Record<string, { path: string; acts: Step[] }> = {
  Week: {
    path: '/beheer/week?week=2026-W50',
    acts: [
      done(/als concept\./, press('Kopieer vorige week'), press(/^Kopieer \d+ datums?$/)),
      takenBack,
    ],
  },
  Bellen: {
    path: '/beheer/wachtlijst',
    acts: [done(/(: voicemail|is gemaild)/, press(/^(Voicemail|Gemaild)$/)), takenBack],
  },
}
for (const [name, { path, acts: all }] of Object.entries(acts))
  test(`an act on ${name}, translated`, inLong, async ({ page, context }) => {
    await comeIn(page, people.sanne)
    await actsOn(page, await context.newPage(), path, all)
  })

test('signing in, translated', inLong, async ({ page, context }) => {
  const opens: Step = async p => {
    const [popup] = await Promise.all([p.waitForEvent('popup'), popupButton(p).click()])
    await expect(p.getByText('Het inlogvenster staat open.')).toBeVisible()
    await popup.close()
  }
  await sameOn(page, await context.newPage(), '/login', [
    opens,
    p => p.getByRole('button', { name: 'Menu' }).click(),
    p => p.getByRole('button', { name: 'Sluit menu' }).click(),
    p => p.getByRole('contentinfo').getByRole('link', { name: 'Nieuws', exact: true }).click(),
    p => p.goBack(),
  ])
})
