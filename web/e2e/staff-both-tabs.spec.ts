// Two tabs of one person: each refresh token works once only, so they must not use one twice.
import type { BrowserContext, Page } from '@playwright/test'
import { expect, greets, isTokenCall, open, people, signIn, test, toRefresh } from './staff'
import { inLong, rounds } from './long'
import type { House } from './staff-house'

/** The provider takes its time, so that two tabs that want the same meet. */
const slowly = 15

// A race that is lost once is lost.
test.describe.configure({ retries: 0 })

test(
  'two tabs want to renew at the same moment, time after time, and no session is lost',
  inLong,
  async ({ page, context, house }) => {
    test.setTimeout(180_000)
    const { round, refused } = await twoTabs(page, context, house)
    for (let i = 0; i < rounds(10, 100); i++) await round()
    expect(refused()).toBe(0)
    for (const tab of context.pages()) {
      await tab.reload()
      await greets(tab, people.bram)
    }
  },
)

test.describe('the control: without what keeps tabs apart', () => {
  test.use({ expected: /^error: / })

  test(
    'the same two tabs use one refresh token twice, and the session is lost',
    inLong,
    async ({ page, context, house }) => {
      await context.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'locks', {
          value: { request: (_: string, run: () => unknown) => run() },
        })
        Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
      })
      const { round, refused } = await twoTabs(page, context, house)
      for (let i = 0; i < 20 && refused() === 0; i++) await round()
      expect(refused()).toBeGreaterThan(0)
      for (const tab of context.pages()) await expect(tab.locator('.sbar')).toHaveCount(0)
    },
  )
})

/**
 * Both tabs on Beheer; `round` moves both to the moment of their refresh and waits until all is
 * said.
 */
async function twoTabs(page: Page, context: BrowserContext, house: House) {
  await context.clock.install()
  await context.addInitScript(countCalls)
  await context.route(house.signIn + '/token', async route => {
    await new Promise(go => setTimeout(go, slowly))
    await route.continue()
  })
  let [granted, refused] = [0, 0]
  let onRefused = () => {}
  const lost = new Promise<void>(done => {
    onRefused = done
  })
  context.on('response', r => {
    if (!isTokenCall(house)(r.request())) return
    if (r.status() === 200) granted++
    else refused++
    if (refused > 0) onRefused()
  })
  await signIn(page, people.bram)
  const other = await context.newPage()
  await open(other, '/beheer')
  await greets(other, people.bram)
  /** A tab has the new token, its own or the other's: it tells the server. */
  const told = (tab: Page) =>
    tab.waitForResponse(
      r =>
        r.url().endsWith('/api/session') && r.request().method() === 'POST' && r.status() === 204,
    )
  const round = async () => {
    const before = granted
    const both = Promise.all([told(page), told(other)])
    both.catch(() => undefined) // a lost session has nothing to tell
    await context.clock.fastForward(toRefresh)
    await Promise.race([both, lost])
    if (refused === 0)
      for (const tab of [page, other])
        await expect.poll(() => calls(tab), { message: 'every answer is read' }).toBe(0)
    if (refused === 0) expect(granted, 'one of the two renews').toBe(before + 1)
  }
  return { round, refused: () => refused }
}

/**
 * Runs in the page: counts the calls whose answer it has not read to the end. A clock moved on
 * before that lets them time out.
 */
function countCalls() {
  const counted = window as unknown as { calls: number }
  const { fetch } = window
  counted.calls = 0
  window.fetch = async (...call) => {
    counted.calls++
    try {
      const answer = await fetch(...call)
      void answer
        .clone()
        .text()
        .finally(() => counted.calls--)
        .catch(() => undefined)
      return answer
    } catch (e) {
      counted.calls--
      throw e
    }
  }
}

const calls = (page: Page) => page.evaluate(() => (window as unknown as { calls: number }).calls)
