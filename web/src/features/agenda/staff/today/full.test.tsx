// @vitest-environment happy-dom
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import { close, fakeAuth, open, person, press, text } from '../../../../../test/app'
import { dayOf } from '../../../../../test/daySample'
import { IndexedTaps } from './taps'

afterEach(close)

const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))
const cannotKeep = 'Deze telefoon kan je tikken niet bewaren.'

test('a phone that is full says so at the first tap, and still sends it', async () => {
  const factory = new IDBFactory()
  vi.stubGlobal('indexedDB', factory)
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  staffFlag.raise(false)
  const auth = fakeAuth(person(['gastheer']))
  const sent: string[] = []
  let online = false
  auth.fetch.mockImplementation(async (url, init) => {
    if (url === '/api/taps') {
      if (!online) throw new TypeError('Failed to fetch')
      const { taps } = JSON.parse(init!.body as string) as { taps: { tapId: string }[] }
      sent.push(...taps.map(t => t.tapId))
      return Response.json({ answers: taps.map(t => ({ tapId: t.tapId, result: 'counted' })) })
    }
    if (url === '/api/today') return Response.json(dayOf([]), { headers: { etag: '"1"' } })
    return Response.json({ items: [], places: {}, closures: [] })
  })
  await open('/beheer/vandaag', { auth })
  await has('Vandaag, ')
  await vi.waitFor(() => expect(document.querySelector('.turf')).not.toBeNull())
  expect(text()).not.toContain(cannotKeep)
  await press('1 bezoek')
  await has(cannotKeep)
  await has('1 nog niet verstuurd.')
  expect(text()).not.toContain('Tikken werkt gewoon')
  expect(await new IndexedTaps(() => factory).all()).toEqual([])

  // the frame of all screens knows of it, and asks who signs out
  await act(() => vi.dynamicImportSettled())
  await press('Uitloggen')
  await has('Er staat nog 1 tik op deze telefoon.')
  online = true
  await press('Verstuur en log uit')
  await vi.waitFor(() => expect(auth.signOut).toHaveBeenCalled())
  expect(sent).toHaveLength(1)
})
