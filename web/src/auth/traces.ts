// What staff screens leave in the browser besides the person: drafts in storage, and the shelves of
// the service worker. Every key of such a draft starts with `hr.staff.`, every cache with
// `hr-staff`, what is kept of a started sign-in with `hr.signin.`. What the screen of the door
// showed last goes in each case, and with it the proof of who taps. Taps that wait keep theirs.

export interface Traces {
  /** Removes drafts and caches: the person signed out. Settles when they are gone. */
  wipe(): Promise<unknown>
  /** The person was signed out by something else: unsaved text stays, for this person only. */
  keepFor(uid: string): Promise<unknown>
  /** Somebody signed in: what was kept for somebody else goes. */
  claim(uid: string): Promise<unknown>
  /**
   * The provider knows somebody whom it must ask anew: the person signed out and it could not be
   * told, so that it would let in whoever comes next, or it asked for a password alone.
   */
  leaveOpen(): void
  leftOpen(): boolean
  /** Somebody gave their password since. */
  closed(): void
}

const prefix = 'hr.staff.'
const started = 'hr.signin.'
const owner = 'hr.staff.owner'
const open = 'hr:open'

export interface TraceOptions {
  /** Each may throw: storage can be blocked. */
  storages: (() => Storage)[]
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined
  /** May throw. */
  databases: () => IDBFactory
}

export function browserTraces({ storages, caches, databases }: TraceOptions): Traces {
  const each = (act: (storage: Storage) => void) =>
    storages.forEach(find => quietly(() => act(find())))
  const draftsOf = (storage: Storage) => Object.keys(storage).filter(key => key.startsWith(prefix))
  const wipeOne = (storage: Storage) => draftsOf(storage).forEach(key => storage.removeItem(key))
  const wipeOthers = (storage: Storage, uid: string) =>
    draftsOf(storage)
      .filter(key => !isOf(storage.getItem(key), uid))
      .forEach(key => storage.removeItem(key))
  const wipeStarted = (storage: Storage) =>
    Object.keys(storage)
      .filter(key => key.startsWith(started))
      .forEach(key => storage.removeItem(key))
  const gone = (...more: Promise<void>[]) => Promise.allSettled([dropReading(databases), ...more])
  const leftOpen = () => {
    let left = false
    each(storage => {
      left ||= storage.getItem(open) !== null
    })
    return left
  }
  return {
    wipe() {
      each(wipeOne)
      each(wipeStarted)
      return gone(dropCaches(caches))
    },
    keepFor(uid) {
      each(storage => {
        if (draftsOf(storage).length > 0) storage.setItem(owner, uid)
      })
      return gone()
    },
    claim(uid) {
      each(storage =>
        storage.getItem(owner) === uid ? storage.removeItem(owner) : wipeOthers(storage, uid),
      )
      return gone()
    },
    leaveOpen: () =>
      each(storage => {
        if (!leftOpen()) storage.setItem(open, '1')
      }), // the first that takes it: all tabs see that one
    leftOpen,
    closed: () => each(storage => storage.removeItem(open)),
  }
}

/** Whether a draft says itself that it is this person's. */
function isOf(text: string | null, uid: string): boolean {
  try {
    return (JSON.parse(text ?? '') as { uid?: string } | null)?.uid === uid
  } catch {
    return false
  }
}

async function dropCaches(caches: TraceOptions['caches']): Promise<void> {
  for (const name of (await caches?.keys()) ?? [])
    if (name.startsWith('hr-staff')) await caches?.delete(name)
}

/** A device on which nobody ever opened that screen gets no database of it. */
const dropReading = async (find: () => IDBFactory) =>
  new Promise<void>((gone, failed) => {
    const opening = find().open('hr-taps')
    opening.onupgradeneeded = () => opening.transaction!.abort()
    opening.onerror = failed
    opening.onsuccess = () => {
      const change = opening.result.transaction('reading', 'readwrite')
      change.objectStore('reading').clear()
      change.oncomplete = () => gone()
      change.onabort = failed
      opening.result.close() // once that is done
    }
  })

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    /* blocked storage holds nothing of ours */
  }
}
