// The taps of an evening, kept on this device until the server has counted them. A tap is stored
// before anything else happens, with ids and never a name, and leaves the device only when the
// server answered it: whatever dies in between, it is sent again, and the server counts its id
// once.
import type { components } from '../../../../api/schema.gen'

type Schemas = components['schemas']
type Sent = Schemas['Tap']
export type TapAnswer = Schemas['TapAnswer']
export type Tapper = Schemas['Tapper']

/** What a thumb did. */
export type Tap =
  | { kind: 'visit'; day: string; dayPart: string; change: 1 | -1; reason?: string }
  | { kind: 'visit'; day: string; session: string; change: 1 | -1; reason?: string }
  | { kind: 'unnamed'; day: string; session: string; change: 1 | -1 }
  | {
      kind: 'attendance'
      day: string
      session: string
      registration: string
      wanted: 'here' | 'absent' | 'open'
      guests?: number
    }

/** A tap with its id and who made it; `at` is the time of this device. */
type Made = Tap & { tapId: string; tapper: Tapper; at: number }
/** A tap as it is kept: `no` is its place in the order. */
export type Kept = Made & { no: number }

export interface TapStore {
  /** Settles when it is really there. */
  add(tap: Made): Promise<Kept>
  /** In the order in which they were made. */
  all(): Promise<Kept[]>
  remove(nos: readonly number[]): Promise<void>
}

/** The server did not answer these taps in words that say why; they may be sent one by one. */
export class Unreadable extends Error {}

export interface TapsOptions {
  store: TapStore
  /** Rejects when there was no answer; with `Unreadable` when the server cannot read it. */
  post(taps: readonly Sent[]): Promise<readonly TapAnswer[]>
  now(): number
  id(): string
  /** One tab at a time sends; left out: each does, and the server counts each tap once. */
  locks?: Pick<LockManager, 'request'> | undefined
  /** Called when something was added or went. */
  changed?(): void
}

/** What came of sending. */
interface TapsSent {
  /** Taps that nobody counted, and why: `late` is presence of more than a day ago. */
  lost: { tap: Kept; why: 'gone' | 'refused' | 'late' }[]
  /** Somebody tapped later. */
  overruled: { tap: Kept; answer: TapAnswer }[]
}
export interface Outcome extends TapsSent {
  /** Of this person: of more than a day ago, to be asked about. */
  old: number
}

export const hour = 3_600_000
const day = 24 * hour
/** Tallies of more than a week ago are figures of nothing. */
const longest = 7 * day
const most = 50

const isOld = (tap: Kept, now: number) => now - tap.at > day
const isLate = (tap: Kept, now: number) =>
  tap.kind === 'attendance' ? isOld(tap, now) : now - tap.at > longest

export class Taps {
  constructor(private readonly of: TapsOptions) {}

  async add(tap: Tap, tapper: Tapper): Promise<Kept> {
    const { store, now, id, changed } = this.of
    const kept = await store.add({ ...tap, tapId: id(), tapper, at: now() })
    changed?.()
    return kept
  }

  all = (): Promise<Kept[]> => this.of.store.all()

  /**
   * Sends what this person tapped, in order, until nothing is left; of more than a day ago only
   * when `old`. Rejects when an answer did not come: what was not answered is still there.
   */
  send(uid: string, { old = false } = {}): Promise<Outcome> {
    return this.alone(async () => {
      const out: TapsSent = { lost: [], overruled: [] }
      for (let size = most; ;) {
        const all = await this.of.store.all()
        const mine = all.filter(t => t.tapper.uid === uid)
        const now = this.of.now()
        // the id of a sign-up stays a day here at most, whoever tapped
        const late = all.filter(
          t => isLate(t, now) && (t.kind === 'attendance' || mine.includes(t)),
        )
        if (late.length > 0) {
          await this.of.store.remove(late.map(t => t.no))
          out.lost.push(...late.map(tap => ({ tap, why: 'late' as const })))
        }
        const rest = mine.filter(t => !isLate(t, now))
        const due = rest.filter(t => old || !isOld(t, now)).slice(0, size)
        if (due.length === 0) {
          if (late.length > 0) this.of.changed?.()
          return { ...out, old: rest.length }
        }
        try {
          await this.answered(due, await this.of.post(due.map(t => sentOf(t, now))), out)
        } catch (e) {
          if (!(e instanceof Unreadable)) throw e
          // one of them: the others must not wait for it
          if (due.length > 1) size = 1
          else {
            await this.of.store.remove([due[0]!.no])
            out.lost.push({ tap: due[0]!, why: 'refused' })
          }
        }
        this.of.changed?.()
      }
    })
  }

  /** Throws away what these people tapped. */
  async drop(which: (tap: Kept) => boolean): Promise<void> {
    const gone = (await this.of.store.all()).filter(which)
    await this.of.store.remove(gone.map(t => t.no))
    this.of.changed?.()
  }

  private async answered(due: readonly Kept[], answers: readonly TapAnswer[], out: TapsSent) {
    const byId = new Map(answers.map(a => [a.tapId, a]))
    const known = due.filter(t => byId.has(t.tapId))
    if (known.length === 0) throw new Error('no tap was answered')
    await this.of.store.remove(known.map(t => t.no))
    for (const tap of known) {
      const answer = byId.get(tap.tapId)!
      if (answer.result === 'overruled') out.overruled.push({ tap, answer })
      else if (answer.result === 'gone' || answer.result === 'refused')
        out.lost.push({ tap, why: answer.result })
    }
  }

  private waiting: Promise<unknown> = Promise.resolve()

  /** One at a time in this tab, and where the browser can, in all tabs. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const { locks } = this.of
    const turn = this.waiting.then(() =>
      locks ? (locks.request('hr-taps', work) as Promise<T>) : work(),
    )
    this.waiting = turn.catch(() => undefined)
    return turn
  }
}

const sentOf = ({ no: _, at, ...tap }: Kept, now: number): Sent => ({
  ...tap,
  ageMs: Math.max(0, now - at),
})

// ---- where they are kept ----

const database = 'hr-taps'
const table = 'taps'
const readings = 'reading'

/** What the screen showed last, without a name: for who opens it again without network. */
export interface Reading {
  today: Schemas['Today']
  /** How many ms the clock of the server was ahead of this device's. */
  ahead: number
}

export class IndexedTaps implements TapStore {
  private handle: Promise<IDBDatabase> | undefined

  constructor(private readonly factory: () => IDBFactory) {}

  async add(tap: Made): Promise<Kept> {
    const no = await this.in<number>(table, 'readwrite', s => s.add(tap))
    return { ...tap, no }
  }

  all = () => this.in<Kept[]>(table, 'readonly', s => s.getAll())

  async remove(nos: readonly number[]): Promise<void> {
    if (nos.length === 0) return
    await this.in(table, 'readwrite', s => nos.map(no => s.delete(no)).at(-1)!)
  }

  read = () => this.in<Reading | undefined>(readings, 'readonly', s => s.get(1))
  async keep(reading: Reading): Promise<void> {
    await this.in(readings, 'readwrite', s => s.put(reading, 1))
  }

  /** Settles when the transaction is complete: then it survives whatever dies. */
  private async in<T>(
    name: string,
    mode: IDBTransactionMode,
    act: (s: IDBObjectStore) => IDBRequest,
    again = true,
  ): Promise<T> {
    try {
      const db = await this.open()
      return await new Promise<T>((resolve, reject) => {
        const transaction = db.transaction(name, mode, { durability: 'strict' })
        const request = act(transaction.objectStore(name))
        transaction.oncomplete = () => resolve(request.result as T)
        transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error)
      })
    } catch (e) {
      this.handle = undefined // browsers drop handles, and the next one works
      if (again) return this.in(name, mode, act, false)
      throw e
    }
  }

  private open(): Promise<IDBDatabase> {
    return (this.handle ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = this.factory().open(database, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(table, { keyPath: 'no', autoIncrement: true })
        request.result.createObjectStore(readings)
      }
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new DOMException('blocked', 'InvalidStateError'))
    }))
  }
}

/** Taps that are not on the disk come after all that are. */
const afterTheDisk = 1e12

/**
 * In a browser that keeps nothing, or has no room any more, taps live as long as the page, beside
 * those that are on the disk already.
 */
export function sturdy(store: TapStore): TapStore {
  const memory = memoryTaps(afterTheDisk)
  const gone = new Set<number>() // the disk did not let go of them
  let refused = false
  return {
    add: async tap => {
      if (!refused)
        try {
          return await store.add(tap)
        } catch {
          refused = true
        }
      return memory.add(tap)
    },
    all: async () => {
      const onDisk = await store.all().catch(() => [])
      return [...onDisk.filter(t => !gone.has(t.no)), ...(await memory.all())]
    },
    remove: async nos => {
      await memory.remove(nos)
      const onDisk = nos.filter(no => no < afterTheDisk)
      await store.remove(onDisk).catch(() => onDisk.forEach(no => gone.add(no)))
    },
  }
}

/** For practice, and for browsers that keep nothing: gone with the page. */
export function memoryTaps(after = 0): TapStore {
  let taps: Kept[] = []
  let no = after
  return {
    add: tap => {
      const kept = { ...tap, no: ++no }
      taps.push(kept)
      return Promise.resolve(kept)
    },
    all: () => Promise.resolve([...taps]),
    remove: nos => {
      taps = taps.filter(t => !nos.includes(t.no))
      return Promise.resolve()
    },
  }
}
