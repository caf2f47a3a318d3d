// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ask } from './ask'
import { browserClock } from './types'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answering = (body: BodyInit | null, init?: ResponseInit) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)))
  return ask(browserClock, 1000, '/x')
}
const html = { 'content-type': 'text/html; charset=utf-8' }

it('gives status and JSON, also of a refusal', async () => {
  expect(await answering('{"error":"nee"}', { status: 400 })).toMatchObject({
    status: 400,
    body: { error: 'nee' },
  })
})

it('gives no body when it is no JSON', async () => {
  expect((await answering('nee')).body).toBeUndefined()
})

it.each<[string, BodyInit | null, ResponseInit]>([
  ['502', null, { status: 502 }],
  ['503 with JSON', '{"error":"x"}', { status: 503 }],
  ['504', 'gateway', { status: 504 }],
  ['a page', 'welkom', { headers: html }],
  ['a page that does not say so', '  <html>', { headers: { 'content-type': 'application/json' } }],
  ['a page with 404', '<html>', { status: 404, headers: html }],
])('takes %s for nobody there', async (_, body, init) => {
  await expect(answering(body, init)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
})

it('tells how long to wait after too many requests', async () => {
  await expect(
    answering('{}', { status: 429, headers: { 'retry-after': '90' } }),
  ).rejects.toMatchObject({ code: 'auth/too-many-requests', retryAfter: 90 })
})

it('stops waiting in time, also for a body that never ends, and drops the request', async () => {
  let dropped = false
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signal!.onabort = () => {
      dropped = true
    }
    return Promise.resolve({
      status: 200,
      headers: new Headers(),
      text: () => new Promise(() => {}),
    })
  })
  const failed = vi.fn()
  ask(browserClock, 1000, '/x').catch(failed)
  await vi.advanceTimersByTimeAsync(999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'auth/network-request-failed' }),
  )
  expect(dropped).toBe(true)
})

it('leaves no timer behind', async () => {
  await answering('{}')
  expect(vi.getTimerCount()).toBe(0)
})
