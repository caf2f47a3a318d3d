import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { blockedStorage, fakeStorage } from '../../test/fakeBrowser'
import { browserTraces } from './traces'

function make() {
  const [local, session] = [fakeStorage(), fakeStorage()]
  const factory = new IDBFactory()
  const shelves = ['hr-staff-shell', 'hr-staff-old', 'other']
  const caches = {
    keys: () => Promise.resolve([...shelves]),
    delete: (name: string) => Promise.resolve(shelves.splice(shelves.indexOf(name), 1).length > 0),
  }
  for (const storage of [local, session]) {
    storage.setItem('hr.staff.note', 'text')
    storage.setItem('hr:draft:register', 'a visitor')
  }
  return {
    local,
    session,
    shelves,
    traces: browserTraces({
      storages: [() => local, blockedStorage, () => session],
      caches,
      databases: () => factory,
    }),
    factory,
  }
}

const rest = ['hr:draft:register']

it('signing out takes the drafts of staff screens and the caches, and nothing else', async () => {
  const { local, session, shelves, traces } = make()
  await traces.wipe()
  expect([Object.keys(local), Object.keys(session), shelves]).toEqual([rest, rest, ['other']])
})

it('signing out takes what is kept of sign-ins that were started, too', () => {
  const { session, traces } = make()
  session.setItem('hr.signin.state', '{}')
  void traces.wipe()
  expect(Object.keys(session)).toEqual(rest)
})

it('a provider that was not told stands in the storage that all tabs share, else in the one that works', () => {
  const { local, session, traces } = make()
  expect(traces.leftOpen()).toBe(false)
  traces.leaveOpen()
  expect([traces.leftOpen(), 'hr:open' in { ...local }, 'hr:open' in { ...session }]).toEqual([
    true,
    true,
    false,
  ])
  traces.closed()
  expect(traces.leftOpen()).toBe(false)
  const own = fakeStorage()
  const blocked = browserTraces({
    storages: [blockedStorage, () => own],
    caches: undefined,
    databases: blockedStorage as unknown as () => globalThis.IDBFactory,
  })
  blocked.leaveOpen()
  expect([blocked.leftOpen(), Object.keys(own)]).toEqual([true, ['hr:open']])
})

it('unsaved text waits for the same person', () => {
  const { local, session, traces } = make()
  void traces.keepFor('uid-1')
  void traces.claim('uid-1')
  for (const storage of [local, session])
    expect(Object.keys(storage).sort()).toEqual(['hr.staff.note', ...rest])
})

it('a text that says whose it is waits for them in a tab that heard of no end', () => {
  const { session, traces } = make()
  session.setItem('hr.staff.draft', JSON.stringify({ uid: 'uid-1' }))
  void traces.claim('uid-1')
  expect(Object.keys(session).sort()).toEqual(['hr.staff.draft', ...rest])
  void traces.claim('uid-2')
  expect(Object.keys(session)).toEqual(rest)
})

it('and for nobody else', () => {
  const { local, session, traces } = make()
  void traces.keepFor('uid-1')
  void traces.claim('uid-2')
  expect([Object.keys(local), Object.keys(session)]).toEqual([rest, rest])
})

it('text of nobody knows whom goes when somebody signs in', () => {
  const { local, traces } = make()
  void traces.claim('uid-1')
  expect(Object.keys(local)).toEqual(rest)
})

it('where there is no text, nothing is written down of who was here', () => {
  const storage = fakeStorage()
  void browserTraces({
    storages: [() => storage],
    caches: undefined,
    databases: () => new IDBFactory(),
  }).keepFor('uid-1')
  expect(Object.keys(storage)).toEqual([])
})

it('a device on which nobody tapped gets no database of taps', async () => {
  const { factory, traces } = make()
  await traces.wipe()
  await traces.keepFor('uid-1')
  await traces.claim('uid-2')
  expect(await factory.databases()).toEqual([])
})
