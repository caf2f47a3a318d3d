// What a browser keeps of people: all places in which a page, or the browser for it, keeps
// something beyond the page, as text.
import type { Page } from '@playwright/test'

type Place = readonly [place: string, text: string]

/** Everything that is kept for the site of this page. Our own code is not among it. */
export async function keptFor(page: Page): Promise<Place[]> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  return [
    ...(await page.evaluate(readAll)),
    ...(await page.context().cookies()).map(c => ['cookie', c.name + '=' + c.value] as const),
    ...entries.map(e => ['history', e.url + '\n' + e.title] as const),
  ]
}

/** Runs in the page. */
async function readAll(): Promise<Place[]> {
  const plain = async (value: unknown): Promise<unknown> => {
    if (value instanceof Blob) return value.text()
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return new TextDecoder().decode(value)
    if (value instanceof Map || value instanceof Set) return plain([...value])
    if (Array.isArray(value)) return Promise.all(value.map(plain))
    if (typeof value !== 'object' || value === null) return String(value)
    return Promise.all(
      Object.entries(value).map(async ([name, of]) => [name, await plain(of)] as const),
    )
  }
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, failed) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error!)
    })
  const all: Place[] = [
    ['local', JSON.stringify(localStorage)],
    ['session', JSON.stringify(sessionStorage)],
    ['state', JSON.stringify(history.state)],
    ['window', window.name],
  ]
  for (const { name } of await indexedDB.databases()) {
    const db = await asked(indexedDB.open(name!))
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([asked(rows.getAllKeys()), asked(rows.getAll())])
      all.push(['database', JSON.stringify([name, store, keys, await plain(values)])])
    }
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = (await cache.match(request))!
      const code = new URL(request.url).pathname.startsWith('/assets/')
      all.push(['cache', [name, request.url, code ? '' : await answer.text()].join('\n')])
    }
  }
  const files = await navigator.storage.getDirectory()
  for await (const [name, file] of files as unknown as AsyncIterable<[string, FileSystemHandle]>)
    all.push([
      'file',
      name + (file instanceof FileSystemFileHandle ? await (await file.getFile()).text() : ''),
    ])
  return all
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Words of people: what they are called, how they are reached, what they wrote. Numbers are found
 * however they are written.
 */
export class Words {
  private readonly words: RegExp[]
  private readonly numbers: string[]

  constructor(all: readonly string[]) {
    const digits = (text: string) => text.replace(/\D/g, '')
    const isNumber = (text: string) => /^[+\d][\d\s-]{8,}$/.test(text)
    this.numbers = all.filter(isNumber).map(n => digits(n).slice(-8))
    this.words = all
      .filter(w => !isNumber(w))
      .map(w => new RegExp(`(?<!\\p{L})${escaped(w)}(?!\\p{L})`, 'iu'))
  }

  isIn(text: string): boolean {
    const close = text.replace(/[\s().-]/g, '')
    return this.words.some(w => w.test(text)) || this.numbers.some(n => close.includes(n))
  }

  /** The places in which one of them is kept. */
  async placesIn(page: Page): Promise<string[]> {
    const held = (await keptFor(page)).filter(([, text]) => this.isIn(text))
    return [...new Set(held.map(([place]) => place))].sort()
  }
}

/**
 * The answers with a word in them that the browser may keep on the disk, from now on: of the site,
 * without `no-store`.
 */
export function storable(page: Page, words: () => Words): () => Promise<string[]> {
  const found: Promise<string[]>[] = []
  page.context().on('response', answer => {
    const { origin, pathname } = new URL(answer.url())
    if (origin !== new URL(page.url()).origin || pathname.startsWith('/assets/')) return
    if (/\bno-store\b/.test(answer.headers()['cache-control'] ?? '')) return
    const body = answer.text().catch(() => '') // one that leads on has none
    found.push(body.then(text => (words().isIn(answer.url() + text) ? [pathname] : [])))
  })
  return async () => (await Promise.all(found)).flat()
}
