// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { staffFlag } from './auth/flag'
import { pages, type Page } from './pages'
import { close, fakeAuth, open, person } from './testing'

afterEach(close)

test('every address of the area has a screen, and the start page leads to no other', async () => {
  const addresses = (pages as readonly Page[]).filter(p => p.staff && p.path.startsWith('/beheer')).map(p => p.path)
  expect(addresses.length).toBeGreaterThan(1)
  for (const path of addresses) {
    staffFlag.raise(false)
    const auth = fakeAuth(person(['beheerder']))
    auth.fetch.mockRejectedValue(new TypeError('no network')) // the frame of a screen needs no data
    await open(path, { auth })
    expect(document.querySelector('#inhoud h1')!.textContent).not.toContain('bestaat niet')
    for (const a of document.querySelectorAll('#inhoud nav a')) expect(addresses).toContain(a.getAttribute('href'))
    await close()
  }
})
