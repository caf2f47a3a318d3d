// The flag that tells every page, before anything is loaded, that somebody of the staff is signed
// in here. Part of the entry of every page: no imports. It holds no name and no
// right; the server decides what may be read.
const key = 'hr:staff'
const listeners = new Set<() => void>()
const local = () => localStorage
const session = () => sessionStorage

export const staffFlag = {
  get: (): boolean => isSet(local) || isSet(session),

  /**
   * On a shared computer the flag goes with the tab. One that is up stays up: every renewal raises
   * it again, and another tab that saw it gone for a moment would close its screens, with what was
   * typed there.
   */
  raise(shared: boolean): void {
    const [here, there] = shared ? [session, local] : [local, session]
    quietly(() => here().setItem(key, '1'))
    remove(there)
    tell()
  },

  drop(): void {
    remove(local)
    remove(session)
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

const remove = (storage: () => Storage) => void quietly(() => storage().removeItem(key))

const isSet = (storage: () => Storage) => quietly(() => storage().getItem(key) === '1') ?? false

/** A browser that refuses storage has no flag; nor has the server, where pages are drawn too. */
function quietly<T>(f: () => T): T | undefined {
  try {
    return f()
  } catch {
    return undefined
  }
}
