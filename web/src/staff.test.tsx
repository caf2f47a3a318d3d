// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from './auth/flag'
import { match } from './match'
import { pages, staffArea, type Page } from './pages'
import { screens } from './screens'
import { screenAt } from './staff'
import { close, fakeAuth, open, person } from './testing'

afterEach(close)

const filled = (path: string) => path.replace(/:\w+/g, 'x')

test('the site map has a line for every address that has a screen, and no other for staff', () => {
  const area = screens.map(s => s.path).filter(path => path.startsWith('/beheer'))
  const own = screens.map(s => s.path).filter(path => !path.startsWith('/beheer'))
  const lines = (pages as readonly Page[]).filter(p => p.staff && !p.prefix).map(p => p.path)
  expect(lines.toSorted()).toEqual([...own, staffArea].toSorted())
  for (const path of area) {
    expect(match(filled(path))?.page.path).toBe(staffArea)
    expect(screenAt(filled(path))?.screen.path).toBe(path)
  }
})

test(
  'every screen has a heading without its data, and the start page leads to no address without a screen',
  { timeout: 60_000 },
  async () => {
    for (const { path } of screens) {
      staffFlag.raise(false)
      const auth = fakeAuth(person(['beheerder', 'coordinator', 'vertrouwenspersoon']))
      auth.fetch.mockRejectedValue(new TypeError('no network'))
      await open(filled(path), { auth })
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

test('the tab of the inbox says how many messages wait, to who may know', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator']))
  auth.fetch.mockImplementation(async url =>
    Response.json(String(url) === '/api/messages/counts' ? { open: 2 } : { items: [] }),
  )
  await open('/beheer', { auth })
  await vi.waitFor(() =>
    expect(document.querySelector('.snav a[href="/beheer/postvak"]')!.textContent).toBe(
      'Postvak, 2 open',
    ),
  )
  await close()
  auth.fetch.mockClear()
  await open('/beheer', { auth: Object.assign(auth, { user: person(['gastheer']) }) })
  expect(auth.fetch.mock.calls.map(c => String(c[0]))).not.toContain('/api/messages/counts')
})
