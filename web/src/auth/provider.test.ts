// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeProvider, issuer, type FakeProvider, type Reply } from '../../test/fakeProvider'
import { createSignIn } from './signIn'
import type { SignIn } from './types'

let provider: FakeProvider
let signIn: SignIn
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  provider = fakeProvider()
  signIn = createSignIn()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const code = (p: Promise<unknown>) =>
  p.then(
    () => 'fine',
    (e: { code?: string }) => e.code ?? 'no code',
  )

describe('a refresh', () => {
  it('brings new tokens, and keeps the refresh token when there is no new one', async () => {
    expect(await signIn.refresh('old')).toMatchObject({
      accessToken: 'access',
      refreshToken: 'refresh',
    })
    expect(Object.fromEntries(provider.calls.at(-1)!.form)).toEqual({
      client_id: 'herstelruimte-web',
      grant_type: 'refresh_token',
      refresh_token: 'old',
    })
    provider.replies.token = { body: { id_token: 'a.b.c', access_token: 'a', expires_in: 900 } }
    expect((await signIn.refresh('old')).refreshToken).toBe('old')
  })

  it.each<[string, Reply]>([
    [
      'auth/user-token-expired',
      { status: 400, body: { error: 'invalid_grant', error_description: 'Token is not active' } },
    ],
    [
      'auth/user-disabled',
      { status: 400, body: { error: 'invalid_grant', error_description: 'User disabled' } },
    ],
    ['auth/invalid-api-key', { status: 401, body: { error: 'invalid_client' } }],
    ['auth/network-request-failed', { status: 503, body: { error: 'unknown_error' } }],
    ['auth/network-request-failed', 'cut'],
    ['auth/internal-error', { status: 500, body: { error: 'unknown_error' } }],
  ])('is %s when the provider answers %j', async (expected, reply) => {
    provider.replies.token = reply
    expect(await code(signIn.refresh('old'))).toBe(expected)
  })

  it('without a token to do it with is our own mistake', async () => {
    expect(await code(signIn.refresh(undefined as never))).toBe('auth/argument-error')
  })
})

describe('the end of the session at the provider', () => {
  it('is a place to go to, and back to the front page', async () => {
    const url = await signIn.endSession('a.b.c')
    expect(url?.split('?')[0]).toBe(`${issuer}/protocol/openid-connect/logout`)
    expect(Object.fromEntries(new URL(url!).searchParams)).toEqual({
      id_token_hint: 'a.b.c',
      post_logout_redirect_uri: `${location.origin}/`,
    })
    expect(sessionStorage.length).toBe(0)
  })

  it('is nowhere when the provider went down after it was loaded, and that is only logged', async () => {
    await signIn.ready()
    provider.replies.discovery = 'cut'
    expect(await signIn.endSession('a.b.c')).toBeUndefined()
    expect(console.error).toHaveBeenCalledWith(
      'sign-out',
      'auth/network-request-failed',
      expect.any(String),
    )
  })

  it('is not waited for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    provider.replies.discovery = 'hangs'
    let is: unknown = 'pending'
    void signIn.endSession('a.b.c').then(url => {
      is = url
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(is).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(is).toBeUndefined()
  })
})
