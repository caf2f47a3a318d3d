// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, text } from '../../../../test/app'
import { dateOf } from '../../../../test/dateSample'
import type { DatePeople } from './peopleWords'
import { personOf } from '../../../../test/daySample'

afterEach(close)

const start = '2100-12-08T13:30:00+01:00'
type Seen = DatePeople['people'][number]
const dateWith = (people: Seen[], cancelled: Seen[] = []) => dateOf({ people, cancelled })

/** Opens an address; `at` is the answer to where somebody is. */
async function show(path: string, date: DatePeople, at = Response.json({ occurrence: 'occ_1' })) {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  auth.fetch.mockImplementation(async input => {
    const url = String(input)
    if (url.startsWith('/api/people/')) return at.clone()
    if (url === '/api/occurrences/occ_1/people') return Response.json(date)
    return Response.json({ items: [] })
  })
  await open(path, { auth })
}
const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))

test('the address of a sign-up leads to its row, opened, on the page of the date', async () => {
  const all = ['Anja', 'Bart'].map(n => personOf('reg_' + n, { firstName: n }))
  await show('/registrationdetails/reg_Bart', dateWith(all))
  await has('Creatief atelier')
  const row = document.getElementById('persoon-reg_Bart')!
  expect((row.parentElement as HTMLDetailsElement).open).toBe(true)
  expect(document.querySelectorAll('.who-open')).toHaveLength(1)
  expect(document.activeElement).toBe(row)
})

test('who was called off is shown under "Afgemeld"', async () => {
  const off = personOf('reg_1', { firstName: 'Carla', status: 'cancelled' })
  await show('/registrationdetails/reg_1', dateWith([], [off]))
  await has('Afgemeld (1)')
  const row = document.getElementById('persoon-reg_1')!
  expect(row.closest('details')!.open).toBe(true)
  expect(document.activeElement).toBe(row)
})

test('a sign-up that is gone, or not for this person, says so', async () => {
  await show('/registrationdetails/reg_1', dateWith([]), Response.json({}, { status: 404 }))
  await has('Deze aanmelding bestaat niet meer.')
  await close()
  await show('/registrationdetails/reg_1', dateWith([]), Response.json({}, { status: 403 }))
  await has('Hier heb je geen rechten voor.')
})

test('each state of a call stands on the row, in the opened row and above the list', async () => {
  const last = { by: 'Bram Kok', at: '2100-12-07T10:15:00+01:00', outcome: 'voicemail' }
  const call = { kind: 'tell' as const, until: start }
  const all = [
    personOf('reg_1', { firstName: 'Anja', toCall: true, call: { ...call, state: 'waits' } }),
    personOf('reg_2', {
      firstName: 'Bart',
      toCall: true,
      call: { ...call, state: 'calling', by: 'Loes Jansen' },
    }),
    personOf('reg_3', {
      firstName: 'Carla',
      toCall: true,
      call: { ...call, state: 'notReached', last },
    }),
    personOf('reg_4', { firstName: 'Dirk', call: { ...call, state: 'missed' } }),
  ]
  await show('/registrationdetails/occ_1?wie=reg_2', dateWith(all))
  await has('3 mensen nog bellen. Eén mens niet bereikt vóór het begin. Naar Bellen')
  const tags = [...document.querySelectorAll('.who > li')].map(li =>
    [...li.querySelectorAll('.tag-late, .tag-out')].map(t => t.textContent),
  )
  expect(tags).toEqual([
    ['balie', 'nog bellen'],
    ['wordt gebeld', 'balie'],
    ['balie', 'niet bereikt'],
    ['balie', 'niet gebeld'],
  ])
  await has('Loes belt nu.')
})
