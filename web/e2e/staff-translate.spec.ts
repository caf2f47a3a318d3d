// Screens of staff in a page that the browser translates: nothing crashes, and no word of before
// stays. Only acts that change nothing in the house, as the same page stands beside it.
import { inLong } from './long'
import { comeIn, people, test } from './staff'
import { sameOn, unfold, type Step } from './translate'

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
