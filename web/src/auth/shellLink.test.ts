import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pass, settle } from '../../test/fakeBrowser'
import type { Request } from './messaging'
import { ShellLink } from './shellLink'
import { browserClock } from './types'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/**
 * The area, and where staff write outside it: all are served from what the worker of the area
 * keeps.
 */
const [area, ...others] = [
  '/beheer',
  '/editactivity/',
  '/addStory',
  '/editstory/',
  '/addnewsitem',
  '/editnews/',
].map(scope => `register /staff-worker.js ${scope}`)

/** A browser with a service worker. `answers`: whether it is any use. */
function make({ answers = true, installing = false } = {}) {
  const heard: string[] = []
  const logged: unknown[] = []
  const given: unknown[] = []
  const worker = Object.assign(new EventTarget(), {
    state: installing ? 'installing' : 'activated',
    postMessage({ eventType, eventId, data }: Request, [port]: MessagePort[]) {
      heard.push(eventType)
      given.push(data)
      if (answers) port!.postMessage({ status: 'done', eventId, response: [] })
    },
  })
  const registration = {
    get active() {
      return worker.state === 'activated' ? worker : null
    },
    get installing() {
      return worker.state === 'installing' ? worker : null
    },
    waiting: null,
    unregister: () => Promise.resolve(void heard.push('unregister')),
  }
  const container = {
    register: (script: string, { scope }: { scope: string }) =>
      Promise.resolve(void heard.push(`register ${script} ${scope}`)).then(() => registration),
    getRegistration: (scope: string) =>
      Promise.resolve(
        heard.includes(`register /staff-worker.js ${scope}`) ? registration : undefined,
      ),
  } as unknown as ServiceWorkerContainer
  return {
    heard,
    logged,
    given,
    worker,
    link: new ShellLink({
      container,
      assets: () => ['/assets/a.js'],
      clock: browserClock,
      log: e => logged.push(e),
    }),
  }
}

it('the worker is made at sign-in, told of changes, and gone after sign-out', async () => {
  const { heard, logged, given, link } = make()
  for (const news of ['signedIn', 'changed', 'signedOut'] as const) {
    const told = link.tell(news)
    await settle()
    await told
  }
  expect(heard).toEqual([
    area,
    'ping',
    'signedIn',
    ...others,
    area,
    'changed',
    ...others,
    'signedOut',
    ...Array<string>(6).fill('unregister'),
  ])
  expect(given[1]).toEqual({ assets: ['/assets/a.js'] })
  expect(logged).toEqual([])
})

it('a new worker is told when it runs', async () => {
  const { heard, link, worker } = make({ installing: true })
  const told = link.tell('signedIn')
  await settle()
  expect(heard).toEqual([area])
  worker.state = 'activated'
  worker.dispatchEvent(new Event('statechange'))
  await settle()
  await told
  expect(heard.slice(1)).toEqual(['ping', 'signedIn', ...others])
})

it('a worker that never gets ready is given up after 3 s', async () => {
  const { heard, link } = make({ installing: true })
  const told = link.tell('signedIn')
  await pass(3000)
  await told
  expect(heard).toEqual([area, ...others])
})

it('one that does not answer is unregistered all the same, and the log has the code', async () => {
  const { heard, logged, link } = make({ answers: false })
  void link.tell('signedIn')
  const out = link.tell('signedOut')
  await pass(1700, 100)
  await out
  expect(heard).toEqual([area, 'ping', ...others, 'ping', ...Array<string>(6).fill('unregister')])
  expect(logged.map(e => (e as Error).name)).toEqual([
    'storage-messaging/unsupported_event',
    'storage-messaging/unsupported_event',
  ])
})

it('without service workers, or without ours, there is nothing to do', async () => {
  const none = new ShellLink({
    container: undefined,
    assets: () => [],
    clock: browserClock,
    log: e => {
      throw e
    },
  })
  await none.tell('signedIn')
  await none.tell('signedOut')
  const { heard, link } = make()
  await link.tell('signedOut')
  expect(heard).toEqual([])
})
