import { afterEach, expect, it, vi } from 'vitest'
import { AuthError, logError } from './errors'

afterEach(() => void vi.restoreAllMocks())

it('carries its code, how long to wait, and an id of its own', () => {
  const [one, two] = [
    new AuthError('auth/too-many-requests', { retryAfter: 30 }),
    new AuthError('auth/too-many-requests'),
  ]
  expect(one).toMatchObject({
    code: 'auth/too-many-requests',
    retryAfter: 30,
    message: 'auth/too-many-requests',
  })
  expect(one.id).toMatch(/^[a-z0-9]{8}$/)
  expect(one.id).not.toBe(two.id)
})

it('shows codes in the log, never the text behind them', () => {
  const line = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failed = new AuthError('auth/internal-error', { cause: new Error('noor@example.nl') })
  logError(failed)
  logError(new TypeError('https://x.nl/?code=geheim'), 'sign-out')
  expect(line.mock.calls).toEqual([
    ['sign-in', 'auth/internal-error', failed.id],
    ['sign-out', 'auth/internal-error', 'TypeError'],
  ])
})
