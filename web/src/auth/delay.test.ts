// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { delaysFor, isOnline, profileOf, type Profile } from './delay'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const uses = ['popupPoll', 'network', 'channel', 'silent'] as const

describe('a delay', () => {
  it.each<[Profile, number[]]>([
    ['browser', [2000, 30_000, 30_000, 5000]],
    ['phone', [2000, 60_000, 60_000, 15_000]],
    ['long', [10_000, 60_000, 60_000, 15_000]],
  ])('of a %s is as long as the table says, and short without a network', (profile, online) => {
    const [up, down] = [delaysFor(profile, () => true), delaysFor(profile, () => false)]
    expect(uses.map(use => up[use].get())).toEqual(online)
    expect(uses.map(use => down[use].get())).toEqual([2000, 5000, 5000, 5000])
  })

  it('is asked anew at every use', () => {
    let online = true
    const { network } = delaysFor('phone', () => online)
    expect(network.get()).toBe(60_000)
    online = false
    expect(network.get()).toBe(5000)
    online = true
    expect(network.get()).toBe(60_000)
  })
})

describe('being online', () => {
  const page = (protocol: string, nav: object) => {
    vi.stubGlobal('location', { protocol })
    vi.stubGlobal('navigator', nav)
    return isOnline()
  }
  it.each([
    ['https:', { onLine: false }, false],
    ['http:', { onLine: false }, false],
    ['https:', { onLine: true }, true],
    ['https:', {}, true],
    ['file:', { onLine: false }, true],
    ['file:', { onLine: false, connection: {} }, false],
    ['capacitor:', { onLine: true, connection: {} }, true],
  ])('on %s with %o is %s', (protocol, nav, online) => {
    expect(page(protocol, nav)).toBe(online)
  })
})

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'browser'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'browser'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'phone',
  ],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (webOS/1.4.0; U; en-US) webOSBrowser', 'phone'],
  ['Mozilla/5.0 (BlackBerry; U; BlackBerry 9900; en)', 'phone'],
  ['Mozilla/5.0 (Windows Phone 10.0) Edge/15', 'phone'],
])('%s is a %s', (agent, profile) => {
  expect(profileOf(agent)).toBe(profile)
})
