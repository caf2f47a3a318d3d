// @vitest-environment happy-dom
// Why the call for tokens is ours: what oidc-client-ts tells of an answer, and what it keeps.
import { afterEach, expect, it, vi } from 'vitest'
import { ErrorResponse, OidcClient, type UseRefreshTokenArgs } from 'oidc-client-ts'
import { issuer } from '../../test/fakeProvider'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const client = () =>
  new OidcClient({
    authority: issuer,
    client_id: 'web',
    redirect_uri: location.origin,
    metadata: { token_endpoint: `${issuer}/token` },
  })
/** What a renewal fails with. */
const renew = () =>
  client()
    .useRefreshToken({
      state: { refresh_token: 'r' } as UseRefreshTokenArgs['state'],
      timeoutInSeconds: 1,
    })
    .then(
      () => new Error('did not fail'),
      (e: Error) => e,
    )

/** The same, when the provider answers this. */
function failure(status: number, body: BodyInit | null, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } }),
    ),
  )
  return renew()
}
/** All that code may look at: the class and what it carries, but never a text. */
const told = (e: Error) => ({ refusal: e instanceof ErrorResponse, ...e, form: undefined })

const refusal = '{"error":"invalid_grant"}'
const fault = '{"error":"unknown_error"}' // Keycloak's own word for all that it does not foresee

it.each([
  ['an empty body', ''],
  ['a page', '<html>'],
  ['JSON without `error`', '{"code":"unavailable"}'],
])('tells a 503 with %s from a refusal', async (_, body) => {
  expect((await failure(503, body)) instanceof ErrorResponse).toBe(false)
  expect((await failure(400, refusal)) instanceof ErrorResponse).toBe(true)
})

it('does not tell a 503 from a fault when both name an error', async () => {
  expect(told(await failure(503, fault))).toEqual(told(await failure(500, fault)))
})

it('does not tell a 429 from a cut connection, nor how long to wait', async () => {
  const busy = await failure(429, '', { 'retry-after': '90' })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('cut')))
  expect(told(busy)).toEqual(told(await renew()))
})

it('waits without end for an answer that began and stopped', async () => {
  vi.useFakeTimers()
  let is = 'pending'
  void failure(200, new ReadableStream()).then(() => {
    is = 'told'
  })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(is).toBe('pending')
})
