// Who is signed in, as every page knows it. Visitors carry the flag's one line of storage and these
// functions, nothing of the sign-in part itself: that is fetched for people who are signed in, and
// on the pages where somebody signs in.
import { useEffect, useSyncExternalStore } from 'react'
import { staffFlag } from '../auth/flag'
import type { Auth } from '../auth/types'
import { useStore, type SessionSource, type SessionState } from '../page'

export const asleep: SessionState = { is: 'asleep', user: null }

export function sessionSource(fetchAuth: () => Promise<Auth>): SessionSource {
  let state = asleep
  let auth: Promise<Auth> | undefined
  const listeners = new Set<() => void>()
  const set = (next: Partial<SessionState>) => {
    state = { ...state, ...next }
    for (const tell of listeners) tell()
  }
  async function begin(): Promise<Auth> {
    set({ is: 'loading' })
    const a = await fetchAuth().catch(() => fetchAuth()) // one retry, as for every chunk
    a.onUser((user, why) => set({ user, why }))
    a.onToken(user => set({ user }))
    void a.start().then(() => set({ is: 'known', user: a.user }))
    return a
  }
  return {
    get: () => state,
    subscribe(tell) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    open() {
      auth ??= begin().catch((e: unknown) => {
        auth = undefined
        console.error('the sign-in part did not load', e)
        set({ is: 'failed' })
        throw e
      })
      return auth
    },
    told: () => set({ why: undefined }),
  }
}

const nobody = () => false

/**
 * Whether this browser has a staff sign-in, by the flag alone. False while hydrating, as on the
 * server.
 */
export const useSignedIn = () => useSyncExternalStore(staffFlag.subscribe, staffFlag.get, nobody)

/** The session, fetched as soon as `wanted`. */
export function useSession(wanted: boolean): SessionState {
  const { session } = useStore()
  useEffect(() => {
    if (wanted) session.open().catch(() => undefined) // `failed` says it
  }, [session, wanted])
  return useSyncExternalStore(session.subscribe, session.get, () => asleep)
}
