// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import { close, fakeAuth, open, person, press, text } from '../../../../../test/app'
import type { Call } from '../callWords'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const date = {
  id: 'occ_1',
  title: 'Samen eten',
  start: '2099-12-01T17:00:00+01:00',
  end: '2099-12-01T19:00:00+01:00',
}
const call = (id: string, firstName: string): Call => ({
  id,
  kind: 'tell',
  reason: 'cancelled',
  firstName,
  phone: '06 12 34 56 78',
  date,
  seats: 1,
  until: date.start,
  today: true,
  first: true,
  attempts: [],
})
const petra = call('wle_1', 'Petra')
const omar = call('wle_2', 'Omar')

/** The screen of a date that does not go on; an outcome takes its call off the list. */
async function show(...first: Call[]) {
  const auth = fakeAuth(person(['coordinator']))
  let calls = first
  auth.fetch.mockImplementation(async input => {
    const url = String(input)
    if (url === '/api/calls')
      return Response.json({ calls, today: 0, noPhone: [], recent: [], missed: [] })
    const filled = /^\/api\/calls\/(.+)\/outcome$/.exec(url)?.[1]
    if (filled) {
      calls = calls.filter(c => c.id !== filled)
      const done = { id: 'sac_1', kind: 'called', outcome: 'told', at: date.start, by: 'Noor' }
      return Response.json({ act: done, taken: 4, waiting: 0 })
    }
    if (url.endsWith('/choices'))
      return Response.json({
        date: { ...date, room: 'Keuken', mode: 'signup', status: 'cancelled' },
        people: 4,
        waiting: 0,
        rooms: [],
        instead: [],
        hosts: [],
        phone: '0123 45 67 89',
        meetings: [],
        scopes: [],
      })
    return Response.json({ items: [] })
  })
  await open('/beheer/datum/occ_1/verander', { auth })
  return async (...next: Call[]) => {
    calls = next
    await act(async () => void dispatchEvent(new Event('online')))
    await act(async () => {})
  }
}
const name = () => document.querySelector('.call h2')?.textContent

test('the big card stays who it is, whatever a new list says', async () => {
  const becomes = await show(petra, omar)
  await vi.waitFor(() => expect(name()).toBe('Petra'))
  await becomes(omar, petra)
  expect(name(), 'another one stands first').toBe('Petra')
  await becomes(omar)
  await vi.waitFor(() => expect(text()).toContain('Daarna: Omar.'))
  expect(name(), 'no longer on the list').toBe('Petra')
  await becomes()
  await vi.waitFor(() => expect(text()).not.toContain('Daarna'))
  expect(text()).toContain('Bel nu deze persoon')
  expect(name(), 'nobody left on the list').toBe('Petra')
})

test('an outcome brings the next one, and the last one ends it', async () => {
  await show(petra, omar)
  await vi.waitFor(() => expect(name()).toBe('Petra'))
  await press('Verteld')
  await vi.waitFor(() => expect(name()).toBe('Omar'))
  await press('Verteld')
  await vi.waitFor(() => expect(text()).toContain('Iedereen is gebeld'))
  expect(name()).toBeUndefined()
})
