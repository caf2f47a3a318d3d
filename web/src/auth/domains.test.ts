// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { delaysFor } from './delay'
import { domainCheck, matches } from './domains'
import { browserClock } from './types'

afterEach(() => void vi.unstubAllGlobals())

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function domains(...answers: (() => Response | Promise<Response>)[]) {
  const fetch = vi.fn((url: string) => Promise.resolve(url).then(() => answers.shift()!()))
  vi.stubGlobal('fetch', fetch)
  return {
    fetch,
    check: domainCheck(
      browserClock,
      delaysFor('browser', () => true),
      () => Promise.resolve({ clientId: 'we b' }),
    ),
  }
}

describe('an entry', () => {
  it.each([
    ['example.nl', 'https://example.nl/login', true],
    ['example.nl', 'https://www.example.nl/', true],
    ['example.nl', 'https://a.b.example.nl/', true],
    ['Example.NL', 'https://WWW.example.nl/', true],
    ['example.nl', 'https://badexample.nl/', false],
    ['example.nl', 'https://example.nl.evil.com/', false],
    ['www.example.nl', 'https://example.nl/', false],
    ['example.nl', 'https://example.nl:8443/a/b?c=d', true],
    ['example.nl:8443/path', 'https://example.nl/', true],
    ['https://example.nl', 'http://example.nl/', true],
    ['localhost', 'http://localhost:5173/', true],
    ['127.0.0.1', 'http://127.0.0.1:8080/', true],
    ['127.0.0.1', 'http://a.127.0.0.1.example.nl/', false],
    ['10.0.0.1', 'http://110.0.0.1/', false],
    ['example.nl', 'chrome-extension://example.nl/page.html', false],
    ['example.nl', 'file:///example.nl', false],
    ['', 'https://example.nl/', false],
    ['http://', 'https://example.nl/', false],
    ['exa mple.nl', 'https://example.nl/', false],
    ['[', 'https://example.nl/', false],
    [null, 'https://example.nl/', false],
    [7, 'https://example.nl/', false],
  ])('%s for %s: %s', (entry, page, allowed) => {
    expect(matches(entry, page)).toBe(allowed)
  })
})

describe('the domain check', () => {
  const page = 'https://www.example.nl/login'

  it('steps over a broken entry', async () => {
    const { check } = domains(() => json({ authorizedDomains: ['http://[', 3, 'example.nl'] }))
    await expect(check(page)).resolves.toBeUndefined()
  })

  it('refuses a host that is not on the list', async () => {
    const { check } = domains(() => json({ authorizedDomains: ['other.nl'] }))
    await expect(check(page)).rejects.toMatchObject({
      code: 'auth/unauthorized-domain',
    })
  })

  it('reads the list once in the life of a page, also when asked twice at once', async () => {
    const { check, fetch } = domains(() => json({ authorizedDomains: ['example.nl'] }))
    await Promise.all([check(page), check(page)])
    await check(page)
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/v1/projects?key=we%20b'])
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['no connection', () => Promise.reject(new TypeError('failed'))],
    ['a 503', () => json({}, 503)],
    ['a page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['no list', () => json({ authorizedDomains: 'example.nl' })],
    ['a 500', () => json({ code: 'internal' }, 500)],
  ])('does not keep a failure (%s): the next call may succeed', async (_, failure) => {
    const { check } = domains(failure, () => json({ authorizedDomains: ['example.nl'] }))
    await expect(check(page)).rejects.toMatchObject({
      code: 'auth/network-request-failed',
    })
    await expect(check(page)).resolves.toBeUndefined()
  })

  it('says that our key is refused', async () => {
    const { check } = domains(() => json({ code: 'auth/invalid-api-key' }, 400))
    await expect(check(page)).rejects.toMatchObject({ code: 'auth/invalid-api-key' })
  })
})
