import { beforeEach, describe, expect, it } from 'vitest'
import { settle } from '../../test/fakeBrowser'
import { keepShell, type WorkerScope } from './keepShell'
import { Sender, type Request as Message } from './messaging'

const origin = 'https://voorbeeld.nl'

/** The worker's side of a browser: caches, a network that can be cut, and events. */
class FakeScope extends EventTarget {
  location = { origin }
  stored = new Map<string, Map<string, Response>>()
  network: Record<string, () => Response> = {
    '/beheer': () => new Response('shell'),
    '/assets/a.js': () => new Response('code'),
  }
  online = true
  asked: string[] = []
  hold: Promise<void> = Promise.resolve()
  skipWaiting = () => Promise.resolve()
  clients = { claim: () => Promise.resolve() }
  caches = {
    has: async (name: string) => this.stored.has(name),
    keys: async () => [...this.stored.keys()],
    delete: async (name: string) => this.stored.delete(name),
    open: async (name: string) => {
      const kept = this.stored.get(name) ?? new Map<string, Response>()
      this.stored.set(name, kept)
      return {
        put: async (key: string | Request, response: Response) =>
          void kept.set(path(key), response),
      }
    },
    match: async (key: string | Request) =>
      [...this.stored.values()].map(s => s.get(path(key))?.clone()).find(Boolean),
  } as unknown as CacheStorage

  fetch = async (input: RequestInfo): Promise<Response> => {
    this.asked.push(path(input))
    await this.hold
    if (!this.online) throw new TypeError('Failed to fetch')
    return this.network[path(input)]?.() ?? new Response('', { status: 404 })
  }

  /** Undefined: the worker leaves this request to the browser. */
  async get(address: string, mode = 'navigate', method = 'GET'): Promise<string | undefined> {
    const request = { url: new URL(address, origin).href, mode, method }
    let answer: Promise<Response> | undefined
    const work: Promise<unknown>[] = []
    this.dispatchEvent(
      Object.assign(new Event('fetch'), {
        request,
        respondWith: (a: Promise<Response>) => {
          answer = a
        },
        waitUntil: (w: Promise<unknown>) => void work.push(w),
      }),
    )
    const text = answer && (await (await answer).text())
    await Promise.all(work)
    return text
  }

  readonly sender = new Sender({
    postMessage: ((data: Message, ports: MessagePort[]) => {
      this.dispatchEvent(new MessageEvent('message', { data, ports: ports as unknown as [] }))
    }) as ServiceWorker['postMessage'],
  })
}

const path = (key: string | { url: string }) =>
  new URL(typeof key === 'string' ? key : key.url, origin).pathname

let scope: FakeScope
beforeEach(() => {
  scope = new FakeScope()
  keepShell(scope as unknown as WorkerScope)
})

it('answers a ping with what it listens to', async () => {
  expect(await scope.sender.send('ping')).toEqual([
    { fulfilled: true, value: ['signedIn', 'changed', 'signedOut'] },
  ])
})

describe('while nobody is signed in', () => {
  it('keeps nothing, and without a network there is no page', async () => {
    expect(await scope.get('/beheer')).toBe('shell')
    expect(await scope.get('/assets/a.js', 'cors')).toBe('code')
    expect(scope.stored.size).toBe(0)
    scope.online = false
    await expect(scope.get('/beheer')).rejects.toThrow('Failed to fetch')
  })
})

describe('after signing in', () => {
  beforeEach(async () => void (await scope.sender.send('signedIn')))

  it('the shell shows without a network, for every staff screen', async () => {
    scope.online = false
    expect(await scope.get('/beheer')).toBe('shell')
    expect(await scope.get('/beheer/vandaag')).toBe('shell')
  })

  it('the network comes first, and what it brings replaces the shell', async () => {
    scope.network['/beheer'] = () => new Response('newer')
    expect(await scope.get('/beheer')).toBe('newer')
    scope.online = false
    expect(await scope.get('/beheer')).toBe('newer')
  })

  it('code is fetched once', async () => {
    await scope.get('/assets/a.js', 'cors')
    scope.online = false
    expect(await scope.get('/assets/a.js', 'cors')).toBe('code')
  })

  it('code that the page had before the worker was there is kept, too, and nothing else it names', async () => {
    await scope.sender.send('signedIn', {
      assets: ['/assets/a.js', '/api/accounts', 'https://elders.nl/assets/a.js', 7],
    })
    expect([...scope.stored].flatMap(([, kept]) => [...kept.keys()])).toEqual([
      '/beheer',
      '/assets/a.js',
    ])
  })

  it('answers of the API, other pages and errors are never kept', async () => {
    expect(await scope.get('/api/accounts', 'cors')).toBeUndefined()
    expect(await scope.get('https://elders.nl/assets/a.js', 'cors')).toBeUndefined()
    expect(await scope.get('/beheer', 'navigate', 'POST')).toBeUndefined()
    await scope.get('/beheer/vandaag')
    scope.network['/beheer'] = () => new Response('broken', { status: 500 })
    expect(await scope.get('/beheer')).toBe('broken')
    expect([...scope.stored].flatMap(([, kept]) => [...kept.keys()])).toEqual(['/beheer'])
    scope.online = false
    expect(await scope.get('/beheer')).toBe('shell')
  })

  it('another person gets a fresh shell', async () => {
    await scope.get('/assets/a.js', 'cors')
    scope.network['/beheer'] = () => new Response('theirs')
    await scope.sender.send('changed')
    expect([...scope.stored].flatMap(([, kept]) => [...kept.keys()])).toEqual(['/beheer'])
    scope.online = false
    expect(await scope.get('/beheer')).toBe('theirs')
  })

  it('signing out drops everything', async () => {
    await scope.get('/assets/a.js', 'cors')
    await scope.sender.send('signedOut')
    expect(scope.stored.size).toBe(0)
  })

  it('signing out wins from a shell that is still on its way', async () => {
    let arrive = () => {}
    scope.hold = new Promise(go => {
      arrive = go
    })
    const late = scope.get('/beheer')
    const later = scope.sender.send('signedIn')
    await settle()
    await scope.sender.send('signedOut')
    arrive()
    await Promise.all([late, later])
    await settle()
    expect(scope.stored.size).toBe(0)
  })
})
