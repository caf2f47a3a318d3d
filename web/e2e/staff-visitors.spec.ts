// What visitors carry of the sign-in part: nothing. Whatever page is
// added to the site map is looked at here.
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { pages } from '../src/pages'
import {
  everythingKept,
  expect,
  greets,
  h1,
  open,
  people,
  showsSignedIn,
  signInPopup,
  test,
} from './staff'

/** Words that only the sign-in part, its library and the staff area hold. */
const words = { library: 'code_challenge', part: 'hr:user', area: 'Overal uitloggen' }

/** The text of a script by its address, which its content makes: it never changes. */
const texts = new Map<string, Promise<string>>()

/** Which of those the scripts of this page held, by what came over the network. */
async function carried(page: Page, go: () => Promise<unknown>): Promise<string[]> {
  const scripts = new Set<string>()
  const note = (r: Request) => {
    if (new URL(r.url()).pathname.endsWith('.js')) scripts.add(r.url())
  }
  page.on('request', note)
  await go()
  page.off('request', note)
  const textOf = async (url: string) => (await page.request.get(url)).text()
  for (const url of scripts) if (!texts.has(url)) texts.set(url, textOf(url))
  const text = (await Promise.all([...scripts].map(url => texts.get(url)!))).join('\n')
  expect(scripts.size, 'the page runs').toBeGreaterThan(0)
  return Object.entries(words)
    .filter(([, word]) => text.includes(word))
    .map(([name]) => name)
}

type Line = {
  path: string
  prefix?: string
  staff?: boolean
  signin?: boolean
  plain?: boolean
  module?: string
}
const all: readonly Line[] = pages
const visitorLines = all.filter(l => !l.signin)

/** An address of this line; ids are those of the first date. */
async function addressOf({ path, prefix }: Line, request: APIRequestContext): Promise<string> {
  const { items } = (await (await request.get('/api/occurrences')).json()) as {
    items: { id: string; activityId: string }[]
  }
  const { id, activityId } = items[0]!
  return path
    .replace(':a', activityId)
    .replace(/:\w+$/, prefix && prefix !== 'occ_' ? prefix + 'x'.repeat(43) : id)
}

test('no page of the site map makes a visitor fetch, ask or keep anything of signing in', async ({
  page,
  request,
  house,
  watched,
}) => {
  test.setTimeout(120_000)
  for (const line of visitorLines) {
    const path = await addressOf(line, request)
    expect(
      await carried(page, async () => {
        await open(page, path)
        if (line.plain)
          await expect(h1(page)).toBeVisible() // for paper: without a footer
        else
          await expect(
            page.getByRole('contentinfo').getByRole('link', { name: 'Inloggen' }),
          ).toBeVisible()
      }),
      path,
    ).toEqual([])
    expect(await everythingKept(page), path).toEqual({})
    expect(
      (await page.context().cookies()).map(c => c.name),
      path,
    ).toEqual(['cookieConsent'])
  }
  expect(
    watched.requests.filter(
      r =>
        r.host === new URL(house.signIn).host || /^\/(api\/session|config\.json|v1\/)/.test(r.path),
    ),
  ).toEqual([])
})

test('the control: the pages of signing in and of the staff do carry it', async ({ page }) => {
  expect(
    await carried(page, async () => {
      await signInPopup(page, people.ilja, { login: '/login?terug=%2Fbeheer' })
      await greets(page, people.ilja)
      await expect(h1(page)).toHaveText('Meer') // the staff area has come
    }),
  ).toEqual(['library', 'part', 'area'])
  expect(Object.keys(await everythingKept(page))).not.toEqual([])
})

test('a visitor who goes through the site by its links, up to the one to sign in, fetches nothing of it before', async ({
  page,
}) => {
  expect(
    await carried(page, async () => {
      await open(page, '/')
      for (const name of ['Programma', 'Over ons', 'Home']) {
        await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
        await expect(
          page.getByRole('contentinfo').getByRole('link', { name: 'Inloggen' }),
        ).toBeVisible()
      }
    }),
  ).toEqual([])
})

test('the flag alone opens nothing: every page finds out and says so', async ({ page }) => {
  for (const path of ['/agenda', '/beheer']) {
    await open(page, '/about')
    await page.evaluate(() => localStorage.setItem('hr:staff', '1'))
    const asked = page.waitForRequest(
      r => r.url().endsWith('/api/session') && r.method() === 'DELETE',
    )
    await page.goto(path)
    await asked
    await showsSignedIn(page, false)
    expect(await everythingKept(page)).toEqual({})
  }
  await expect(h1(page)).toHaveText('Deze pagina is voor medewerkers.')
})
