// What tests of pages stand on: the whole app at an address, with a sign-in part that does what the
// test says.
import { act, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter, useLocation } from '../src/router'
import { vi } from 'vitest'
import { App } from '../src/App'
import type { Auth, AuthConfig, Role, User } from '../src/auth/types'
import { parts } from '../src/layout/parts'
import { sessionSource } from '../src/layout/session'
import { bareSite } from '../src/layout/site'
import { ready, StoreContext, type PageModule, type StaffModule, type Store } from '../src/page'

const modules = import.meta.glob<PageModule>([
  '../src/features/*/*Page.tsx',
  '../src/features/*/*/*Page.tsx',
  '!../src/features/*/staff/*',
])

export const person = (roles: Role[], more: Partial<User> = {}): User => ({
  uid: 'u1',
  name: 'Noor',
  roles,
  idToken: 'x',
  accessToken: 'y',
  iat: 0,
  authTime: 0,
  receivedAt: 0,
  expiresAt: 0,
  shared: false,
  ...more,
})

const config: AuthConfig = {
  issuer: 'https://login.example',
  clientId: 'web',
  sessionSyncPath: '/api/session',
  ahead: 0,
}

export type FakeAuth = ReturnType<typeof fakeAuth>

/** A sign-in part in which everything goes well, until the test says otherwise. */
export function fakeAuth(user: User | null = null) {
  const users = new Set<(user: User | null, why?: string) => void>()
  const tokens = new Set<(user: User | null) => void>()
  const auth = {
    user,
    ahead: 0,
    start: vi.fn(() => Promise.resolve()),
    ready: vi.fn(() => Promise.resolve(config)),
    signInPopup: vi.fn<Auth['signInPopup']>(() => new Promise(() => {})),
    signInRedirect: vi.fn<Auth['signInRedirect']>(() => new Promise(() => {})),
    redirectResult: vi.fn<Auth['redirectResult']>(() => Promise.resolve(null)),
    signInSilent: vi.fn<Auth['signInSilent']>(() => Promise.resolve(null)),
    signOut: vi.fn(() => Promise.resolve('/')),
    fetch: vi.fn<Auth['fetch']>(() => Promise.resolve(Response.json({ items: [] }))),
    onUser: (l: (user: User | null, why?: string) => void) => add(users, l),
    onToken: (l: (user: User | null) => void) => add(tokens, l),
    beforeChange: () => () => {},
    /** Somebody else is signed in now, or nobody. */
    become(next: User | null, why?: string) {
      auth.user = next
      for (const l of tokens) l(next)
      for (const l of users) l(next, why)
    },
  }
  return auth satisfies Auth
}

function add<T>(set: Set<T>, item: T) {
  set.add(item)
  return () => void set.delete(item)
}

interface Given {
  auth?: FakeAuth
  /** Fetches the sign-in part. */
  fetchAuth?: () => Promise<Auth>
  staff?: () => Promise<StaffModule | undefined>
  /** What the reads of a page of visitors give. */
  data?: Record<string, unknown>
}

let root: Root | undefined
let clicks = 0
const click = () => void clicks++

/** The app at this address. Gives where the router stands. */
export async function open(
  path: string,
  {
    auth = fakeAuth(),
    fetchAuth = () => Promise.resolve(auth),
    staff = () => import('../src/staff'),
    data = {},
  }: Given = {},
) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  const code = new Map<string, Promise<PageModule | undefined>>()
  const loaded = ready({ status: 200, data })
  let area: Promise<StaffModule | undefined> | undefined
  const pieces = new Map<string, Promise<unknown>>()
  const store: Store = {
    origin: 'https://site.example',
    module(name) {
      if (!code.has(name)) code.set(name, modules[`../src/features/${name}.tsx`]!())
      return code.get(name)!
    },
    part(name) {
      if (!pieces.has(name)) pieces.set(name, parts[name]())
      return pieces.get(name) as Promise<never>
    },
    staff: () => (area ??= staff()),
    session: sessionSource(fetchAuth),
    load: () => loaded,
    warm() {},
    retry: () => {
      area = undefined
    },
    layout: { get: () => site, subscribe: () => () => {} },
  }
  let at = ''
  const Where = () => {
    const { pathname, search } = useLocation()
    at = pathname + search
    return null
  }
  history.replaceState(null, '', path)
  clicks = 0
  document.addEventListener('click', click, true)
  await act(async () =>
    root!.render(
      <StrictMode>
        <StoreContext value={store}>
          <BrowserRouter>
            <App />
            <Where />
          </BrowserRouter>
        </StoreContext>
      </StrictMode>,
    ),
  )
  await settle()
  return { at: () => at, store }
}

const site = { ...bareSite, phone: '0123 45 67 89' }

/** Lets chunks, promises and effects come to rest. */
export async function settle() {
  for (let i = 0; i < 5; i++) await act(() => vi.dynamicImportSettled())
}

export async function close() {
  await act(async () => root?.unmount())
  root = undefined
  document.removeEventListener('click', click, true)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

export const text = () => document.body.textContent ?? ''
export const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(
    b => (b.getAttribute('aria-label') ?? b.textContent) === name,
  )
/** How often something was pressed since the app was opened. */
export const presses = () => clicks
export const press = (name: string) => act(async () => button(name)!.click())
