import type { Clock } from '../types'
import { succeeds, testKey, type Persistence } from './store'
import { Watched } from './watched'

export interface IndexedOptions {
  factory: () => IDBFactory
  clock: Clock
  /** Where `pagehide` and `pageshow` come from. */
  page: EventTarget
  log: (error: unknown) => void
  /** Its name, if it is not the one that people are kept in. */
  database?: string
}

/**
 * A database that has not answered by then never will: some browsers leave `open` hanging. It
 * counts as a store that fails.
 */
export const databaseMs = 3000
const table = 'records'
const pollEvery = 800
const attempts = 4

interface Entry {
  key: string
  value: unknown
}

/**
 * IndexedDB tells nobody of a write in another tab, so while somebody listens all records are read
 * every 800 ms.
 */
export class IndexedStore implements Persistence {
  readonly name = 'indexed'
  private handle: Promise<IDBDatabase> | undefined
  private readonly watched = new Watched(
    () => this.start(),
    () => this.stop(),
  )
  private writing = 0
  private writes = 0
  private pollFails = false
  private polling = { stop: () => {} }

  constructor(private readonly options: IndexedOptions) {}

  available(): Promise<boolean> {
    return new Promise(settle => {
      const stop = this.options.clock.after(databaseMs, () => settle(false))
      void succeeds(this.write(testKey, '1').then(() => this.remove(testKey)))
        .then(settle)
        .finally(stop)
    })
  }

  async read(key: string): Promise<unknown> {
    const entry = await this.attempt<Entry | undefined>('readonly', s => s.get(key))
    this.watched.read(key, textOf(entry))
    return entry?.value
  }

  async write(key: string, value: unknown): Promise<void> {
    const entry: Entry = { key, value }
    await this.own(key, textOf(entry), s => s.put(entry))
  }

  async remove(key: string): Promise<void> {
    await this.own(key, null, s => s.delete(key))
  }

  watch(key: string, changed: () => void): () => void {
    return this.watched.add(key, changed)
  }

  private async own(
    key: string,
    text: string | null,
    act: (s: IDBObjectStore) => IDBRequest,
  ): Promise<void> {
    this.writing++
    this.writes++
    try {
      await this.attempt('readwrite', act)
      this.watched.wrote(key, text)
    } finally {
      this.writing--
    }
  }

  /**
   * Four attempts without a pause, each on a fresh handle: browsers drop handles, and the next one
   * works.
   */
  private async attempt<T>(
    mode: IDBTransactionMode,
    act: (s: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    for (let turn = 1; ; turn++) {
      try {
        return await transact(await this.open(), mode, act)
      } catch (error) {
        this.close()
        if (turn === attempts) throw error
      }
    }
  }

  private open(): Promise<IDBDatabase> {
    if (this.handle) return this.handle
    const handle: Promise<IDBDatabase> = openTable(this.options, () => {
      if (this.handle === handle) this.handle = undefined
    })
    return (this.handle = handle)
  }

  private close() {
    void this.handle?.then(
      db => db.close(),
      () => {},
    )
    this.handle = undefined
  }

  private start() {
    const { page } = this.options
    const hide = () => {
      this.polling.stop()
      this.close()
    }
    const show = () => {
      this.polling.stop()
      this.poll(0)
    }
    page.addEventListener('pagehide', hide)
    page.addEventListener('pageshow', show)
    this.poll(0)
    this.stop = () => {
      hide()
      page.removeEventListener('pagehide', hide)
      page.removeEventListener('pageshow', show)
    }
  }

  private stop = () => {}

  private poll(wait: number) {
    let on = true
    const cancel = this.options.clock.after(
      wait,
      () =>
        void this.look(() => on).then(() => {
          if (on) this.poll(pollEvery)
        }),
    )
    this.polling = {
      stop: () => {
        on = false
        cancel()
      },
    }
  }

  private async look(on: () => boolean): Promise<void> {
    const before = this.writes
    const records = await this.attempt<Entry[]>('readonly', s => s.getAll()).catch(
      (error: unknown) => {
        // once: the next poll comes in less than a second
        if (!this.pollFails) this.options.log(error)
        this.pollFails = true
        return undefined
      },
    )
    if (!records) return
    this.pollFails = false
    // what was read may be older than our own write
    if (!on() || this.writing > 0 || before !== this.writes) return
    this.watched.compare(key => textOf(records.find(entry => entry.key === key)))
  }
}

const textOf = (entry: Entry | undefined) => (entry ? JSON.stringify(entry.value) : null)

/** Settles when the transaction is complete: only then another tab reads what was written. */
function transact<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  act: (s: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode)
    const request = act(transaction.objectStore(table))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error)
  })
}

/** A database without our table is a broken leftover: it is deleted and made again, once. */
async function openTable(options: IndexedOptions, closed: () => void): Promise<IDBDatabase> {
  const { database = 'hr-auth' } = options
  const factory = options.factory()
  let db = await openDatabase(factory, database)
  if (!db.objectStoreNames.contains(table)) {
    db.close()
    await settle(factory.deleteDatabase(database))
    db = await openDatabase(factory, database)
  }
  db.onclose = closed
  db.onversionchange = () => {
    // another tab wants to delete it: do not stand in the way
    db.close()
    closed()
  }
  return db
}

function openDatabase(factory: IDBFactory, database: string): Promise<IDBDatabase> {
  const request = factory.open(database, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(table, { keyPath: 'key' })
  return settle(request)
}

function settle<T>(request: IDBOpenDBRequest & IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = event => {
      event.preventDefault() // Firefox would report it a second time, on the window
      reject(request.error)
    }
    request.onblocked = () => reject(new DOMException('blocked', 'InvalidStateError'))
  })
}
