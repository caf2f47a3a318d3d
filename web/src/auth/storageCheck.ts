// Whether this browser keeps anything for us. Reading `window.localStorage` alone
// may already throw.
import { AuthError } from './errors'
import type { Clock } from './types'

const key = '__sak'
const database = 'hr-check'

/**
 * A database that has not answered by then never will: some browsers leave `open` hanging. It
 * counts as a store that fails.
 */
export const databaseMs = 3000

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

function keeps(open: () => Storage | null): boolean {
  try {
    const storage = open()
    storage?.setItem(key, '1')
    const kept = storage?.getItem(key) === '1'
    storage?.removeItem(key)
    return kept
  } catch {
    return false
  }
}

function databaseKeeps(clock: Clock): Promise<boolean> {
  return new Promise(settle => {
    const stop = clock.after(databaseMs, () => settle(false))
    const answer = (kept: boolean) => {
      stop()
      settle(kept)
    }
    try {
      tryDatabase(window.indexedDB, answer)
    } catch {
      answer(false)
    }
  })
}

function tryDatabase(factory: IDBFactory, answer: (kept: boolean) => void): void {
  const opening = factory.open(database, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(key)
  opening.onerror = event => {
    event.preventDefault() // Firefox would report it a second time, on the window
    answer(false)
  }
  opening.onsuccess = () => {
    const db = opening.result
    const end = (kept: boolean) => {
      db.close()
      if (kept) factory.deleteDatabase(database)
      answer(kept)
    }
    try {
      const writing = db.transaction(key, 'readwrite')
      writing.objectStore(key).put('1', key)
      writing.objectStore(key).delete(key)
      writing.oncomplete = () => end(true)
      writing.onabort = () => end(false)
    } catch {
      end(false)
    }
  }
}
