// Staying signed in: the refresh before the end, the provider away or with other keys, and a
// restart.
import type { Page } from '@playwright/test'
import {
  expect,
  greets,
  isTokenCall,
  ownDevices,
  people,
  renewed,
  sessionOf,
  showsSignedIn,
  signIn,
  test,
  toRefresh,
} from './staff'
import { inLong, ofList } from './long'
import type { House } from './staff-house'

test('tokens are renewed five minutes before they end, not earlier, and the new ones as well', async ({
  page,
  context,
  house,
}) => {
  await context.clock.install()
  const calls = tokenCalls(page, house)
  await signIn(page, people.jan)
  expect(calls).toHaveLength(1) // the exchange of the code
  for (const round of [2, 3]) {
    await context.clock.fastForward(toRefresh - 20_000)
    await answered(page)
    expect(calls, 'not yet').toHaveLength(round - 1)
    const both = renewed(page, house)
    await context.clock.fastForward(20_000)
    await both
    expect(calls).toHaveLength(round)
  }
  await page.reload()
  await greets(page, people.jan)
})

test.describe('while the provider is away', () => {
  test.use({ expected: /status of 503|^error: (refresh|sign-out) auth\/network-request-failed/ })

  test(
    'a refresh is tried again after 30, 60, 120, 240, 480, 960 and 960 s, and then renews who is there',
    inLong,
    async ({ page, context, house }) => {
      await context.clock.install()
      await signIn(page, people.noor)
      await house.trouble('down')
      const at = await momentsOfTokenCalls(page, house)
      await nextCall(page, at, toRefresh)
      for (const pause of [30, 60, 120, 240, 480, 960, 960]) {
        const before = at().at(-1)!
        await nextCall(page, at, pause * 1000)
        const waited = (at().at(-1)! - before) / 1000
        expect(waited, `after ${pause} s`).toBeGreaterThanOrEqual(pause)
        expect(waited, `after ${pause} s`).toBeLessThan(pause * 1.5)
      }
      await greets(page, people.noor)
      await showsSignedIn(page, true)
      await page.reload() // tokens that ended long ago: the session on the server counts
      await greets(page, people.noor)
      await ownDevices(page)

      await house.trouble('none')
      const both = renewed(page, house)
      await context.clock.fastForward(toRefresh)
      await both
      await page.reload()
      await greets(page, people.noor)
    },
  )

  for (const kind of ofList(['down', 'slow', 'html'] as const, kind => kind === 'down')) {
    test(`(${kind}) visitors get every public page byte for byte as before, and staff go on`, async ({
      page,
      house,
      request,
    }) => {
      const paths = ['/', '/agenda', '/about', '/login', '/beheer', '/bestaat-niet']
      const bodies = () => Promise.all(paths.map(async path => (await request.get(path)).body()))
      await signIn(page, people.henk)
      let before: Buffer[] = []
      await expect(async () => {
        before = await bodies()
        for (const [i, body] of (await bodies()).entries())
          expect(body.equals(before[i]!)).toBe(true)
      }).toPass() // a house that has just begun is still busy with its pages
      await house.trouble(kind)
      const during = await bodies()
      for (const [i, body] of during.entries()) expect(body.equals(before[i]!), paths[i]).toBe(true)
      expect((await request.get('/readyz')).ok()).toBe(true)
      await page.reload()
      await greets(page, people.henk)
      await ownDevices(page)
    })
  }

  test('signing out still ends the session here and on the server, and leads home', async ({
    page,
    house,
  }) => {
    await signIn(page, people.henk)
    await house.trouble('down')
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Uitloggen', exact: true }).click()
    await expect(page).toHaveURL('/')
    await showsSignedIn(page, false)
    expect(await sessionOf(page)).toBeNull()
  })
})

test.describe('upheaval', () => {
  test.use({ expected: /status of 503|^error: session auth\/network-request-failed/ })

  test(
    'the provider signs with another key, and then the house starts again: who is in stays in, and is renewed',
    inLong,
    async ({ page, context, house }) => {
      await context.clock.install()
      await signIn(page, people.sanne)
      const isStillIn = async () => {
        await page.reload()
        await greets(page, people.sanne)
        await ownDevices(page)
      }
      await house.press('keys/rotate')
      const token = page.waitForResponse(r => isTokenCall(house)(r.request()))
      const posted = page.waitForResponse(
        r => r.url().endsWith('/api/session') && r.request().method() === 'POST',
      )
      await context.clock.fastForward(toRefresh)
      expect((await token).status()).toBe(200)
      expect(
        [204, 503],
        'keys are asked for once in 30 s: until then the new one is unknown',
      ).toContain((await posted).status())
      await isStillIn()

      const before = [house.site, house.signIn]
      await house.restart()
      expect([house.site, house.signIn]).toEqual(before)
      await isStillIn()
      const both = renewed(page, house)
      await context.clock.fastForward(toRefresh)
      await both
      await isStillIn()
    },
  )
})

function tokenCalls(page: Page, house: House): string[] {
  const calls: string[] = []
  page.on('request', r => {
    if (isTokenCall(house)(r)) calls.push(r.url())
  })
  return calls
}

/** By the browser's clock. */
async function momentsOfTokenCalls(page: Page, house: House): Promise<() => number[]> {
  const moments: number[] = []
  await page.exposeFunction('tokenCall', (at: number) => {
    moments.push(at)
  })
  await page.evaluate(token => {
    const real = window.fetch
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input) === token)
        (window as unknown as { tokenCall(at: number): void }).tokenCall(Date.now())
      return real(input, init)
    }
  }, house.signIn + '/token')
  return () => moments
}

/**
 * Moves on in tenths of the pause until the next call has been answered. From the pause on the call
 * is due, and comes in its own time: on a busy machine the way to it takes longer than a step.
 */
async function nextCall(page: Page, moments: () => number[], pause: number) {
  const before = moments().length
  for (let step = 0; step < 10 && moments().length === before; step++) {
    await page.context().clock.fastForward(pause / 10)
    await answered(page)
  }
  await expect.poll(() => moments().length, 'a call comes').toBeGreaterThan(before)
  await answered(page)
}

/** A call to our own server, there and back: whatever the page had begun before it is over. */
const answered = (page: Page) =>
  page.evaluate(async () => {
    await (await fetch('/config.json')).text()
  })
