// @vitest-environment happy-dom
import { act, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeAuth, person, type FakeAuth } from '../../../test/app'
import { fresh, useRead, type Read } from './useRead'

let root: Root | undefined
let shown: Read<unknown>
let drawn = 0
let auth: FakeAuth

const Screen = ({ day, every }: { day?: string; every?: number }) => {
  const { is, data, error, again } = useRead(auth, '/api/today', {
    query: { day },
    ...(every && { every }),
  })
  shown = { is, data, error, again } as Read<unknown>
  drawn++
  return null
}
const draw = (day?: string, { every } = fresh as { every?: number }) =>
  act(async () => {
    root ??= createRoot(document.body)
    root.render(<Screen {...(day && { day })} {...(every && { every })} />)
  })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const whole = (body: string) => () =>
  Promise.resolve(Response.json(body, { headers: { etag: `"${body}"` } }))
const same = () => Promise.resolve(new Response(null, { status: 304 }))
const away = () => Promise.reject(new TypeError('no network'))
const tags = () =>
  auth.fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('if-none-match'))
async function look(visible: boolean) {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (visible ? 'visible' : 'hidden'),
  })
  await act(
    async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  auth = fakeAuth(person(['coordinator']))
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  await look(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks every ten seconds with the tag of what is known, and draws only what is new', async () => {
  auth.fetch
    .mockImplementationOnce(whole('a'))
    .mockImplementationOnce(same)
    .mockImplementation(whole('b'))
  await draw()
  expect(shown.data).toBe('a')
  const before = drawn
  await later(10_000)
  expect([tags(), drawn]).toEqual([[null, '"a"'], before])
  await later(10_000)
  expect([shown.data, tags().at(-1)]).toEqual(['b', '"a"'])
})

it('does not ask while nobody looks, and at once when somebody does again', async () => {
  auth.fetch.mockImplementation(whole('a'))
  await draw()
  await look(false)
  await later(60_000)
  expect(auth.fetch).toHaveBeenCalledTimes(1)
  await look(true)
  expect(auth.fetch).toHaveBeenCalledTimes(2)
  await later(10_000)
  expect(auth.fetch).toHaveBeenCalledTimes(3)
})

it('keeps what is on the screen when an answer fails, and heals by itself', async () => {
  auth.fetch
    .mockImplementationOnce(whole('a'))
    .mockImplementationOnce(away)
    .mockImplementation(same)
  await draw()
  await later(10_000)
  expect([shown.is, shown.data, shown.error]).toEqual(['known', 'a', 'no network'])
  await act(async () => void dispatchEvent(new Event('online')))
  expect([shown.data, shown.error]).toEqual(['a', undefined])
})

it('says that it missed what it never read, also while it asks again', async () => {
  auth.fetch.mockImplementationOnce(away).mockReturnValue(new Promise(() => {}))
  await draw()
  expect([shown.is, shown.data]).toEqual(['failed', undefined])
  await later(10_000)
  expect(auth.fetch).toHaveBeenCalledTimes(2)
  expect([shown.is, shown.data]).toEqual(['failed', undefined])
})

it('reads again what failed when the network is back, and when somebody signed in', async () => {
  auth.fetch.mockImplementation(away)
  await draw(undefined, {})
  expect([shown.is, shown.error]).toEqual(['failed', 'no network'])
  await act(async () => void dispatchEvent(new Event('online')))
  expect(auth.fetch).toHaveBeenCalledTimes(2)
  auth.fetch.mockImplementation(whole('a'))
  await act(async () => auth.become(person(['gastheer'])))
  expect([shown.is, shown.data]).toEqual(['known', 'a'])
  await act(async () => void dispatchEvent(new Event('online')))
  await later(60_000)
  expect(auth.fetch).toHaveBeenCalledTimes(3)
})

it('shows the answer to another question when it is there, the old one until then', async () => {
  auth.fetch.mockImplementation(whole('monday'))
  await draw('monday', {})
  let answer: (a: Response) => void = () => {}
  auth.fetch.mockReturnValue(new Promise(a => (answer = a)))
  await draw('tuesday', {})
  expect([shown.is, shown.data]).toEqual(['known', 'monday'])
  await act(async () => answer(Response.json('tuesday')))
  expect([shown.is, shown.data]).toEqual(['known', 'tuesday'])
})

it('lets the answer after an act win from a question of before it', async () => {
  let slow: (answer: Response) => void = () => {}
  auth.fetch
    .mockImplementationOnce(() => new Promise(answer => (slow = answer)))
    .mockImplementation(whole('after'))
  await draw()
  await act(() => shown.again())
  await act(async () => slow(Response.json('before')))
  expect(shown.data).toBe('after')
})

it('begins with nothing when the question of what is kept fresh is another one', async () => {
  auth.fetch.mockImplementation(whole('monday'))
  await draw('monday')
  auth.fetch.mockReturnValue(new Promise(() => {}))
  await draw('tuesday')
  expect([shown.data, tags().at(-1)]).toEqual([undefined, null])
})

it('stops with the screen, also where effects run twice', async () => {
  auth.fetch.mockImplementation(whole('a'))
  await act(async () => {
    root = createRoot(document.body)
    root.render(
      <StrictMode>
        <Screen {...fresh} />
      </StrictMode>,
    )
  })
  const asked = auth.fetch.mock.calls.length
  await later(10_000)
  expect(auth.fetch).toHaveBeenCalledTimes(asked + 1)
  await act(async () => root!.render(null))
  await later(60_000)
  expect(auth.fetch).toHaveBeenCalledTimes(asked + 1)
})

it('names the status of an answer that is none', async () => {
  auth.fetch.mockImplementation(() => Promise.resolve(Response.json({}, { status: 503 })))
  await draw()
  expect(shown.error).toBe('503')
})
