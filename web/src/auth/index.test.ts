// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer, seconds, settle, user } from '../../test/fakeBrowser'
import { staffFlag } from './flag'

// happy-dom is not secure by itself, and its address has no host
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('isSecureContext', true)
  location.href = 'https://voorbeeld.nl/beheer'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

function serve(): FakeServer {
  const server = new FakeServer()
  const config = {
    issuer: 'https://login.voorbeeld.nl',
    clientId: 'web',
    sessionSyncPath: '/api/session',
  }
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input === '/config.json'
      ? Promise.resolve(
          new Response(JSON.stringify(config), { headers: { 'content-type': 'application/json' } }),
        )
      : server.fetch(input, init),
  )
  return server
}

it('the real thing finds who is stored, keeps them in IndexedDB, and signs them out without a trace', async () => {
  const said = [
    vi.spyOn(console, 'error'),
    vi.spyOn(console, 'warn'),
    vi.spyOn(console, 'log'),
  ].map(spy => spy.mockImplementation(() => {}))
  const server = serve()
  // long enough that the random number of an error in the log does not hold it by chance
  const noor = { ...user({ iat: seconds() }), refreshToken: 'refresh-of-noor' }
  localStorage.setItem('hr:user', JSON.stringify(noor))
  server.session = noor.uid
  const { auth } = await import('./index')
  await auth.start()
  expect(auth.user).toEqual(noor)
  expect([Object.keys(localStorage), staffFlag.get()]).toEqual([['hr:staff'], true])
  await settle()
  server.online = false // all that follows fails and is logged
  expect(await auth.signOut()).toBe('/')
  expect([auth.user, Object.keys(localStorage), sessionStorage.length]).toEqual([
    null,
    ['hr:open'],
    0,
  ]) // the provider still knows somebody
  const log = said.flatMap(spy => spy.mock.calls).join(' ')
  expect(log).toContain('auth/network-request-failed')
  for (const secret of [noor.name, noor.idToken, noor.refreshToken])
    expect(log).not.toContain(secret)
  server.online = true
  dispatchEvent(new Event('online'))
  await settle()
  expect(server.session).toBeNull()
})
