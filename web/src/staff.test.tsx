// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from './auth/flag'
import { startPage } from './auth/returnTo'
import type { Role } from './auth/types'
import { match } from './match'
import { pages, staffArea, type Page } from './pages'
import type { Screen } from './screen'
import { screens } from './screens'
import { screenAt } from './staff'
import { close, fakeAuth, open, person } from '../test/app'

afterEach(close)

const filled = ({ path, prefix = '' }: Screen) =>
  path.replace(/:\w+$/, prefix + 'x').replace(/:\w+/g, 'x')

test('the site map has a line for every address that has a screen, and no other for staff', () => {
  const own = screens.filter(s => !s.path.startsWith('/beheer') && !s.shared).map(s => s.path)
  const lines = (pages as readonly Page[])
    .filter(p => p.staff && (!p.prefix || screens.some(s => s.prefix === p.prefix)))
    .map(p => p.path)
  expect(lines.toSorted()).toEqual([...own, staffArea].toSorted())
  for (const screen of screens) {
    const path = filled(screen)
    expect(match(path)?.page.path).toBe(screen.path.startsWith('/beheer') ? staffArea : screen.path)
    expect(screenAt(path)?.screen.path).toBe(screen.path)
  }
})

test(
  'every screen has a heading without its data, and the start page leads to no address without a screen',
  { timeout: 60_000 },
  async () => {
    for (const screen of screens) {
      const path = filled(screen)
      staffFlag.raise(false)
      const auth = fakeAuth(person(['beheerder', 'coordinator', 'vertrouwenspersoon']))
      auth.fetch.mockRejectedValue(new TypeError('no network'))
      await open(path, { auth })
      expect(document.querySelector('#inhoud h1')?.textContent, path).not.toContain('bestaat niet')
      for (const a of document.querySelectorAll('#inhoud nav a, .snav a'))
        expect(
          screenAt(new URL(a.getAttribute('href')!, 'https://x.example').pathname),
          path,
        ).toBeDefined()
      await close()
    }
  },
)

test('an address of the area without a screen is not found, also for somebody who is signed in', async () => {
  staffFlag.raise(false)
  await open('/beheer/bestaat-niet', { auth: fakeAuth(person(['beheerder'])) })
  expect(document.querySelector('#inhoud h1')!.textContent).toBe('Deze pagina bestaat niet (meer).')
})

test('the place of the inbox says how many messages wait, to who may know', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator']))
  auth.fetch.mockImplementation(async url =>
    Response.json(url === '/api/waiting' ? { places: { inbox: 2, complaints: 0 } } : { items: [] }),
  )
  await open('/beheer', { auth })
  await vi.waitFor(() =>
    expect(document.querySelector('.snav a[href="/beheer/postvak"]')!.textContent).toBe(
      'Postvak2 open',
    ),
  )
  await close()
  auth.fetch.mockClear()
  await open('/beheer', { auth: Object.assign(auth, { user: person(['gastheer']) }) })
  expect(auth.fetch.mock.calls.map(c => c[0])).not.toContain('/api/waiting')
})

test.each<[string, Role[], string]>([
  ['leads on to the first screen of the role', ['beheerder'], '/beheer/status'],
  ['leads to Meer without one', ['redactie'], '/beheer'],
  ['leads nowhere without a role', [], '/beheer'],
])('signing in %s', async (_, roles, path) => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(roles))
  auth.fetch.mockRejectedValue(new TypeError('no network'))
  const { at } = await open(startPage, { auth })
  expect(at()).toBe(path)
})

test('the bar marks the place of the screen, also of one row in it', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator']))
  auth.fetch.mockRejectedValue(new TypeError('no network'))
  const here = () =>
    [...document.querySelectorAll('.snav [aria-current]')].map(
      a => `${a.textContent} ${a.getAttribute('aria-current')}`,
    )
  for (const [path, want] of [
    ['/beheer/postvak', 'Postvak page'],
    ['/beheer/postvak/msg_1', 'Postvak true'],
    ['/beheer/vrijwilligers', 'Meer true'],
    ['/beheer', 'Meer page'],
  ] as const) {
    await open(path, { auth })
    expect(here(), path).toEqual([want])
    await close()
    staffFlag.raise(false)
  }
})
