import { afterEach, expect, it, vi } from 'vitest'
import { staffWorkers } from './workers'

afterEach(() => void vi.unstubAllGlobals())

it('the address of the worker passes a CSP that asks for a policy, and no other address does', async () => {
  const register = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_: string, { createScriptURL }: { createScriptURL(url: string): string }) => ({
      createScriptURL: (url: string) => ({ trusted: createScriptURL(url) }),
    }),
  })
  await staffWorkers()!.register('https://elders.nl/x.js', { scope: '/beheer' })
  expect(register).toHaveBeenCalledWith({ trusted: '/staff-worker.js' }, { scope: '/beheer' })
})

it('a browser without service workers has none', () => {
  vi.stubGlobal('navigator', {})
  expect(staffWorkers()).toBeUndefined()
})
