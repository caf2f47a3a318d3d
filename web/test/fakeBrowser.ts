// For tests: one browser with several tabs, our own server behind `fetch`, and a provider whose
// refresh tokens work once.
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import { TabAuth, type AuthParts } from '../src/auth/auth'
import { claimsOf } from '../src/auth/claims'
import { Delay } from '../src/auth/delay'
import { AuthError } from '../src/auth/errors'
import { browserLock, type Channel, type Lock } from '../src/auth/lock'
import { sessionCalls } from '../src/auth/sessionCalls'
import { IndexedStore } from '../src/auth/stores/indexed'
import { memoryStore } from '../src/auth/stores/memory'
import { localStore, sessionStore } from '../src/auth/stores/webStorage'
import { TokenSync } from '../src/auth/sync'
import { Tabs } from '../src/auth/tabs'
import { browserTraces } from '../src/auth/traces'
import {
  browserClock,
  type AuthConfig,
  type SignedIn,
  type SignIn,
  type Tokens,
  type User,
} from '../src/auth/types'
import { readUser } from '../src/auth/user'
import { UserStore } from '../src/auth/userStore'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const seconds = () => Math.floor(Date.now() / 1000)
export const life = 900

let made = 0

/** No two are the same. */
export function idToken(claims: Record<string, unknown> = {}): string {
  const all = {
    sub: 'uid-1',
    name: 'Noor',
    roles: ['gastheer'],
    iat: seconds(),
    exp: seconds() + life,
    auth_time: seconds(),
    jti: `made-${++made}`,
    ...claims,
  }
  return `${part({ alg: 'RS256' })}.${part(all)}.c2ln`
}

export const tokens = (
  claims: Record<string, unknown> = {},
  more: Partial<Tokens> = {},
): Tokens => ({
  idToken: idToken(claims),
  accessToken: 'access',
  refreshToken: 'r0',
  expiresIn: life,
  ...more,
})
export const user = (claims: Record<string, unknown> = {}, shared = false): User =>
  readUser(tokens(claims), shared, Date.now())

/** Lets everything run that waits for nothing but the event loop; timers stand still. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 60; i++) await new Promise(go => setImmediate(go))
}
/** Moves the clock in steps, so that what a timer starts is done before the next one goes off. */
export async function pass(ms: number, step = ms || 1): Promise<void> {
  for (let gone = 0; gone === 0 || gone < ms; gone += step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, ms - gone))
    await settle()
  }
}

/** A Storage. `told` hears of each change. */
export function fakeStorage(told: (key: string | null) => void = () => {}): Storage {
  const map = new Map<string, string>()
  const methods: Record<string, unknown> = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem(key: string, value: string) {
      map.set(key, value)
      told(key)
    },
    removeItem(key: string) {
      if (map.delete(key)) told(key)
    },
    clear() {
      map.clear()
      told(null)
    },
  }
  return new Proxy(
    {},
    {
      get: (_, key) => (key === 'length' ? map.size : methods[String(key)]),
      ownKeys: () => [...map.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        map.has(String(key))
          ? { configurable: true, enumerable: true, value: map.get(String(key)) }
          : undefined,
    },
  ) as Storage
}

export const blockedStorage = (): Storage => {
  throw new DOMException('no', 'SecurityError')
}

export const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key })

/** Channels of one name: each hears the others, a task later. */
export function hub(): () => Channel {
  const ends: EventTarget[] = []
  return () => {
    const end = new EventTarget()
    ends.push(end)
    return {
      addEventListener: end.addEventListener.bind(end),
      postMessage: (data: unknown) => {
        for (const other of ends)
          if (other !== end)
            setImmediate(() =>
              other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })),
            )
      },
    }
  }
}

export const fakeLocks = () => {
  let queue: Promise<unknown> = Promise.resolve()
  const request = (_: string, run: () => Promise<unknown>) => {
    const turn = queue.then(run)
    queue = turn.catch(() => undefined)
    return turn
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut'

/** Sessions of our server, for the one cookie of this browser. */
export class FakeServer {
  session: string | null = null
  calls: string[] = []
  /** Answers out of turn, by `METHOD path`: used up one by one. */
  next: Record<string, Answer[]> = {}
  online = true

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    const bearer = new Headers(init.headers).get('authorization')
    this.calls.push(`${method} ${input}`)
    await Promise.resolve()
    const odd = this.next[`${method} ${input}`]?.shift()
    if (!this.online || odd === 'cut') throw new TypeError('Failed to fetch')
    const { status, body, headers } = odd ?? this.answer(method, input.split('?')[0]!, bearer)
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }

  count(call: string): number {
    return this.calls.filter(c => c === call).length
  }

  private answer(
    method: string,
    path: string,
    bearer: string | null,
  ): { status: number; body?: unknown; headers?: Record<string, string> } {
    if (!path.endsWith('/api/session'))
      return this.session
        ? { status: 200, body: { for: this.session } }
        : { status: 401, body: { code: 'unauthorized' } }
    if (method === 'POST') this.session = String(claimsOf(bearer!.slice('Bearer '.length))['sub'])
    if (method === 'DELETE') this.session = null
    if (method !== 'GET') return { status: 204 }
    return this.session
      ? { status: 200, body: { uid: this.session } }
      : { status: 401, body: { code: 'unauthorized' } }
  }
}

/**
 * Gives new tokens for the newest refresh token only. An older one ends everything, as with
 * Keycloak.
 */
export class FakeIdentity {
  valid = 'r0'
  life = life
  lost = false
  refreshes = 0
  claims: Record<string, unknown> = {}
  failures: AuthError[] = []
  silentAnswer: SignedIn | null = null
  asked: unknown[] = []
  answer: SignedIn | AuthError = { tokens: tokens(), shared: false, returnTo: '/beheer' }

  readonly signIn: SignIn = {
    ready: () => Promise.resolve(config),
    popup: options => this.give(options),
    redirect: async options => {
      throw await this.give(options)
    },
    redirectResult: () => this.give('redirectResult'),
    silent: () => Promise.resolve(this.silentAnswer),
    refresh: token => this.refresh(token),
    endSession: () => Promise.resolve('https://login.voorbeeld.nl/uit'),
  }

  private async give(asked: unknown): Promise<SignedIn> {
    this.asked.push(asked)
    if (this.answer instanceof AuthError) throw this.answer
    this.valid = this.answer.tokens.refreshToken ?? this.valid
    return this.answer
  }

  private async refresh(token: string): Promise<Tokens> {
    await new Promise(go => setImmediate(go))
    const failure = this.failures.shift()
    if (failure) throw failure
    if (this.lost || token !== this.valid) {
      this.lost = true
      throw new AuthError('auth/user-token-expired')
    }
    this.valid = `r${++this.refreshes}`
    const { valid } = this
    await new Promise(go => setImmediate(go))
    return tokens(this.claims, { refreshToken: valid, expiresIn: this.life })
  }
}

export const config: AuthConfig = {
  issuer: 'https://login.voorbeeld.nl',
  clientId: 'web',
  sessionSyncPath: '/api/session',
  ahead: 0,
}
const origin = 'https://voorbeeld.nl'

export interface Tab {
  auth: TabAuth
  parts: AuthParts
  session: Storage
  log: string[]
  /** What the service worker was told. */
  news: string[]
}

/** What a tab tells, in order. */
export function listen({ auth }: Tab): unknown[] {
  const heard: unknown[] = []
  auth.onToken(u => heard.push(['token', u?.uid ?? null]))
  auth.onUser((u, why) => heard.push(['user', u?.uid ?? null, ...(why ? [why] : [])]))
  return heard
}

export class FakeBrowser {
  readonly server = new FakeServer()
  readonly identity = new FakeIdentity()
  readonly indexed = new IDBFactory()
  readonly locks = fakeLocks()
  readonly flags = new Set<string>()
  readonly pages: EventTarget[] = []
  readonly local = fakeStorage(key => {
    for (const page of this.pages) setImmediate(() => page.dispatchEvent(storageEvent(key)))
  })
  private readonly lockChannel = hub()
  private readonly tabChannel = hub()

  constructor() {
    vi.stubGlobal('fetch', this.server.fetch)
  }

  /** A tab that only knows what this browser keeps. */
  tab(
    more: Partial<AuthParts> & {
      session?: Storage
      indexed?: () => IDBFactory
      local?: () => Storage
    } = {},
  ): Tab {
    const {
      session = fakeStorage(),
      indexed = () => this.indexed,
      local = () => this.local,
      ...parts
    } = more
    const page = new EventTarget()
    this.pages.push(page)
    const log: string[] = []
    const news: string[] = []
    const clock = browserClock
    const calls = sessionCalls(
      clock,
      new Delay(
        { browser: 30_000, phone: 60_000, long: 60_000 },
        'browser',
        () => this.server.online,
      ),
    )
    const all: AuthParts = {
      signIn: this.identity.signIn,
      clock,
      store: new UserStore([
        new IndexedStore({ factory: indexed, clock, page, log: () => log.push('poll') }),
        localStore({ storage: local, clock, phone: false, page }),
        sessionStore(() => session),
        memoryStore(),
      ]),
      sync: new TokenSync({
        config: () => Promise.resolve(config),
        calls,
        clock,
        secure: true,
        origin,
      }),
      lock: browserLock({ locks: this.locks, channel: undefined, clock }),
      tabs: new Tabs(this.tabChannel(), clock),
      shell: { tell: what => Promise.resolve(void news.push(what)) },
      traces: browserTraces({
        storages: [() => this.local, () => session],
        caches: undefined,
        databases: indexed,
      }),
      flag: {
        raise: shared => void this.flags.add(shared ? 'tab' : 'browser'),
        drop: () => this.flags.clear(),
      },
      log: (error, doing) =>
        void log.push(`${doing} ${error instanceof AuthError ? error.code : String(error)}`),
      ...parts,
    }
    return { auth: new TabAuth(all), parts: all, session, log, news }
  }

  /** For a tab without navigator.locks. */
  election(): Lock {
    return browserLock({ locks: undefined, channel: this.lockChannel(), clock: browserClock })
  }

  async started(tab = this.tab()): Promise<Tab> {
    await tab.auth.start()
    await settle()
    return tab
  }

  /** By popup, as the person of `user()`. */
  async signedIn(options = { shared: false }, tab = this.tab()): Promise<Tab> {
    this.identity.answer = { tokens: tokens(), shared: options.shared, returnTo: '/beheer' }
    this.identity.claims = { auth_time: seconds() }
    await tab.auth.signInPopup(options)
    await settle()
    return tab
  }

  /** All that the stores of this browser and of these tabs hold, as text. */
  async everything(...tabs: Tab[]): Promise<string> {
    const storages = [this.local, ...tabs.map(t => t.session)].map(storage =>
      Object.entries({ ...storage }),
    )
    const users = await Promise.all(tabs.map(t => t.parts.store.load()))
    return JSON.stringify([storages, users, await this.records()])
  }

  /** All records of the indexed store. */
  records(): Promise<unknown[]> {
    return new Promise(done => {
      const open = this.indexed.open('hr-auth')
      open.onsuccess = () => {
        const all = open.result.transaction('records').objectStore('records').getAll()
        all.onsuccess = () => done(all.result as unknown[])
      }
    })
  }

  /** Somebody signed in on an earlier page. */
  async keep(who: User, tab = this.tab()): Promise<void> {
    await tab.parts.store.save(who)
    this.server.session = who.uid
    this.identity.claims = { sub: who.uid, auth_time: who.authTime }
  }
}

/**
 * Every test of a file in a browser of its own, at ten o'clock, with timers that the test moves.
 */
export function eachInANewBrowser(give: (browser: FakeBrowser) => void): void {
  beforeEach(() => {
    vi.useFakeTimers({
      now: new Date('2026-11-24T10:00:00Z'),
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
    })
    give(new FakeBrowser())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
