// The flag that tells every page, before anything is loaded, that somebody of the staff is signed in here (identity.md 8).
// Part of the entry of every page: no imports. It holds no name and no right; the server decides what may be read.
const key = 'hr:staff'
const listeners = new Set<() => void>()

export const staffFlag = {
  get: (): boolean => isSet(() => localStorage) || isSet(() => sessionStorage),

  /** On a shared computer the flag goes with the tab. */
  raise(shared: boolean): void {
    remove()
    quietly(() => (shared ? sessionStorage : localStorage).setItem(key, '1'))
    tell()
  },

  drop(): void {
    remove()
    tell()
  },

  /** Calls after a change, also one of another tab. */
  subscribe(changed: () => void): () => void {
    if (listeners.size === 0) addEventListener('storage', tell)
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
      if (listeners.size === 0) removeEventListener('storage', tell)
    }
  },
}

function tell(): void {
  for (const changed of [...listeners]) changed()
}

function remove(): void {
  quietly(() => localStorage.removeItem(key))
  quietly(() => sessionStorage.removeItem(key))
}

const isSet = (storage: () => Storage) => quietly(() => storage().getItem(key) === '1') ?? false

/** A browser that refuses storage has no flag; nor has the server, where pages are drawn too. */
function quietly<T>(f: () => T): T | undefined {
  try { return f() } catch { return undefined }
}
