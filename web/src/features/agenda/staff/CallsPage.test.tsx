// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { button, close, fakeAuth, open, person, text } from '../../../../test/app'
import type { Call, CallList } from './callWords'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const call = (id: string, firstName: string, until: string): Call => ({
  id,
  kind: 'place',
  reason: 'phoneList',
  firstName,
  phone: '06 12 34 56 78',
  date: { id: 'occ_1', title: 'Samen eten', start: until, end: until },
  seats: 1,
  until,
  today: true,
  first: true,
  attempts: [],
})
const petra = call('wle_1', 'Petra', '2099-12-01T17:00:00+01:00')
const omar = call('wle_2', 'Omar', '2099-12-01T18:00:00+01:00')
const urgent = call('wle_3', 'Vera', '2099-12-01T12:00:00+01:00')

async function show(first: Partial<CallList>, ahead = 0) {
  const sanne = person(['coordinator'], { name: 'Sanne Visser' })
  const auth = Object.assign(fakeAuth(sanne), { ahead })
  let list: CallList = { calls: [], today: 0, noPhone: [], recent: [], missed: [], ...first }
  const sent: string[] = []
  auth.fetch.mockImplementation(async (input, init) => {
    const url = String(input)
    if (init?.method === 'POST') sent.push(url)
    if (url.endsWith('/undo')) throw new TypeError('Failed to fetch')
    return Response.json(url === '/api/calls' ? list : { items: [] })
  })
  await open('/beheer/wachtlijst', { auth })
  const name = () => document.querySelector('.call h2')?.textContent
  return {
    name,
    sent,
    async becomes(next: Partial<CallList>) {
      list = { ...list, ...next }
      await act(async () => void dispatchEvent(new Event('online')))
      await act(async () => {})
    },
  }
}

test('the big card stays who it is, whatever a new list says', async () => {
  const s = await show({ calls: [petra, omar] })
  await vi.waitFor(() => expect(s.name()).toBe('Petra'))
  await s.becomes({ calls: [omar] })
  await vi.waitFor(() => expect(text()).not.toContain('Vandaag (2)'))
  expect(s.name(), 'no longer on the list').toBe('Petra')
  await s.becomes({ calls: [urgent, omar, petra] })
  await vi.waitFor(() => expect(text()).toContain('Er is een dringender telefoontje.'))
  expect(s.name(), 'something more urgent came').toBe('Petra')
})

test('who was not reached in time can be rung yet, and becomes the card', async () => {
  const late = { ...omar, late: true, today: false }
  const s = await show({ calls: [petra], missed: [late] })
  await vi.waitFor(() => expect(text()).toContain('Niet gelukt'))
  const number = document.querySelector<HTMLElement>('[aria-labelledby=niet-gelukt] a')!
  number.addEventListener('click', e => e.preventDefault())
  await act(async () => number.click())
  expect(s.name()).toBe('Omar')
  expect(s.sent).toEqual(['/api/calls/wle_2/claim'])
  expect(document.querySelector('.outcomes')).not.toBeNull()
})

test('who was rung just now has to wait, on a computer whose clock is days ahead too', async () => {
  const day = 24 * 3_600_000
  const againAt = new Date(Date.now() - 3 * day + 3_600_000).toISOString()
  const s = await show({ calls: [{ ...petra, againAt }, omar] }, -3 * day)
  await vi.waitFor(() => expect(s.name()).toBe('Omar'))
})

test('a way back that does not work says so where the focus goes', async () => {
  const undoUntil = new Date(Date.now() + 60_000).toISOString()
  const done = {
    id: 'sac_1',
    kind: 'called',
    outcome: 'told',
    at: undoUntil,
    by: 'Noor',
    undoUntil,
  }
  await show({ calls: [], recent: [{ act: done, firstName: 'Petra', mine: true }] } as never)
  const undo = 'Maak ongedaan: Petra, verteld'
  await vi.waitFor(() => expect(button(undo)).toBeDefined())
  await act(async () => {
    button(undo)!.focus()
    button(undo)!.click()
  })
  await vi.waitFor(() =>
    expect(document.activeElement?.textContent).toBe(
      'Het lukt nu niet. Controleer je internet en probeer het opnieuw.',
    ),
  )
})
