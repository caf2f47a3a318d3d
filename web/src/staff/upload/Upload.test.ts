import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserClock } from '../../auth/types'
import type { Calls } from './calls'
import { lookEvery, Upload, type UploadParts } from './Upload'
import { browserTurns, type Turns } from './turns'

const KiB = 1024
const MiB = 1024 * KiB

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface F {
  id: string
}
type Trouble = Response | 'cut' | 'lost' | 'hang'

/**
 * A server with one upload. `trouble` is what happens to the next chunks: `lost` arrives, but its
 * answer does not.
 */
class FakeServer {
  received = 0
  log: string[] = []
  trouble: Trouble[] = []
  looks: Trouble[] = []
  dropped = false
  /** Looks at a whole file for some turns of asking. */
  checks = 0
  fault = ''
  constructor(readonly total: number) {}

  private progress() {
    const whole = this.received === this.total
    if (whole && this.fault)
      return Response.json({
        id: 'upl_1',
        received: this.received,
        state: 'refused',
        fault: this.fault,
      })
    const ready = whole && this.checks-- <= 0
    return Response.json({
      id: 'upl_1',
      received: this.received,
      state: ready ? 'ready' : whole ? 'working' : 'receiving',
      ...(ready ? { file: { id: 'fil_1' } } : {}),
    })
  }

  private async meet(
    list: Trouble[],
    signal: AbortSignal,
    good: () => Response,
  ): Promise<Response> {
    signal.throwIfAborted()
    const trouble = list.shift()
    if (trouble instanceof Response) return trouble
    if (trouble === 'hang')
      return new Promise((_, failed) =>
        signal.addEventListener('abort', () => failed(signal.reason)),
      )
    if (trouble === 'cut') throw new TypeError('no contact')
    const answer = good()
    if (trouble === 'lost') throw new TypeError('no contact')
    return answer
  }

  readonly calls: Calls = {
    whole: signal =>
      this.meet(this.trouble, signal, () => {
        this.log.push('whole')
        this.received = this.total
        return this.progress()
      }),
    begin: async () => {
      this.log.push('begin')
      return this.progress()
    },
    progress: (_, signal) =>
      this.meet(this.looks, signal, () => {
        this.log.push(`look ${this.received / KiB}`)
        return this.progress()
      }),
    chunk: (_, from, to, signal) => {
      this.log.push(`${from / KiB}+${(to - from) / KiB}`)
      return this.meet(this.trouble, signal, () => {
        if (from !== this.received) return Response.json({ code: 'conflict' }, { status: 409 })
        this.received = to
        return this.progress()
      })
    },
    drop: async () => {
      this.dropped = true
      return new Response(null, { status: 204 })
    },
  }
}

const started = (server: FakeServer, more: Partial<UploadParts<F>> = {}) =>
  new Upload<F>({ size: server.total } as Blob, {
    clock: browserClock,
    random: () => 0,
    network: new EventTarget(),
    calls: server.calls,
    turns: browserTurns(undefined),
    ...more,
  })

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const end = async (upload: Upload<F>) => {
  await vi.runAllTimersAsync()
  return upload.snapshot
}

describe('a file', () => {
  it('of 262 144 bytes goes in one request', async () => {
    const server = new FakeServer(262_144)
    expect(await end(started(server))).toMatchObject({
      state: 'success',
      file: { id: 'fil_1' },
      received: 262_144,
    })
    expect(server.log).toEqual(['whole'])
  })

  it('that is larger goes in chunks that grow', async () => {
    const server = new FakeServer(4 * MiB)
    const arrived = vi.fn()
    expect(await end(started(server, { arrived }))).toMatchObject({
      state: 'success',
      received: 4 * MiB,
    })
    expect(server.log).toEqual(['begin', '0+256', '256+512', '768+1024', '1792+2048', '3840+256'])
    expect(arrived).toHaveBeenCalledExactlyOnceWith({ id: 'fil_1' })
  })

  it('goes on where an earlier visit left it', async () => {
    const server = new FakeServer(2 * MiB)
    server.received = MiB
    await end(started(server))
    expect(server.log).toEqual(['begin', '1024+256', '1280+512', '1792+256'])
  })

  it('that is there already is done at once', async () => {
    const server = new FakeServer(2 * MiB)
    server.received = 2 * MiB
    expect(await end(started(server))).toMatchObject({ state: 'success' })
    expect(server.log).toEqual(['begin'])
  })

  it('is waited for while the server looks at it', async () => {
    const server = new FakeServer(300 * KiB)
    server.checks = 3 // the last chunk's answer is the first look
    const upload = started(server)
    await pass(0)
    expect(upload.snapshot).toMatchObject({ state: 'running', checking: true })
    await pass(2 * lookEvery)
    expect(upload.snapshot).toMatchObject({ state: 'success' })
  })
})

describe('a file that the server looks at and refuses', () => {
  it.each([200, 4000])('of %i kB ends with the reason', async kB => {
    const server = new FakeServer(kB * KiB)
    server.fault = 'too_many_pixels'
    server.checks = 2
    expect(await end(started(server))).toMatchObject({
      state: 'error',
      error: { fault: 'too_many_pixels' },
    })
  })
})

describe('trouble on the way', () => {
  it.each([
    ['no contact', 'cut'],
    ['an answer that got lost', 'lost'],
    ['503', new Response(null, { status: 503 })],
    ['a wrong offset', Response.json({ received: 768 }, { status: 409 })],
  ] as const)('%s: the chunk starts small again, after asking what arrived', async (_, trouble) => {
    const server = new FakeServer(3 * MiB)
    const upload = started(server)
    server.trouble = [undefined as never, undefined as never, trouble]
    await end(upload)
    expect(upload.snapshot.state).toBe('success')
    const after =
      trouble === 'lost'
        ? ['look 1792', '1792+256', '2048+512', '2560+512']
        : ['look 768', '768+256', '1024+512', '1536+1024', '2560+512']
    expect(server.log).toEqual(['begin', '0+256', '256+512', '768+1024', ...after])
  })

  it('five cuts: pauses of 0, 1, 2, 4 and 8 s, and it arrives whole', async () => {
    const server = new FakeServer(MiB)
    server.trouble = ['cut', 'cut', 'cut', 'cut', 'cut']
    const upload = started(server)
    const at = (s: number) =>
      pass(s * 1000).then(() => server.log.filter(l => l === '0+256').length)
    expect([
      await at(0),
      await at(1),
      await at(2),
      await at(4),
      await at(7.9),
      await at(0.1),
    ]).toEqual([2, 3, 4, 5, 5, 6])
    expect(upload.snapshot.state).toBe('success')
  })

  it('says that it waits while nothing gets through, and no longer than that', async () => {
    const server = new FakeServer(MiB)
    server.trouble = ['cut']
    const once = started(server)
    const said: boolean[] = []
    once.subscribe(() => said.push(once.snapshot.waits))
    await pass(0)
    expect(said).not.toContain(true) // the next try came at once
    server.received = 0
    server.trouble = ['cut', 'cut', 'cut']
    const upload = started(server)
    await pass(500)
    expect(upload.snapshot).toMatchObject({ state: 'running', waits: true })
    await pass(10_000)
    expect(upload.snapshot).toMatchObject({ state: 'success', waits: false })
  })

  it('says so too when it never began', async () => {
    const server = new FakeServer(100 * KiB)
    server.trouble = ['cut']
    const upload = started(server)
    await pass(500)
    expect(upload.snapshot).toMatchObject({ state: 'running', waits: true })
    upload.pause()
    expect(upload.snapshot.waits).toBe(false)
    upload.resume()
    await pass(10_000)
    expect(upload.snapshot).toMatchObject({ state: 'success', waits: false })
  })

  it('pauses start at 0 again after a chunk that arrived', async () => {
    const server = new FakeServer(MiB)
    server.trouble = ['cut', 'cut', undefined as never, 'cut']
    const upload = started(server)
    await pass(1000)
    expect(upload.snapshot.state).toBe('success')
  })

  it('without an end: given up after ten minutes without progress', async () => {
    const server = new FakeServer(MiB)
    server.trouble = Array(100).fill('cut')
    const upload = started(server)
    await pass(590_000)
    expect(upload.snapshot.state).toBe('running')
    await pass(70_000)
    expect(upload.snapshot).toMatchObject({
      state: 'error',
      error: { code: 'storage/retry-limit-exceeded' },
    })
  })

  it('a chunk that hangs counts as no contact', async () => {
    const server = new FakeServer(MiB)
    server.trouble = ['hang']
    const upload = started(server)
    await pass(5 * 60_000)
    expect(upload.snapshot.state).toBe('success')
  })

  it.each([
    [401, 'storage/unauthenticated'],
    [402, 'storage/quota-exceeded'],
    [403, 'storage/unauthorized'],
    [404, 'storage/object-not-found'],
    [400, 'storage/unknown'],
  ])('%i ends it with %s', async (status, code) => {
    const server = new FakeServer(MiB)
    server.trouble = [new Response(null, { status })]
    expect(await end(started(server))).toMatchObject({ state: 'error', error: { code } })
  })

  it('a refused file ends it with the reason', async () => {
    const server = new FakeServer(MiB)
    server.trouble = [
      Response.json({ code: 'invalid', fields: [{ name: 'file', code: 'kind' }] }, { status: 422 }),
    ]
    expect(await end(started(server))).toMatchObject({ state: 'error', error: { fault: 'kind' } })
  })

  it('that is over when the network comes back is not waited out', async () => {
    const network = new EventTarget()
    const server = new FakeServer(MiB)
    server.trouble = Array(7).fill('cut')
    const upload = started(server, { network })
    await pass(20_000)
    const before = server.log.length
    network.dispatchEvent(new Event('online'))
    await pass(0)
    expect(server.log.length).toBeGreaterThan(before)
    await vi.runAllTimersAsync()
    expect(upload.snapshot.state).toBe('success')
  })
})

describe('whoever uploads', () => {
  it('pauses and goes on; each says whether it did something', async () => {
    const server = new FakeServer(MiB)
    server.trouble = [undefined as never, 'hang']
    const upload = started(server)
    await pass(0)
    expect([upload.resume(), upload.pause(), upload.pause(), upload.snapshot.state]).toEqual([
      false,
      true,
      false,
      'paused',
    ])
    await pass(600_000)
    expect(upload.snapshot).toMatchObject({ state: 'paused', received: 256 * KiB })
    expect([upload.resume(), upload.resume(), upload.snapshot.state]).toEqual([
      true,
      false,
      'running',
    ])
    expect(await end(upload)).toMatchObject({ state: 'success' })
    expect(server.log).toEqual(['begin', '0+256', '256+512', 'look 256', '256+256', '512+512'])
    expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false])
  })

  it('cancels while it runs or is paused, and what arrived goes', async () => {
    for (const paused of [false, true]) {
      const server = new FakeServer(MiB)
      server.trouble = [undefined as never, 'hang']
      const upload = started(server)
      await pass(0)
      if (paused) upload.pause()
      expect([upload.cancel(), upload.cancel(), upload.resume(), upload.pause()]).toEqual([
        true,
        false,
        false,
        false,
      ])
      await pass(600_000)
      expect([upload.snapshot.state, server.dropped]).toEqual(['canceled', true])
    }
  })

  it('pauses while it waits for another try', async () => {
    const server = new FakeServer(MiB)
    server.trouble = ['cut', 'cut', 'cut', 'cut']
    const upload = started(server)
    await pass(3500)
    upload.pause()
    const before = server.log.length
    await pass(60_000)
    expect(server.log).toHaveLength(before)
    upload.resume()
    expect(await end(upload)).toMatchObject({ state: 'success' })
  })
})

describe('two tabs with the same file', () => {
  /** As navigator.locks: one holder at a time. */
  function oneTurn(): Turns {
    let queue: Promise<unknown> = Promise.resolve()
    return {
      hold: (_, signal, run) => {
        const ended = new Promise<never>((_, failed) =>
          signal.addEventListener('abort', () => failed(signal.reason)),
        )
        const turn = queue.then(() => (signal.throwIfAborted(), run()))
        queue = turn.catch(() => undefined)
        return Promise.race([turn, ended])
      },
    }
  }

  it('one sends, the other follows and is done with it', async () => {
    const server = new FakeServer(2 * MiB)
    const turns = oneTurn()
    server.trouble = [undefined as never, 'cut', 'cut', 'cut', 'cut']
    const first = started(server, { turns })
    const second = started(server, { turns })
    await pass(lookEvery + 1)
    expect([first.snapshot.follows, second.snapshot]).toEqual([
      false,
      expect.objectContaining({ follows: true, received: 256 * KiB }),
    ])
    await vi.runAllTimersAsync()
    expect([first.snapshot.state, second.snapshot.state]).toEqual(['success', 'success'])
    expect(second.snapshot.follows).toBe(false)
    expect(server.log.filter(l => l.startsWith('0+'))).toHaveLength(1)
  })

  it('the other goes on when the first stops', async () => {
    const server = new FakeServer(2 * MiB)
    const turns = oneTurn()
    server.trouble = [undefined as never, 'hang']
    const first = started(server, { turns })
    const second = started(server, { turns })
    await pass(lookEvery + 1)
    first.pause()
    expect(await end(second)).toMatchObject({ state: 'success' })
    expect(first.snapshot.state).toBe('paused')
    first.resume()
    expect(await end(first)).toMatchObject({ state: 'success' })
  })

  it('a browser without locks: the server takes each byte once, and both are done', async () => {
    const server = new FakeServer(2 * MiB)
    const [first, second] = [started(server), started(server)]
    await vi.runAllTimersAsync()
    expect([first.snapshot.state, second.snapshot.state, server.received]).toEqual([
      'success',
      'success',
      2 * MiB,
    ])
  })
})
