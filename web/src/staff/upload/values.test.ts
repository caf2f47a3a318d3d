// The rules of an upload, value by value.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserClock } from '../../auth/types'
import { firstChunk, grown, largestChunk } from './chunks'
import { codeOf, errorOf, retryable, UploadError } from './errors'
import { headHash } from './head'
import { pauseAfter, persist, sleep, waitAfter, type Patience } from './patience'
import { announcer, progressWords, sizeWords } from './progress'
import { after, type Act, type State } from './state'

const KiB = 1024
const MiB = 1024 * KiB

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const patience = (random = 0): Patience => ({
  clock: browserClock,
  random: () => random,
  network: new EventTarget(),
})
const never = new AbortController().signal

it('goes from state to state by this table, and nowhere else', () => {
  const acts: Act[] = ['pause', 'resume', 'cancel', 'fail', 'finish']
  const to: Record<State, (State | undefined)[]> = {
    running: ['paused', undefined, 'canceled', 'error', 'success'],
    paused: [undefined, 'running', 'canceled', undefined, undefined],
    canceled: [undefined, undefined, undefined, undefined, undefined],
    error: [undefined, undefined, undefined, undefined, undefined],
    success: [undefined, undefined, undefined, undefined, undefined],
  }
  for (const [state, next] of Object.entries(to))
    expect([state, ...acts.map(a => after(state as State, a))]).toEqual([state, ...next])
})

it('doubles a chunk from 256 KiB up to 32 MiB', () => {
  const sizes = [firstChunk]
  for (let i = 0; i < 9; i++) sizes.push(grown(sizes.at(-1)!))
  expect(sizes).toEqual([
    256 * KiB,
    512 * KiB,
    MiB,
    2 * MiB,
    4 * MiB,
    8 * MiB,
    16 * MiB,
    32 * MiB,
    32 * MiB,
    32 * MiB,
  ])
  expect(largestChunk).toBe(32 * MiB)
})

it('pauses 0, 1, 2, 4 … 64 s between chunks that fail', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(pauseAfter)).toEqual(
    [0, 1, 2, 4, 8, 16, 32, 64, 64, 64].map(s => s * 1000),
  )
})

it('waits 2, 4, 8 … 64 s and up to one more between tries of a request', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(n => waitAfter(n, 0))).toEqual(
    [2, 4, 8, 16, 32, 64, 64, 64].map(s => s * 1000),
  )
  expect(waitAfter(1, 0.999)).toBe(2999)
  expect(waitAfter(6, 0.5)).toBe(64_500)
})

it.each([
  [401, 'storage/unauthenticated'],
  [402, 'storage/quota-exceeded'],
  [403, 'storage/unauthorized'],
  [404, 'storage/object-not-found'],
  [400, 'storage/unknown'],
  [409, 'storage/unknown'],
  [422, 'storage/unknown'],
  [500, 'storage/unknown'],
])('says of %i: %s', (status, code) => {
  expect(codeOf(status)).toBe(code)
})

it('tries again after 5xx, 408 and 429 only', () => {
  expect([500, 502, 503, 599, 408, 429].map(retryable)).not.toContain(false)
  expect([200, 400, 401, 402, 403, 404, 409, 410, 412, 413, 422].map(retryable)).not.toContain(true)
})

it('tells what is wrong with the file itself', async () => {
  const refused = await errorOf(
    Response.json({ code: 'invalid', fields: [{ name: 'file', code: 'heic' }] }, { status: 422 }),
  )
  expect([refused.code, refused.fault]).toEqual(['storage/unknown', 'heic'])
  expect((await errorOf(Response.json({ code: 'too_large' }, { status: 413 }))).fault).toBe(
    'too_large',
  )
  expect((await errorOf(new Response('<h1>proxy</h1>', { status: 403 }))).code).toBe(
    'storage/unauthorized',
  )
})

describe('a request that is repeated', () => {
  const times = async (answers: (Response | Error)[], total: number, random = 0) => {
    const at: number[] = []
    const start = Date.now()
    const send = () => {
      at.push((Date.now() - start) / 1000)
      const next = answers[Math.min(at.length, answers.length) - 1]!
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next.clone())
    }
    const end = persist(send, patience(random), never, total).then(
      r => r.status,
      (e: UploadError) => e.code,
    )
    await vi.runAllTimersAsync()
    return { at, end: await end, over: (Date.now() - start) / 1000 }
  }
  const away = new TypeError('no contact')

  it('is answered by what comes after the trouble', async () => {
    const { at, end } = await times(
      [
        away,
        new Response(null, { status: 503 }),
        new Response(null, { status: 429 }),
        new Response('{}'),
      ],
      600_000,
      0.25,
    )
    expect(at).toEqual([0, 2.25, 6.5, 14.75])
    expect(end).toBe(200)
  })

  it('is not repeated after a refusal', async () => {
    expect(await times([new Response(null, { status: 403 })], 600_000)).toMatchObject({
      at: [0],
      end: 403,
    })
  })

  it('is given up after ten minutes for uploads and two for others', async () => {
    const long = await times([away], 600_000)
    expect(long.at).toEqual([0, 2, 6, 14, 30, 62, 126, 190, 254, 318, 382, 446, 510, 574])
    expect([long.end, long.over]).toEqual(['storage/retry-limit-exceeded', 600])
    const short = await times([away], 120_000)
    expect([short.at, short.end, short.over]).toEqual([
      [0, 2, 6, 14, 30, 62],
      'storage/retry-limit-exceeded',
      120,
    ])
  })

  it('is given up although it hangs', async () => {
    const hang = (signal: AbortSignal) =>
      new Promise<Response>((_, failed) =>
        signal.addEventListener('abort', () => failed(signal.reason)),
      )
    const end = persist(hang, patience(), never, 120_000).catch((e: UploadError) => e.code)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await end).toBe('storage/retry-limit-exceeded')
  })

  it('goes on at once when there is a network again', async () => {
    const p = patience()
    const asked = vi.fn(() =>
      asked.mock.calls.length < 5 ? Promise.reject(away) : Promise.resolve(new Response('{}')),
    )
    const end = persist(asked, p, never, 600_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked).toHaveBeenCalledTimes(5)
    await end
    asked.mockClear()
    const again = persist(asked, p, never, 600_000)
    await vi.advanceTimersByTimeAsync(0)
    p.network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.runAllTimersAsync()
    await again
  })
})

it('stops waiting when it is told to', async () => {
  const own = new AbortController()
  const ended = vi.fn()
  sleep(5000, patience(), own.signal).catch(ended)
  own.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  [0, 60 * MiB, '0 van 60 MB'],
  [12.9 * MiB, 60 * MiB, '12 van 60 MB'],
  [60 * MiB - 1, 60 * MiB, '59 van 60 MB'],
  [60 * MiB, 60 * MiB, '60 van 60 MB'],
  [MiB, 1.2 * MiB, '1 van 2 MB'],
  [100 * KiB, 300 * KiB, '100 van 300 kB'],
])('%d of %d bytes reads: %s', (received, total, words) => {
  expect(progressWords(received, total)).toBe(words)
})

it('says how big a file is', () => {
  expect([1, 300 * KiB, MiB, 2.34 * MiB, 60 * MiB].map(sizeWords)).toEqual([
    '1 kB',
    '300 kB',
    '1 MB',
    '2,3 MB',
    '60 MB',
  ])
})

it('announces at most every ten seconds, the newest, and the end at once', async () => {
  const told: string[] = []
  const start = Date.now()
  const say = announcer(browserClock, words =>
    told.push(`${(Date.now() - start) / 1000}: ${words}`),
  )
  for (let i = 1; i <= 25; i++) {
    say.say(`${i}`)
    await vi.advanceTimersByTimeAsync(1000)
  }
  say.now('klaar')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['0: 1', '10: 10', '20: 20', '25: klaar'])
})

it('knows a file by the hash of its first MiB', async () => {
  const bytes = new Uint8Array(2 * MiB).fill(7)
  const hash = await headHash(new Blob([bytes]))
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await headHash(new Blob([bytes.slice(0, MiB)]))).toBe(hash)
  bytes[0] = 1
  expect(await headHash(new Blob([bytes]))).not.toBe(hash)
})
