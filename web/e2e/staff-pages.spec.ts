// What holds for the pages of signing in and of the staff: readable, accessible, quiet; and who may
// see what.
import type { Page } from '@playwright/test'
import { accessibleOnDesk } from './axe'
import { ofList } from './long'
import {
  comeIn,
  expect,
  fitsItsWidth,
  h1,
  isAccessible,
  isIn,
  open,
  openLogin,
  ownDevices,
  people,
  signInRedirect,
  test,
  unfoldDevices,
} from './staff'

interface Shown {
  h1: string
  title: string
  go: (page: Page) => Promise<unknown>
}

const signIn = 'Inloggen – Herstelruimte'
const shown: Record<string, Shown> = {
  'sign-in': { h1: 'Inloggen', title: signIn, go: page => openLogin(page) },
  'sign-in of who is in': {
    h1: 'Inloggen',
    title: signIn,
    go: async page => {
      await comeIn(page, people.bram, '/login')
    },
  },
  'sign-in of who has no role': {
    h1: 'Inloggen',
    title: signIn,
    go: async page => {
      await signInRedirect(page, people.wim)
      await open(page, '/login')
    },
  },
  'callback of nobody': {
    h1: 'Inloggen',
    title: signIn,
    go: async page => {
      await open(page, '/auth-callback')
      await expect(
        page.getByText('Deze inloglink hoort bij een ander venster. Begin hier opnieuw.'),
      ).toBeVisible()
    },
  },
  'popup of nobody': {
    h1: 'Inloggen',
    title: signIn,
    go: async page => {
      await open(page, '/auth-popup')
      await expect(
        page.getByText('Deze inloglink hoort bij een ander venster. Begin hier opnieuw.'),
      ).toBeVisible()
    },
  },
  'silent callback': { h1: 'Inloggen', title: signIn, go: page => open(page, '/auth-silent') },
  'Beheer for visitors': {
    h1: 'Deze pagina is voor medewerkers.',
    title: 'Voor medewerkers – Herstelruimte',
    go: page => open(page, '/beheer'),
  },
  Beheer: {
    h1: 'Meer',
    title: 'Meer – Herstelruimte',
    go: async page => {
      await comeIn(page, people.ilja)
      await ownDevices(page)
      await unfoldDevices(page)
    },
  },
  'Beheer without a role': {
    h1: 'Beheer',
    title: 'Meer – Herstelruimte',
    go: page => comeIn(page, people.wim),
  },
  accounts: {
    h1: 'Accounts',
    title: 'Accounts – Herstelruimte',
    go: async page => {
      await comeIn(page, people.ilja, '/beheer/accounts')
      await page.getByRole('region', { name: 'dat ben jij' }).getByRole('button').click()
    },
  },
  'accounts without the right': {
    h1: 'Accounts',
    title: 'Accounts – Herstelruimte',
    go: async page => {
      await comeIn(page, people.jan, '/beheer/accounts')
    },
  },
}

for (const [name, { h1: heading, title, go }] of Object.entries(shown)) {
  test(`${name}: readable, accessible, quiet`, async ({ page }) => {
    await go(page)
    await expect(h1(page)).toHaveText(heading)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await fitsItsWidth(page)
    await isAccessible(page)
    // one of the sign-in's frame, one of the staff's: the other pages have the same
    if (name === 'sign-in' || name === 'Beheer') await accessibleOnDesk(page)
  })
}

for (const path of ['/login', '/beheer', '/beheer/accounts']) {
  test(`${path} says the same words with and without JavaScript, but for the desk`, async ({
    page,
    browser,
    house,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: house.site })
    const plain = await context.newPage()
    // on a busy machine the first answer may be one without words, for scripts alone
    await expect(async () => {
      await plain.goto(path)
      await expect(plain.locator('main')).toHaveCount(1, { timeout: 1000 })
    }).toPass()
    const words = (p: Page) =>
      p.locator('main').evaluate(m => {
        const copy = m.cloneNode(true) as HTMLElement
        for (const n of copy.querySelectorAll('noscript, .login-desk')) n.remove()
        return copy.textContent!.replace(/\s+/g, ' ').trim()
      })
    const hint = await plain
      .locator('main noscript')
      .evaluateAll(all => all.filter(n => n.checkVisibility()).map(n => n.textContent))
    expect(hint).toEqual(
      path === '/login'
        ? ['Zet JavaScript aan om in te loggen. Als bezoeker heb je dit niet nodig.']
        : [],
    )
    await open(page, path)
    expect(await words(page)).toBe(await words(plain))
    await context.close()
  })
}

test('signing in, looking around and signing out by the keyboard alone', async ({ page }) => {
  await openLogin(page)
  await tabTo(page, 'Dit is een gedeelde computer')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await tabTo(page, 'Inloggen')
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await expect(popup.getByText(/^Inloggen als Ilja/)).toBeVisible() // it opens on an empty page
  await tabTo(popup, /^Inloggen als Ilja/)
  const closed = popup.waitForEvent('close')
  await popup.keyboard.press('Enter').catch(() => {}) // the window may go under the key
  await closed
  await isIn(page, people.ilja, '/beheer/status')
  await expect(h1(page)).toBeFocused()
  await tabTo(page, 'Meer')
  await page.keyboard.press('Enter')
  await expect(h1(page)).toBeFocused()
  await tabTo(page, 'Accounts')
  await page.keyboard.press('Enter')
  await expect(h1(page)).toBeFocused()
  await tabTo(page, 'Overal uitloggen: Ilja Mulder')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Weet je het zeker? Je moet daarna op elk apparaat opnieuw inloggen.'),
  ).toBeFocused()
  await tabTo(page, 'Nee')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'dat ben jij' }).getByRole('button')).toBeFocused()
  await tabTo(page, 'Terug naar Meer')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Uitloggen$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

/** Presses Tab until the focus is on the element with these words. */
async function tabTo(page: Page, words: string | RegExp) {
  const wanted = typeof words === 'string' ? new RegExp(`^${words}$`) : words
  const focused = () =>
    page.evaluate(() => {
      const e = document.activeElement as HTMLElement | null
      return (
        e?.ariaLabel ??
        (e instanceof HTMLInputElement ? e.labels?.[0] : e)?.textContent?.trim() ??
        ''
      )
    })
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    if (wanted.test(await focused())) return
  }
  expect(await focused(), 'reached by Tab').toMatch(wanted)
}

const noRole =
  'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.'
const noRights = 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
const roleWords: Record<string, string> = {
  gastheer: 'gastvrouw/gastheer',
  begeleider: 'begeleider',
  redactie: 'redactie',
  vertrouwenspersoon: 'vertrouwenspersoon',
  coordinator: 'coördinator',
  beheerder: 'beheerder',
}

const everybody = [
  people.jan,
  people.loes,
  people.noor,
  people.henk,
  people.sanne,
  people.ilja,
  people.wim,
]

// what the server says to each is told in the golden table, what is shown in src/screens.test.ts
const daily = ['sanne', 'ilja', 'wim']
for (const p of ofList(everybody, p => daily.includes(p.login))) {
  const [role] = p.roles
  const may = role === 'beheerder'
  test(`${role ?? 'no role'} on Beheer and on accounts: what is shown, and what the server says`, async ({
    page,
  }) => {
    await comeIn(page, p)
    const main = page.getByRole('main')
    await expect(main).toContainText(role ? `${p.name}, ${roleWords[role]}.` : noRole)
    await expect(main.getByRole('link', { name: 'Accounts' })).toHaveCount(may ? 1 : 0)
    expect((await page.request.get('/api/accounts')).status()).toBe(may ? 200 : 403)
    expect(
      (
        await page.request.delete('/api/users/5a0c2f3e-0004-4000-8000-10e5000000a4/sessions')
      ).status(),
    ).toBe(may ? 204 : 403)
    expect((await page.request.get('/api/sessions')).status()).toBe(200)
    const asked: string[] = []
    page.on('request', r => asked.push(new URL(r.url()).pathname))
    await page.goto('/beheer/accounts')
    if (may) {
      await expect(page.getByRole('region', { name: `${p.name} (dat ben jij)` })).toBeVisible()
    } else {
      await expect(main).toContainText(role ? noRights : noRole)
      expect(asked, 'who may not see it does not ask for it').not.toContain('/api/accounts')
    }
  })
}

test('nobody: the notice, no data, and 401 from the server', async ({ page, request, watched }) => {
  for (const path of ['/beheer', '/beheer/accounts']) {
    const answer = await open(page, path)
    expect(answer!.status()).toBe(200)
    await expect(h1(page)).toHaveText('Deze pagina is voor medewerkers.')
  }
  expect(watched.requests.filter(r => r.path.startsWith('/api/'))).toEqual([])
  for (const path of ['/api/session', '/api/sessions', '/api/accounts'])
    expect((await request.get(path)).status(), path).toBe(401)
  for (const path of ['/api/sessions/sgn_x', '/api/users/x/sessions'])
    expect((await request.delete(path)).status(), path).toBe(401)
})
