// The sign-in part, with the real browser. Fetched only for people who are signed in, and on the
// pages where somebody signs in.
import { TabAuth } from './auth'
import { configSource } from './config'
import { delaysFor, profileOf } from './delay'
import { logError } from './errors'
import { staffFlag } from './flag'
import { browserLock } from './lock'
import { sessionCalls } from './sessionCalls'
import { ShellLink } from './shellLink'
import { createSignIn } from './signIn'
import { IndexedStore } from './stores/indexed'
import { memoryStore } from './stores/memory'
import { localStore, sessionStore } from './stores/webStorage'
import { TokenSync } from './sync'
import { Tabs } from './tabs'
import { browserTraces } from './traces'
import { browserClock, type Auth } from './types'
import { UserStore } from './userStore'
import { staffWorkers } from './workers'

const channel = (name: string) =>
  typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
/** Paths of all that this page has loaded. */
const loaded = () =>
  performance.getEntriesByType('resource').map(e => new URL(e.name, location.origin).pathname)

export const auth: Auth = browserAuth()

function browserAuth(): Auth {
  const clock = browserClock
  const delays = delaysFor()
  const config = configSource(clock, delays)
  const local = () => localStorage
  const session = () => sessionStorage
  const tab = new TabAuth({
    signIn: createSignIn({ clock, config }),
    store: new UserStore([
      new IndexedStore({
        factory: () => indexedDB,
        clock,
        page: window,
        log: e => logError(e, 'storage'),
      }),
      localStore({
        storage: local,
        clock,
        phone: profileOf(navigator.userAgent) === 'phone',
        page: window,
      }),
      sessionStore(session),
      memoryStore(),
    ]),
    sync: new TokenSync({
      config,
      calls: sessionCalls(clock, delays.network),
      clock,
      secure: isSecureContext,
      origin: location.origin,
    }),
    lock: browserLock({
      locks: navigator.locks as LockManager | undefined,
      channel: channel('hr-auth-refresh'),
      clock,
    }),
    tabs: new Tabs(channel('hr-auth'), clock),
    shell: new ShellLink({
      container: staffWorkers(),
      assets: loaded,
      clock,
      log: e => logError(e, 'shell'),
    }),
    traces: browserTraces({
      storages: [local, session],
      caches: 'caches' in globalThis ? caches : undefined,
      databases: () => indexedDB,
    }),
    flag: staffFlag,
    clock,
    log: logError,
  })
  addEventListener('online', () => tab.wake(true))
  addEventListener('pageshow', () => tab.wake(false))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tab.wake(false)
  })
  return tab
}
