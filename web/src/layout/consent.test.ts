// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choose, readStrip, wipe } from './choices'
import { force, hasConsent, shows } from './consent'

const kept: string[] = []
let jar = ''
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
  Promise.resolve(new Response()),
)

/** A browser that keeps cookies, or refuses. */
function browser(keeps: boolean) {
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    if (!keeps) throw new DOMException('no', 'SecurityError')
    return jar
  })
  vi.spyOn(document, 'cookie', 'set').mockImplementation((line: string) => {
    kept.push(line)
    if (!keeps) throw new DOMException('no', 'SecurityError')
    const [pair, ...rest] = line.split('; ')
    const name = pair!.split('=')[0]!
    jar = [
      ...jar.split('; ').filter(c => c && !c.startsWith(name + '=')),
      ...(rest.includes('Max-Age=0') ? [] : [pair]),
    ].join('; ')
  })
}

beforeEach(() => {
  jar = ''
  kept.length = 0
  vi.stubGlobal('fetch', sent)
  browser(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sent.mockClear()
  localStorage.clear()
  sessionStorage.clear()
  force('banner', undefined)
  force('strip', undefined)
})

test.each([
  ['', false],
  ['cookieConsent=true', true],
  ['a=b; cookieConsent=true; c=d', true],
  ['cookieConsent=false', false],
  ['cookieConsent=TRUE', false],
  ['cookieConsent=true1', false],
  ['cookieConsent=', false],
  ['xcookieConsent=true', false],
])('with the cookies %j there is consent: %s', (cookies, yes) => {
  jar = cookies
  expect(hasConsent()).toBe(yes)
})

test('only the cookie counts, not what the strip keeps', () => {
  localStorage.setItem('cookie-consent', 'accepted')
  localStorage.setItem('cookieConsent', 'true')
  expect(hasConsent()).toBe(false)
  expect(shows('banner')).toBe(true)
})

test.each([
  [true, 'true'],
  [false, 'false'],
])('choosing %s is kept for 365 days and hides the banner', (yes, value) => {
  choose(yes)
  expect(kept).toEqual([`cookieConsent=${value}; Max-Age=31536000; Path=/; SameSite=Lax`])
  expect([shows('banner'), hasConsent()]).toEqual([false, yes])
  expect(String(sent.mock.calls[0]![1].body)).toBe(`cookieConsent=${value}`)
})

test('over https the cookie is for https', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  choose(true)
  expect(kept[0]).toBe('cookieConsent=true; Max-Age=31536000; Path=/; SameSite=Lax; Secure')
})

test('banner and strip do not know of each other', () => {
  choose(false)
  expect([shows('banner'), shows('strip')]).toEqual([false, true])
  readStrip()
  expect(localStorage.getItem('cookie-consent')).toBe('accepted')
  wipe()
  readStrip()
  expect([shows('banner'), shows('strip')]).toEqual([true, false])
})

test('any value of the strip hides it', () => {
  localStorage.setItem('cookie-consent', '')
  expect(shows('strip')).toBe(false)
})

test('where nothing can be kept, a button hides its notice on this page only, and nothing fails', () => {
  vi.restoreAllMocks()
  browser(false)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect([shows('banner'), shows('strip'), hasConsent()]).toEqual([true, true, false])
  choose(true)
  readStrip()
  expect([shows('banner'), shows('strip'), hasConsent()]).toEqual([false, false, false])
})

test("wiping takes all that is a visitor's, and leaves a staff sign-in", () => {
  const keys = [
    'cookie-consent',
    'leesinstelling',
    'hr:staff',
    'hr:user',
    'hr:draft:aanmelden',
    'hr.signin.x',
    'hr.staff.y',
    'pendingRedirect',
  ]
  for (const storage of [localStorage, sessionStorage])
    for (const key of keys) storage.setItem(key, '1')
  jar = 'cookieConsent=true; announcement_dismissed=v1; hr_other=1'
  expect(wipe()).toBe(true)
  expect(jar).toBe('hr_other=1')
  for (const storage of [localStorage, sessionStorage]) {
    expect(Object.keys(storage).sort()).toEqual([
      'hr.signin.x',
      'hr.staff.y',
      'hr:staff',
      'hr:user',
      'pendingRedirect',
    ])
  }
  expect([shows('banner'), shows('strip')]).toEqual([true, true])
})
