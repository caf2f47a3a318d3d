// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthEvents } from './events'
import { askInFrame } from './silent'
import { browserClock } from './types'

let shown: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  // stands in for the page: outside of one a frame loads nothing
  shown = document.createElement('div')
  vi.spyOn(document.body, 'append').mockImplementation(frame => shown.append(frame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const inFrame = {}
function ask(signal?: AbortSignal) {
  const outcome = { is: 'pending' }
  askInFrame(
    { url: 'about:blank?state=s1', state: 's1' },
    5000,
    browserClock,
    new AuthEvents(browserClock),
    signal,
  ).then(
    event => {
      outcome.is = event?.url ?? 'called off'
    },
    (e: { code: string }) => {
      outcome.is = e.code
    },
  )
  const frame = shown.querySelector('iframe')!
  Object.defineProperty(frame, 'contentWindow', { value: inFrame })
  return { outcome, frame }
}
const answer = `${location.origin}/auth-silent?state=s1&code=c`
function say(source: unknown, more = {}) {
  const message = new MessageEvent('message', {
    origin: location.origin,
    data: { source: 'oidc-client', url: answer },
    ...more,
  })
  Object.defineProperty(message, 'source', { value: source })
  window.dispatchEvent(message)
}

it('asks in a frame that nobody sees, hears or reaches, without a style', () => {
  const { frame } = ask()
  expect([
    frame.hidden,
    frame.tabIndex,
    frame.hasAttribute('style'),
    frame.getAttribute('src'),
  ]).toEqual([true, -1, false, 'about:blank?state=s1'])
})

it('gives the answer and takes the frame away', async () => {
  const { outcome } = ask()
  say(inFrame)
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.is).toBe(answer)
  expect([shown.querySelector('iframe'), vi.getTimerCount()]).toEqual([null, 0])
})

it.each<[string, () => void]>([
  ['another window', () => say({})],
  ['another site', () => say(inFrame, { origin: 'https://evil.nl' })],
  [
    'another question',
    () => say(inFrame, { data: { source: 'oidc-client', url: answer.replace('s1', 's2') } }),
  ],
  ['something else', () => say(inFrame, { data: 'hello' })],
])('does not hear an answer of %s', async (_, speak) => {
  const { outcome } = ask()
  speak()
  await vi.advanceTimersByTimeAsync(4999)
  expect(outcome.is).toBe('pending')
})

it('gives up in time and leaves nothing behind', async () => {
  const { outcome } = ask()
  await vi.advanceTimersByTimeAsync(5000)
  expect(outcome.is).toBe('auth/network-request-failed')
  expect(shown.querySelector('iframe')).toBeNull()
  say(inFrame)
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.is).toBe('auth/network-request-failed')
})

it('gives way at once when it is called off, and a late answer changes nothing', async () => {
  const off = new AbortController()
  const { outcome } = ask(off.signal)
  off.abort()
  expect([shown.querySelector('iframe'), vi.getTimerCount()]).toEqual([null, 0])
  say(inFrame)
  await vi.advanceTimersByTimeAsync(6000)
  expect(outcome.is).toBe('called off')
})
