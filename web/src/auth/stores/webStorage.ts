import type { Clock } from '../types'
import { testKey, type Persistence } from './store'

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

export function localStore(options: LocalOptions): Persistence {
  const watch = new LocalWatch(options)
  return {
    name: 'local',
    ...entries(options.storage, (key, text) => watch.own(key, text)),
    watch: (key, changed) => watch.add(key, changed),
  }
}

function entries(
  storage: Find,
  wrote: (key: string, text: string | null) => void,
): Omit<Persistence, 'name' | 'watch'> {
  return {
    async available() {
      try {
        storage().setItem(testKey, '1')
        storage().removeItem(testKey)
        return true
      } catch {
        return false
      }
    },
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

/**
 * Hears of other tabs by the `storage` event; a phone polls as well, and the first of the two that
 * reports switches the other off.
 */
class LocalWatch {
  private readonly seen = new Map<string, string | null>()
  private readonly listeners = new Map<string, Set<() => void>>()
  private stopEvents = () => {}
  private stopPoll = () => {}

  constructor(private readonly options: LocalOptions) {}

  add(key: string, changed: () => void): () => void {
    if (this.listeners.size === 0) this.start()
    if (!this.listeners.has(key)) {
      this.listeners.set(key, new Set())
      this.seen.set(key, this.text(key))
    }
    this.listeners.get(key)!.add(changed)
    return () => this.drop(key, changed)
  }

  own(key: string, text: string | null) {
    if (this.listeners.has(key)) this.seen.set(key, text)
  }

  private drop(key: string, changed: () => void) {
    const all = this.listeners.get(key)
    all?.delete(changed)
    if (all?.size !== 0) return
    this.listeners.delete(key)
    this.seen.delete(key)
    if (this.listeners.size === 0) this.stop()
  }

  private start() {
    const { page, phone } = this.options
    const hear = (event: Event) => {
      const { key } = event as StorageEvent
      if (this.compare(key === null ? [...this.listeners.keys()] : [key])) this.stopPoll()
    }
    page.addEventListener('storage', hear)
    this.stopEvents = () => page.removeEventListener('storage', hear)
    if (phone) this.poll()
  }

  private stop() {
    this.stopEvents()
    this.stopPoll()
  }

  private poll() {
    this.stopPoll = this.options.clock.after(pollEvery, () => {
      this.poll()
      if (this.compare([...this.listeners.keys()])) this.stopEvents()
    })
  }

  /** Whether one of these is another text than we knew; who listens is told. */
  private compare(keys: string[]): boolean {
    const changed = keys.filter(
      key => this.listeners.has(key) && this.text(key) !== this.seen.get(key),
    )
    for (const key of changed) this.seen.set(key, this.text(key))
    for (const key of changed) for (const tell of [...(this.listeners.get(key) ?? [])]) tell()
    return changed.length > 0
  }

  private text(key: string): string | null {
    try {
      return this.options.storage().getItem(key)
    } catch {
      return null
    }
  }
}
