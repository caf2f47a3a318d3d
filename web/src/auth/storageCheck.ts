// Whether this browser keeps anything for us. Reading `window.localStorage` alone
// may already throw.
import { AuthError } from './errors'
import { IndexedStore } from './stores/indexed'
import { keeps } from './stores/webStorage'
import type { Clock } from './types'

const database = 'hr-check'

/**
 * Rejects with `web-storage-unsupported` without sessionStorage, without any store that lasts, or
 * without `crypto.subtle`.
 */
export async function checkStorage(clock: Clock): Promise<void> {
  try {
    const [indexed, local, session] = [
      await databaseKeeps(clock),
      keeps(() => window.localStorage),
      keeps(() => window.sessionStorage),
    ]
    if (session && (indexed || local) && window.crypto?.subtle) return
  } catch (cause) {
    throw new AuthError('auth/internal-error', { cause })
  }
  throw new AuthError('auth/web-storage-unsupported')
}

/** Tried with a database that goes again. */
async function databaseKeeps(clock: Clock): Promise<boolean> {
  const factory = () => window.indexedDB
  const kept = await new IndexedStore({
    factory,
    clock,
    page: window,
    log: () => {},
    database,
  }).available()
  if (kept) factory().deleteDatabase(database)
  return kept
}
