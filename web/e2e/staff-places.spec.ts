// The places of each role: where signing in leads, and the bar, at the bottom of a phone and at the
// top of a wide screen, by the keyboard alone. What each role has is told in src/screens.test.ts.
import type { Page } from '@playwright/test'
import { barOf } from '../src/screens'
import { press } from './keyboard'
import { ofList } from './long'
import {
  comeIn,
  expect,
  first,
  fitsItsWidth,
  greets,
  h1,
  isAccessible,
  isIn,
  people,
  signInRedirect,
  test,
  type Person,
} from './staff'

const roles = [people.jan, people.loes, people.noor, people.henk, people.sanne, people.ilja]
const bar = (page: Page) => page.getByRole('navigation', { name: 'Beheer' })
const names = (p: Person) => barOf(p.roles).map(place => place.name)
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

// the most and the fewest places
for (const p of ofList(roles, p => p === people.sanne || p === people.henk))
  test(`${p.roles[0]}: signing in leads to the first screen, with the bar of the role`, async ({
    page,
  }) => {
    await signInRedirect(page, p)
    await isIn(page, p, first(p))
    await expect(bar(page).getByRole('link')).toHaveText(
      names(p).map(name => new RegExp(`^${name}(\\d+ open)?$`)),
    )
    await test.step('at the bottom of a phone, one place beside the other', async () => {
      for (const size of [{ width: 320, height: 568 }, phone]) {
        await page.setViewportSize(size)
        expect(await edgesOf(page)).toEqual({ bottom: size.height, left: 0, right: size.width })
        expect(await smallest(page), 'big enough for a thumb').toBeGreaterThanOrEqual(48)
      }
      await fitsItsWidth(page)
    })
    await page.setViewportSize(wide)
    const box = await bar(page).boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect(box!.y + box!.height, 'above the screen').toBeLessThanOrEqual(main!.y)
    expect(await smallest(page)).toBeGreaterThanOrEqual(48)
    await isAccessible(page)
  })

/** Where the bar ends, in whole pixels. */
const edgesOf = (page: Page) =>
  bar(page).evaluate(e => {
    const { bottom, left, right } = e.getBoundingClientRect()
    return { bottom: Math.round(bottom), left: Math.round(left), right: Math.round(right) }
  })

/** The height of the lowest place, or the width of the narrowest one. */
const smallest = (page: Page) =>
  bar(page)
    .getByRole('link')
    .evaluateAll(all =>
      Math.min(...all.flatMap(a => [a.getBoundingClientRect()]).flatMap(r => [r.height, r.width])),
    )

test('who asked for a page comes there, and not to the first screen', async ({ page }) => {
  await signInRedirect(page, people.ilja, { login: '/login?terug=%2Fbeheer%2Faccounts' })
  await expect(page).toHaveURL('/beheer/accounts')
  await greets(page, people.ilja)
})

const sizes = [
  [phone, 'a phone'],
  [wide, 'a wide screen'],
] as const
for (const [size, at] of ofList(sizes, ([size]) => size === phone))
  test(`from place to place by the keyboard on ${at}`, async ({ page }) => {
    await page.setViewportSize(size)
    await comeIn(page, people.sanne)
    for (const { name, path } of barOf(people.sanne.roles)) {
      await press(page, bar(page).getByRole('link', { name: new RegExp('^' + name) }))
      await expect(page).toHaveURL(path)
      // who rings wants the number at once
      await expect(name === 'Bellen' ? page.locator('.call .btn-tel') : h1(page)).toBeFocused()
      await expect(bar(page).locator('[aria-current=page]')).toHaveText(new RegExp('^' + name))
    }
  })
