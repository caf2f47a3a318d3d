// What staff screens leave in the browser besides the person: drafts in storage, and the shelves of
// the service worker. Every key of such a draft starts with `hr.staff.`, every cache with
// `hr-staff`, what is kept of a started sign-in with `hr.signin.`.

export interface Traces {
  /** Removes drafts and caches: the person signed out. */
  wipe(): void
  /** The person was signed out by something else: unsaved text stays, for this person only. */
  keepFor(uid: string): void
  /** Somebody signed in: what was kept for somebody else goes. */
  claim(uid: string): void
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
}

export function browserTraces({ storages, caches }: TraceOptions): Traces {
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
      void dropCaches(caches).catch(() => undefined)
    },
    keepFor: uid =>
      each(storage => {
        if (draftsOf(storage).length > 0) storage.setItem(owner, uid)
      }),
    claim: uid =>
      each(storage =>
        storage.getItem(owner) === uid ? storage.removeItem(owner) : wipeOthers(storage, uid),
      ),
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

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    /* blocked storage holds nothing of ours */
  }
}
