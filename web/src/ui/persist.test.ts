// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pauses, persist, type Sent } from './persist'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const noAnswer = () => Promise.reject(new TypeError('fetch failed'))
const answer = (a: string): Promise<Sent<string>> => Promise.resolve({ answer: a })
const refused = (code: string): Promise<Sent<string>> => Promise.resolve({ trouble: { code } })

describe('sending on a bad network', () => {
  it('tries again after 1, 3 and 9 seconds and then says so', async () => {
    const send = vi.fn(noAnswer)
    const result = persist(send)
    for (const [i, pause] of [1000, 3000, 9000].entries()) {
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(send).toHaveBeenCalledTimes(i + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(send).toHaveBeenCalledTimes(i + 2)
    }
    expect(await result).toEqual({ trouble: { code: 'lost' } })
    expect(pauses).toEqual([1000, 3000, 9000])
  })

  it('takes the answer of a later try', async () => {
    const send = vi
      .fn(noAnswer as () => Promise<Sent<string>>)
      .mockImplementationOnce(noAnswer)
      .mockImplementationOnce(() => answer('ok'))
    const result = persist(send)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toEqual({ answer: 'ok' })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('waits for a first try that the server is still storing', async () => {
    const send = vi.fn(() => answer('ok')).mockImplementationOnce(() => refused('busy'))
    const result = persist(send)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toEqual({ answer: 'ok' })
  })

  it('says at once that there is no internet', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await persist(noAnswer)).toEqual({ trouble: { code: 'offline' } })
  })

  it.each(['invalid', 'full', 'too_many', 'unavailable', 'form_expired'])(
    'does not repeat a request that was answered with %s',
    async code => {
      const send = vi.fn(() => refused(code))
      expect(await persist(send)).toEqual({ trouble: { code } })
      expect(send).toHaveBeenCalledTimes(1)
    },
  )
})
