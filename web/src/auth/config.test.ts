// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { configSource } from './config'
import { delaysFor } from './delay'
import { browserClock } from './types'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const good = {
  issuer: 'https://login.example.nl/realms/herstelruimte',
  clientId: 'herstelruimte-web',
  sessionSyncPath: '/api/session',
}
const json = (body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json', ...headers },
  })

function source(...answers: (Response | Error)[]) {
  const fetch = vi.fn((_: string) => {
    const answer = answers.shift()!
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  vi.stubGlobal('fetch', fetch)
  return {
    fetch,
    read: configSource(
      browserClock,
      delaysFor('browser', () => true),
    ),
  }
}

describe('the configuration', () => {
  it('is read once, and knows how far the server clock is ahead', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T10:00:00Z'), toFake: ['Date'] })
    const { read, fetch } = source(json(good, { date: 'Thu, 01 Jan 2026 10:02:00 GMT' }))
    expect(await read()).toEqual({ ...good, ahead: 120_000 })
    expect(await read()).toEqual({ ...good, ahead: 120_000 })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it.each([
    [{ ...good, issuer: '' }, 'auth/auth-domain-config-required'],
    [{ ...good, issuer: 'javascript:alert(1)' }, 'auth/auth-domain-config-required'],
    [{ ...good, clientId: '' }, 'auth/invalid-api-key'],
    [{ ...good, clientId: 'a:b' }, 'auth/invalid-api-key'],
    [{ issuer: '', clientId: '', sessionSyncPath: '' }, 'auth/auth-domain-config-required'],
    [{ ...good, issuer: 3 }, 'auth/internal-error'],
    [{}, 'auth/internal-error'],
    [[], 'auth/internal-error'],
    [null, 'auth/internal-error'],
  ])('%j is %s', async (body, code) => {
    await expect(source(json(body)).read()).rejects.toMatchObject({ code })
  })

  it('that cannot be read as JSON is a fault of ours', async () => {
    await expect(source(new Response('{"issuer":')).read()).rejects.toMatchObject({
      code: 'auth/internal-error',
    })
  })

  it('is asked for again after a failure', async () => {
    const { read } = source(new TypeError('failed'), json(good))
    await expect(read()).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    expect(await read()).toMatchObject(good)
  })

  it('may lack a place to keep sessions', async () => {
    const { issuer, clientId } = good
    expect(await source(json({ issuer, clientId })).read()).toMatchObject({
      sessionSyncPath: '',
      ahead: 0,
    })
  })
})
