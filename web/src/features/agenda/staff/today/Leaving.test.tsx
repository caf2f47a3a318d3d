// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import { close, fakeAuth, open, person, press, text } from '../../../../../test/app'
import { dayOf } from '../../../../../test/daySample'
import { IndexedTaps } from './taps'

let factory: IDBFactory
let store: IndexedTaps
let counted: string[]
let online: boolean
let ended: boolean
beforeEach(() => {
  factory = new IDBFactory()
  store = new IndexedTaps(() => factory)
  counted = []
  online = ended = false
})
afterEach(close)

const lies = (uid: string, age = 0) =>
  store.add({
    kind: 'visit',
    day: '2026-11-24',
    dayPart: '13.30',
    change: 1,
    tapId: `${uid}-${age}`,
    tapper: { uid, proof: 'p' },
    at: Date.now() - age,
  })
const left = async () => (await store.all()).map(t => t.tapId)
const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))

/** A page of its own, on the same phone. */
async function screen(path: string) {
  vi.stubGlobal('indexedDB', factory) // what is kept stays; `close` takes the stub away
  staffFlag.raise(false)
  const auth = fakeAuth(person(['gastheer']))
  auth.fetch.mockImplementation(async (url, init) => {
    if (!online && url === '/api/taps') throw new TypeError('Failed to fetch')
    if (ended) {
      auth.become(null, 'expired')
      return Response.json({ code: 'unauthorized' }, { status: 401 })
    }
    if (url === '/api/taps') {
      const { taps } = JSON.parse(init!.body as string) as { taps: { tapId: string }[] }
      // two senders may send a tap twice: its id counts once
      for (const { tapId } of taps) if (!counted.includes(tapId)) counted.push(tapId)
      return Response.json({ answers: taps.map(t => ({ tapId: t.tapId, result: 'counted' })) })
    }
    if (url === '/api/today') return Response.json(dayOf([]), { headers: { etag: '"1"' } })
    if (url === '/api/tappers/u2') return Response.json({ firstName: 'Loes' })
    return Response.json({ items: [], places: {}, closures: [] })
  })
  await open(path, { auth })
  return auth
}

test('signing out asks what becomes of taps that were not sent, on every screen of staff', async () => {
  await lies('u1')
  await lies('u2')
  const auth = await screen('/beheer')
  await act(() => vi.dynamicImportSettled())
  await press('Uitloggen')
  await has('Er staat nog 1 tik op deze telefoon.')
  await press('Blijf ingelogd')
  expect(auth.signOut).not.toHaveBeenCalled()

  await press('Uitloggen')
  await has('Er staat nog 1 tik op deze telefoon.')
  await press('Verstuur en log uit')
  await has('Versturen lukt nu niet.')
  expect(auth.signOut).not.toHaveBeenCalled()
  online = true
  await press('Verstuur en log uit')
  await vi.waitFor(() => expect(auth.signOut).toHaveBeenCalled())
  expect([counted, await left()]).toEqual([['u1-0'], ['u2-0']])
})

test('taps can be thrown away when signing out', async () => {
  await lies('u1')
  const auth = await screen('/beheer')
  await act(() => vi.dynamicImportSettled())
  await press('Uitloggen')
  await has('Er staat nog 1 tik op deze telefoon.')
  await press('Gooi weg en log uit')
  await vi.waitFor(() => expect(auth.signOut).toHaveBeenCalled())
  expect(await left()).toEqual([])
})

test('taps of somebody else wait for a word, and so do those of more than a day ago', async () => {
  online = true
  await lies('u2')
  await lies('u1', 30 * 3_600_000)
  await screen('/beheer/vandaag')
  await has('Er staat nog 1 tik van Loes op deze telefoon.')
  await has('Er staat nog 1 tik van meer dan een dag geleden op deze telefoon. Nog versturen?')
  expect(counted).toEqual([])
  await press('Verstuur ze')
  await vi.waitFor(() => expect(counted).toEqual(['u1-108000000']))
  await vi.waitFor(() => expect(text()).not.toContain('Nog versturen?'))
  await press('Verstuur ze')
  await vi.waitFor(() => expect(counted).toHaveLength(2))
  await vi.waitFor(async () => expect(await left()).toEqual([]))
})

test('a session that ends in the middle of a rush loses no tap and counts none twice', async () => {
  online = true
  await screen('/beheer/vandaag')
  await vi.waitFor(() => expect(document.querySelector('.turf')).not.toBeNull())
  await press('1 bezoek')
  await vi.waitFor(() => expect(counted).toHaveLength(1))
  ended = true
  const visit = document.querySelectorAll<HTMLButtonElement>('.turf button')[1]!
  await act(async () => {
    for (let n = 0; n < 4; n++) visit.click()
  })
  await vi.waitFor(async () => expect(await left()).toHaveLength(4))
  await vi.waitFor(() => expect(location.pathname).toBe('/login'))
  expect(counted).toHaveLength(1)
  const waiting = await left()
  await close()

  ended = false // signed in again
  await screen('/beheer/vandaag')
  await vi.waitFor(() => expect(document.querySelector('.turf')).not.toBeNull())
  await vi.waitFor(async () => expect(await left()).toEqual([]))
  expect(counted.slice(1)).toEqual(waiting)
})
