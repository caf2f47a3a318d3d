import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hub, pass, user } from '../../test/fakeBrowser'
import { changeFor, Tabs } from './tabs'
import { browserClock, type User } from './types'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

it('a tab does nothing, copies or replaces', () => {
  const [a, renewed, b] = [user({ sub: 'a' }), user({ sub: 'a', jti: '2' }), user({ sub: 'b' })]
  expect(changeFor(null, null)).toBe('nothing')
  expect(changeFor(a, { ...a })).toBe('nothing')
  expect(changeFor(a, renewed)).toBe('copy')
  expect(changeFor(a, b)).toBe('replace')
  expect(changeFor(a, null)).toBe('replace')
  expect(changeFor(null, a)).toBe('replace')
})

function tab(channel: ReturnType<typeof hub>, mine: User | null = null) {
  const tabs = new Tabs(channel(), browserClock)
  const heard: unknown[] = []
  tabs.listen({
    look: () => heard.push('look'),
    leaving: (uid, why) => heard.push([uid, why]),
    shared: () => mine,
  })
  return { tabs, heard }
}

it('other tabs hear, the own does not', async () => {
  const channel = hub()
  const [a, b] = [tab(channel), tab(channel)]
  a.tabs.tellLook()
  a.tabs.tellLeaving('uid-1', 'auth/user-token-expired')
  await pass(0)
  expect([a.heard, b.heard]).toEqual([[], ['look', ['uid-1', 'auth/user-token-expired']]])
})

describe('a duplicated tab of a shared computer', () => {
  const old = { ...user({}, true), receivedAt: 1000 }
  const newer = { ...old, receivedAt: 2000, refreshToken: 'r9' }

  it('gets the newer tokens of the other', async () => {
    const channel = hub()
    tab(channel, newer)
    const asked = tab(channel, old).tabs.newerThan(old)
    await pass(0)
    expect(await asked).toEqual(newer)
  })

  it('gets nothing of an older copy or of somebody else, and then goes on', async () => {
    const channel = hub()
    tab(channel, { ...old, receivedAt: 500 })
    tab(channel, { ...newer, uid: 'other' })
    tab(channel)
    const asked = tab(channel, old).tabs.newerThan(old)
    await pass(999)
    expect(await Promise.race([asked, 'waiting'])).toBe('waiting')
    await pass(1)
    expect(await asked).toBeUndefined()
  })

  it('is alone in a browser without channels', async () => {
    const tabs = new Tabs(undefined, browserClock)
    tabs.listen({ look: () => {}, leaving: () => {}, shared: () => null })
    tabs.tellLook()
    expect(await tabs.newerThan(old)).toBeUndefined()
  })
})
