import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, settle } from '../../test/fakeBrowser'
import { MessagingError, Sender, type Reply, type Request } from './messaging'
import { Receiver } from './receiver'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A worker that answers as the test says. */
function target(answer: (port: MessagePort, id: string) => void = () => {}) {
  const ports: MessagePort[] = []
  const requests: Request[] = []
  const postMessage = (request: Request, [port]: MessagePort[]) => {
    requests.push(request)
    ports.push(port!)
    answer(port!, request.eventId)
  }
  return { postMessage: postMessage as ServiceWorker['postMessage'], ports, requests }
}
const reply = (port: MessagePort, status: string, eventId: string, response: unknown[] = []) =>
  port.postMessage({ status, eventId, response } as Reply)

/** Settles the promise into a word, so that a test can see that it has not come yet. */
function outcome(sent: Promise<unknown>) {
  const state = { is: 'waiting' as unknown }
  sent.then(
    value => {
      state.is = value
    },
    (e: unknown) => {
      state.is = e instanceof MessagingError ? e.code : e
    },
  )
  return state
}

describe('a message', () => {
  it('cannot be sent without MessageChannel', async () => {
    vi.stubGlobal('MessageChannel', undefined)
    const worker = target()
    await expect(new Sender(worker).send('x')).rejects.toMatchObject({
      code: 'connection_unavailable',
      name: 'storage-messaging/connection_unavailable',
    })
    expect(worker.requests).toEqual([])
  })

  it('nobody acknowledges within 50 ms is unsupported', async () => {
    const end = outcome(new Sender(target()).send('x'))
    await pass(49)
    expect(end.is).toBe('waiting')
    await pass(1)
    expect(end.is).toBe('unsupported_event')
  })

  it('that is acknowledged but not done within 3 000 ms is a time-out', async () => {
    const end = outcome(new Sender(target((port, id) => reply(port, 'ack', id))).send('x'))
    await settle()
    await pass(2999)
    expect(end.is).toBe('waiting')
    await pass(1)
    expect(end.is).toBe('timeout')
  })

  it.each(['no', 'ACK', ''])('answered with status %j is invalid', async status => {
    const end = outcome(new Sender(target((port, id) => reply(port, status, id))).send('x'))
    await settle()
    expect(end.is).toBe('invalid_response')
  })

  it('ignores answers to another one', async () => {
    const end = outcome(
      new Sender(
        target(port => {
          reply(port, 'done', 'another')
          reply(port, 'nonsense', 'another')
          port.postMessage(null)
        }),
      ).send('x'),
    )
    await settle()
    expect(end.is).toBe('waiting')
    await pass(50)
    expect(end.is).toBe('unsupported_event')
  })

  it('gives what all handlers came to', async () => {
    const end = outcome(
      new Sender(
        target((port, id) => {
          reply(port, 'ack', id)
          reply(port, 'done', id, [{ fulfilled: true, value: 1 }])
        }),
      ).send('x'),
    )
    await settle()
    expect(end.is).toEqual([{ fulfilled: true, value: 1 }])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('closes its port at every end', async () => {
    const close = vi.spyOn(MessagePort.prototype, 'close')
    const silent = outcome(new Sender(target()).send('x'))
    await pass(50)
    const odd = outcome(new Sender(target((port, id) => reply(port, 'odd', id))).send('x'))
    await settle()
    const slow = outcome(new Sender(target((port, id) => reply(port, 'ack', id))).send('x'))
    await settle()
    await pass(3000)
    const good = outcome(new Sender(target((port, id) => reply(port, 'done', id))).send('x'))
    await settle()
    expect([silent.is, odd.is, slow.is, good.is]).toEqual([
      'unsupported_event',
      'invalid_response',
      'timeout',
      [],
    ])
    expect(close).toHaveBeenCalledTimes(4)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the patience for the ACK', () => {
  const patience = async (sent: Promise<unknown>) => {
    const end = outcome(sent)
    for (let ms = 0; ms < 900; ms++) {
      if (end.is !== 'waiting') return ms
      await vi.advanceTimersByTimeAsync(1)
    }
    return Infinity
  }

  it('is 800 ms at the first ping, 50 ms at a second one and at anything else', async () => {
    const sender = new Sender(target())
    expect(await patience(sender.send('ping'))).toBe(800)
    expect(await patience(sender.send('ping'))).toBe(50)
    expect(await patience(sender.send('x'))).toBe(50)
  })

  it('is 800 ms for everything after a ping was answered', async () => {
    let there = true
    const sender = new Sender(
      target((port, id) => {
        if (there) reply(port, 'done', id)
      }),
    )
    const ping = sender.send('ping')
    await settle()
    await ping
    there = false
    expect(await patience(sender.send('x'))).toBe(800)
  })
})

describe('a receiver', () => {
  /** A real sender and receiver, with the browser's own channel in between. */
  function pair() {
    const scope = new EventTarget()
    const receiver = new Receiver(scope)
    const heard: Reply[] = []
    const postMessage = (data: Request, ports: MessagePort[]) => {
      ports[0]!.postMessage = new Proxy(ports[0]!.postMessage, {
        apply: (post, port, [message]: [Reply]) => {
          heard.push(message)
          return Reflect.apply(post, port, [message])
        },
      })
      scope.dispatchEvent(new MessageEvent('message', { data, ports: ports as unknown as [] }))
    }
    return {
      scope,
      receiver,
      heard,
      sender: new Sender({ postMessage: postMessage as ServiceWorker['postMessage'] }),
    }
  }

  it('is silent without a handler', async () => {
    const { receiver, sender, heard } = pair()
    receiver.on('other', () => 1)
    const end = outcome(sender.send('x'))
    await pass(50)
    expect(end.is).toBe('unsupported_event')
    expect(heard).toEqual([])
  })

  it('acknowledges, runs all handlers and says what each came to', async () => {
    const { receiver, sender, heard } = pair()
    receiver.on('x', data => [data])
    receiver.on('x', () => {
      throw new Error('broken')
    })
    const end = outcome(sender.send('x', 5))
    await settle()
    expect(end.is).toEqual([
      { fulfilled: true, value: [5] },
      { fulfilled: false, reason: 'Error: broken' },
    ])
    expect(heard.map(r => r.status)).toEqual(['ack', 'done'])
  })

  it('stops listening with its last handler', () => {
    const { scope, receiver } = pair()
    const removed = vi.spyOn(scope, 'removeEventListener')
    const stops = [receiver.on('x', () => 1), receiver.on('y', () => 1)]
    stops[0]!()
    expect(removed).not.toHaveBeenCalled()
    stops[1]!()
    expect(removed).toHaveBeenCalledTimes(1)
  })

  it('leaves messages alone that are none of ours', () => {
    const { scope, receiver } = pair()
    const handler = vi.fn()
    receiver.on('x', handler)
    for (const data of [null, 'x', {}, { eventType: 'x' }, { eventType: 'x', eventId: '1' }])
      scope.dispatchEvent(new MessageEvent('message', { data }))
    expect(handler).not.toHaveBeenCalled()
  })
})
