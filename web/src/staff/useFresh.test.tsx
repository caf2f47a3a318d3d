// @vitest-environment happy-dom
import { act, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeAuth } from '../testing'
import { freshAt, useFresh, type Fresh, type FreshAnswer } from './useFresh'

let root: Root | undefined
let shown: Fresh<string>
let drawn = 0

type Load = (etag?: string) => Promise<FreshAnswer<string>>
const Screen = ({ load }: { load: Load }) => {
  shown = useFresh(load)
  drawn++
  return null
}
const draw = (load: Load) =>
  act(async () => {
    root ??= createRoot(document.body)
    root.render(<Screen load={load} />)
  })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const whole = (body: string, etag = body) => ({ status: 200 as const, etag, body })
async function look(visible: boolean) {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (visible ? 'visible' : 'hidden'),
  })
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  await look(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks every ten seconds with the tag of what is known, and draws only what is new', async () => {
  const load = vi
    .fn<Load>()
    .mockResolvedValueOnce(whole('a'))
    .mockResolvedValueOnce({ status: 304 })
    .mockResolvedValue(whole('b'))
  await draw(load)
  expect(shown.data).toBe('a')
  const before = drawn
  await later(10_000)
  expect([load.mock.calls, drawn]).toEqual([[[undefined], ['a']], before])
  await later(10_000)
  expect([shown.data, load.mock.lastCall]).toEqual(['b', ['a']])
})

it('does not ask while nobody looks, and at once when somebody does again', async () => {
  const load = vi.fn<Load>().mockResolvedValue(whole('a'))
  await draw(load)
  await look(false)
  await later(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  await look(true)
  expect(load).toHaveBeenCalledTimes(2)
  await later(10_000)
  expect(load).toHaveBeenCalledTimes(3)
})

it('keeps what is on the screen when an answer fails, and heals by itself', async () => {
  const load = vi
    .fn<Load>()
    .mockResolvedValueOnce(whole('a'))
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue({ status: 304 })
  await draw(load)
  await later(10_000)
  expect([shown.data, shown.missed, String(shown.error)]).toEqual([
    'a',
    false,
    'TypeError: no network',
  ])
  await act(async () => void dispatchEvent(new Event('online')))
  expect([shown.data, shown.error]).toEqual(['a', undefined])
})

it('says that it missed what it never read', async () => {
  await draw(vi.fn<Load>().mockRejectedValue(new TypeError('no network')))
  expect([shown.data, shown.missed]).toEqual([undefined, true])
})

it('lets the answer after an act win from a question of before it', async () => {
  let slow: (answer: FreshAnswer<string>) => void = () => {}
  const load = vi
    .fn<Load>()
    .mockImplementationOnce(() => new Promise(answer => (slow = answer)))
    .mockResolvedValue(whole('after'))
  await draw(load)
  await act(() => shown.reload())
  await act(async () => slow(whole('before')))
  expect(shown.data).toBe('after')
})

it('begins with nothing when the question is another one', async () => {
  await draw(vi.fn<Load>().mockResolvedValue(whole('monday')))
  const tuesday = vi.fn<Load>().mockReturnValue(new Promise(() => {}))
  await draw(tuesday)
  expect([shown.data, tuesday.mock.lastCall]).toEqual([undefined, [undefined]])
})

it('stops with the screen, also where effects run twice', async () => {
  const load = vi.fn<Load>().mockResolvedValue(whole('a'))
  await act(async () => {
    root = createRoot(document.body)
    root.render(
      <StrictMode>
        <Screen load={load} />
      </StrictMode>,
    )
  })
  const asked = load.mock.calls.length
  await later(10_000)
  expect(load).toHaveBeenCalledTimes(asked + 1)
  await act(async () => root!.render(null))
  await later(60_000)
  expect(load).toHaveBeenCalledTimes(asked + 1)
})

it('asks an address of the API only for what is new', async () => {
  const auth = fakeAuth()
  const load = freshAt<string>(auth, '/api/today')
  auth.fetch.mockResolvedValueOnce(Response.json('a', { headers: { etag: '"1"' } }))
  expect(await load()).toEqual({ status: 200, etag: '"1"', body: 'a' })
  auth.fetch.mockResolvedValueOnce(new Response(null, { status: 304 }))
  expect(await load('"1"')).toEqual({ status: 304 })
  expect(auth.fetch.mock.lastCall![1]!.headers).toEqual({
    accept: 'application/json',
    'if-none-match': '"1"',
  })
  auth.fetch.mockResolvedValueOnce(Response.json({}, { status: 503 }))
  await expect(load()).rejects.toThrow('503')
})
