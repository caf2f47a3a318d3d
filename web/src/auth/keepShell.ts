// What the staff service worker does: it keeps the shell of /beheer, which serves every screen of
// staff when there is no network: the browser's own error page would come in its place, and after
// that the tab may have lost what was typed. The shell holds nobody's data, only code and the
// layout; still nothing is kept while nobody is signed in.
import { Receiver } from './receiver'

/** What is used of a ServiceWorkerGlobalScope. */
export interface WorkerScope extends EventTarget {
  location: { origin: string }
  caches: CacheStorage
  fetch(input: RequestInfo, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

interface Work extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Work {
  request: Request
  respondWith(answer: Promise<Response>): void
}

const cacheName = 'hr-staff-shell'
const shell = '/beheer'
const code = '/assets/'
const loosely = { ignoreVary: true }

export function keepShell(scope: WorkerScope): void {
  const { caches } = scope
  let drops = 0

  async function drop(): Promise<void> {
    drops++
    for (const name of await caches.keys())
      if (name.startsWith('hr-staff')) await caches.delete(name)
  }
  /** Only while somebody is signed in: the cache itself is the sign of that. */
  async function put(key: string | Request, response: Response): Promise<void> {
    const before = drops
    if (!response.ok || response.redirected || !(await caches.has(cacheName))) return
    const cache = await caches.open(cacheName)
    await cache.put(key, response)
    if (before !== drops) await drop() // signed out meanwhile
  }
  /**
   * `data.assets`: what the page has loaded itself, perhaps before this worker was there to see it.
   */
  async function keep(data: unknown): Promise<void> {
    await caches.open(cacheName)
    await put(shell, await scope.fetch(shell, { cache: 'no-store', credentials: 'same-origin' }))
    const { assets } = (data ?? {}) as { assets?: unknown }
    const ours = Array.isArray(assets)
      ? assets.filter((a): a is string => typeof a === 'string' && a.startsWith(code))
      : []
    await Promise.all(
      ours.map(async a => {
        if (!(await caches.match(a, loosely))) await put(a, await scope.fetch(a))
      }),
    )
  }
  async function page(event: Fetching): Promise<Response> {
    try {
      const response = await scope.fetch(event.request)
      if (new URL(event.request.url).pathname === shell)
        event.waitUntil(put(shell, response.clone()))
      return response
    } catch (error) {
      const kept = await caches.match(shell, loosely)
      if (kept) return kept
      throw error
    }
  }
  /** Names carry a hash of the content, so what is kept is never old. */
  async function asset(event: Fetching): Promise<Response> {
    const kept = await caches.match(event.request, loosely)
    if (kept) return kept
    const response = await scope.fetch(event.request)
    event.waitUntil(put(event.request, response.clone()))
    return response
  }

  scope.addEventListener('install', event => (event as Work).waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', event => (event as Work).waitUntil(scope.clients.claim()))
  scope.addEventListener('fetch', event => {
    const e = event as Fetching
    const { origin, pathname } = new URL(e.request.url)
    if (e.request.method !== 'GET' || origin !== scope.location.origin) return
    if (e.request.mode === 'navigate') e.respondWith(page(e))
    else if (pathname.startsWith(code)) e.respondWith(asset(e))
  })
  const receiver = new Receiver(scope)
  receiver.on('ping', () => ['signedIn', 'changed', 'signedOut'])
  receiver.on('signedIn', keep)
  receiver.on('changed', data => drop().then(() => keep(data)))
  receiver.on('signedOut', drop)
}
