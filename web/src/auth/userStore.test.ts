import { describe, expect, it, vi } from 'vitest'
import { user } from '../../test/fakeBrowser'
import { memoryStore } from './stores/memory'
import type { Persistence } from './stores/store'
import { UserStore } from './userStore'

type Name = Persistence['name']

/** Four stores by name; `broken` ones are not available. */
function make(...broken: Name[]) {
  const names: Name[] = ['indexed', 'local', 'session', 'memory']
  const stores = names.map((name): Persistence => ({
    ...memoryStore(),
    name,
    ...(broken.includes(name) ? refusing : {}),
  }))
  const store = new UserStore(stores)
  const of = (name: Name) => stores[names.indexOf(name)]!
  const holders = async () => {
    const held: Name[] = []
    for (const s of stores) if (await s.read('hr:user').catch(() => undefined)) held.push(s.name)
    return held
  }
  return { store, of, holders }
}

const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'))
const refusing = {
  available: () => Promise.resolve(false),
  read: refuse,
  write: refuse,
  remove: refuse,
}

describe('the person who signed in', () => {
  it.each<[Name[], Name]>([
    [[], 'indexed'],
    [['indexed'], 'local'],
    [['indexed', 'local'], 'session'],
    [['indexed', 'local', 'session'], 'memory'],
  ])('is kept, without %j, in %s only', async (broken, home) => {
    const { store, holders } = make(...broken)
    const noor = user()
    await store.save(noor)
    expect(await holders()).toEqual([home])
    expect(await store.load()).toEqual(noor)
  })

  it('is kept in this tab only on a shared computer, and leaves nothing of who was there before', async () => {
    const { store, holders } = make()
    await store.save(user())
    await store.save(user({}, true))
    expect(await holders()).toEqual(['session'])
  })

  it('never lands in a store that lasts on a shared computer', async () => {
    const { store, holders } = make('session')
    await store.save(user({}, true))
    expect(await holders()).toEqual(['memory'])
  })

  it('goes to the next store when one refuses at the last moment', async () => {
    const { store, of, holders } = make()
    vi.spyOn(of('indexed'), 'write').mockRejectedValueOnce(
      new DOMException('full', 'QuotaExceededError'),
    )
    await store.save(user())
    expect(await holders()).toEqual(['local'])
  })
})

describe('the person found at page load', () => {
  it('moves from localStorage to the first store that lasts', async () => {
    const { store, of, holders } = make()
    await of('local').write('hr:user', user({ sub: 'a' }))
    expect(await store.load()).toMatchObject({ uid: 'a' })
    expect(await holders()).toEqual(['indexed'])
  })

  it('stays in localStorage where there is no IndexedDB', async () => {
    const { store, of, holders } = make('indexed')
    await of('local').write('hr:user', user({ sub: 'a' }))
    expect(await store.load()).toMatchObject({ uid: 'a' })
    expect(await holders()).toEqual(['local'])
  })

  it('stays in sessionStorage when found only there', async () => {
    const { store, of, holders } = make()
    await of('session').write('hr:user', user({ sub: 'a' }, true))
    expect(await store.load()).toMatchObject({ uid: 'a' })
    expect(await holders()).toEqual(['session'])
  })

  it('is the newest of two that last; the other one and a copy in the tab go', async () => {
    const { store, of, holders } = make()
    const old = user({ sub: 'old' })
    await of('indexed').write('hr:user', old)
    await of('local').write('hr:user', { ...user({ sub: 'new' }), receivedAt: old.receivedAt + 1 })
    await of('session').write('hr:user', user({ sub: 'tab' }, true))
    expect(await store.load()).toMatchObject({ uid: 'new' })
    expect(await holders()).toEqual(['indexed'])
    expect(await store.load()).toMatchObject({ uid: 'new' })
  })

  it('is nobody when what lies there is no person', async () => {
    const { store, of } = make()
    await of('indexed').write('hr:user', { uid: 1 })
    expect(await store.load()).toBeNull()
  })

  it('is not "nobody" while a store cannot be read', async () => {
    const { store, of } = make()
    vi.spyOn(of('indexed'), 'read').mockRejectedValueOnce(new Error('broken'))
    await expect(store.load()).rejects.toThrow('broken')
    await of('local').write('hr:user', user({ sub: 'a' }))
    vi.spyOn(of('indexed'), 'read').mockRejectedValueOnce(new Error('broken'))
    expect(await store.load()).toMatchObject({ uid: 'a' })
  })
})

describe('signing out', () => {
  it('empties every store', async () => {
    const { store, of, holders } = make()
    for (const name of ['indexed', 'local', 'session', 'memory'] as const)
      await of(name).write('hr:user', user())
    await store.clear()
    expect(await holders()).toEqual([])
  })

  it('empties the rest when one fails, and says so', async () => {
    const { store, of, holders } = make()
    for (const name of ['indexed', 'local', 'session'] as const)
      await of(name).write('hr:user', user())
    vi.spyOn(of('indexed'), 'remove').mockRejectedValue(new Error('broken'))
    await expect(store.clear()).rejects.toThrow('broken')
    expect(await holders()).toEqual(['indexed'])
  })

  it('does not wait for a store that never answers', async () => {
    const dead: Persistence = {
      ...memoryStore(),
      name: 'indexed',
      available: () => Promise.resolve(false),
      remove: () => new Promise(() => {}),
    }
    await expect(new UserStore([dead, memoryStore()]).clear()).resolves.toBeUndefined()
  })
})
