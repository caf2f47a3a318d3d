import type { Clock } from '../types'
import { testKey, type Persistence } from './store'
import { Watched } from './watched'

/**
 * Reading `window.localStorage` throws already when storage is blocked, so it is asked for each
 * time.
 */
type Find = () => Storage

export interface LocalOptions {
  storage: Find
  clock: Clock
  /** Phones do not always hear of writes in another tab: they look for themselves as well. */
  phone: boolean
  /** Where `storage` events come from. */
  page: EventTarget
}

const pollEvery = 1000

/** Belongs to one tab: there is no other tab to hear from. */
export function sessionStore(storage: Find): Persistence {
  return { name: 'session', ...entries(storage, () => {}), watch: () => () => {} }
}

/**
 * Hears of other tabs by the `storage` event; a phone polls as well, and the first of the two that
 * reports switches the other off.
 */
export function localStore({ storage, clock, phone, page }: LocalOptions): Persistence {
  const text = (key: string) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  let stopPoll = () => {}
  const poll = () => {
    stopPoll = clock.after(pollEvery, () => {
      poll()
      if (watched.compare(text)) stopEvents()
    })
  }
  const hear = (event: Event) => {
    if (watched.compare(text, (event as StorageEvent).key)) stopPoll()
  }
  const stopEvents = () => page.removeEventListener('storage', hear)
  const watched = new Watched(
    () => {
      page.addEventListener('storage', hear)
      if (phone) poll()
    },
    () => {
      stopEvents()
      stopPoll()
    },
  )
  return {
    name: 'local',
    ...entries(storage, (key, written) => watched.wrote(key, written)),
    watch: (key, changed) => watched.add(key, changed, text(key)),
  }
}

/** Whether it gives back what it was given. */
export function keeps(storage: Find): boolean {
  try {
    storage().setItem(testKey, '1')
    const kept = storage().getItem(testKey) === '1'
    storage().removeItem(testKey)
    return kept
  } catch {
    return false
  }
}

function entries(
  storage: Find,
  wrote: (key: string, text: string | null) => void,
): Omit<Persistence, 'name' | 'watch'> {
  return {
    available: () => Promise.resolve(keeps(storage)),
    async read(key) {
      const text = storage().getItem(key)
      try {
        return text === null ? undefined : (JSON.parse(text) as unknown)
      } catch {
        return undefined
      }
    },
    async write(key, value) {
      const text = JSON.stringify(value)
      storage().setItem(key, text)
      wrote(key, text)
    },
    async remove(key) {
      storage().removeItem(key)
      wrote(key, null)
    },
  }
}
