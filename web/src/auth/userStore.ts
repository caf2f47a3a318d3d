import { succeeds, type Persistence } from './stores/store'
import type { User } from './types'
import { isUser } from './user'

const key = 'hr:user'

/**
 * Where the person is kept. `stores` in order of preference: indexed, local,
 * session, memory.
 */
export class UserStore {
  private usable: Promise<Persistence[]> | undefined

  constructor(private readonly stores: readonly Persistence[]) {}

  /**
   * Who is kept, in the store where they belong from now on. Rejects when nobody is found and a
   * store could not be read.
   */
  async load(): Promise<User | null> {
    const usable = await this.available()
    const found: { store: Persistence; user: User }[] = []
    let failure: { error: unknown } | undefined
    for (const store of usable) {
      try {
        const value = await store.read(key)
        if (isUser(value)) found.push({ store, user: value })
      } catch (error) {
        failure ??= { error }
      }
    }
    if (found.length === 0 && failure) throw failure.error
    return this.settle(found, usable)
  }

  /** On a shared computer only in this tab. A store that refuses gives way to the next. */
  async save(user: User): Promise<void> {
    const usable = await this.available()
    for (const store of usable.filter(s => !user.shared || !lasts(s))) {
      const kept = await succeeds(store.write(key, user))
      // the next load removes what is left
      if (kept) return void (await this.remove(s => s !== store).catch(() => undefined))
    }
  }

  /** From all stores. Rejects, after trying them all, when one of them could not. */
  async clear(): Promise<void> {
    await this.remove(() => true)
  }

  /**
   * Calls when another tab may have changed who is kept. Stores that are not usable are left alone.
   */
  async watch(changed: () => void): Promise<() => void> {
    const stops = (await this.available()).map(s => s.watch(key, changed))
    return () => stops.forEach(stop => stop())
  }

  private async settle(
    found: { store: Persistence; user: User }[],
    usable: Persistence[],
  ): Promise<User | null> {
    const lasting = found
      .filter(f => lasts(f.store))
      .sort((a, b) => b.user.receivedAt - a.user.receivedAt)
    const here = lasting[0] ?? found[0]
    if (!here) return null
    const home = lasts(here.store) ? usable.find(lasts)! : here.store
    if (home === here.store && found.length === 1) return here.user
    const moved = home === here.store || (await succeeds(home.write(key, here.user)))
    const stays = moved ? home : here.store
    await this.remove(s => s !== stays).catch(() => undefined)
    return here.user
  }

  /** A store that is not usable is not waited for: it may never answer. */
  private async remove(from: (store: Persistence) => boolean): Promise<void> {
    const usable = await this.available()
    const removals = this.stores.filter(from).map(store => ({ store, removal: store.remove(key) }))
    for (const { removal } of removals) removal.catch(() => undefined)
    const ends = await Promise.allSettled(
      removals.filter(r => usable.includes(r.store)).map(r => r.removal),
    )
    const failed = ends.find(end => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  private available(): Promise<Persistence[]> {
    this.usable ??= Promise.all(
      this.stores.map(async s => ((await s.available()) ? [s] : [])),
    ).then(lists => lists.flat())
    return this.usable
  }
}

const lasts = (store: Persistence) => store.name === 'indexed' || store.name === 'local'
