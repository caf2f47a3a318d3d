// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, press, text } from '../../../../test/app'
import type { Act } from '../../../staff/press'
import type { CallList } from './callWords'
import type { Waiter, Waitlist } from './lineWords'
import { dateOf } from '../../../../test/dateSample'
import type { DeskDate } from './peopleWords'
import { personOf } from '../../../../test/daySample'

afterEach(close)

const { date } = dateOf()
type Answers = Record<string, (body: Record<string, unknown>) => unknown>

/** Opens an address as the coordinator; `answers` are bodies by method and address. */
async function show(path: string, answers: Answers) {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  const pressed: [address: string, body: Record<string, unknown>][] = []
  auth.fetch.mockImplementation(async (input, init) => {
    const address = `${init?.method ?? 'GET'} ${String(input)}`
    const body = JSON.parse((init?.body as string | undefined) ?? '{}') as Record<string, unknown>
    if (init?.method && init.method !== 'GET') pressed.push([address, body])
    return Response.json(answers[address]?.(body) ?? { items: [] })
  })
  // visitors have a page of their own at the address of a waitlist
  await open(path, { auth, data: { date: { ...date, status: 'cancelled', others: [] } } })
  return pressed
}

const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))
const acted = (kind: Act['kind'], subject: string) => ({
  act: { id: 'sac_1', kind, subject, at: '2100-11-24T11:20:00+01:00', by: 'Sanne Visser' },
  taken: 1,
  waiting: 1,
})

test('the door list is printed with first names alone, and stands in the log book', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const people = [
    personOf('reg_1', {
      firstName: 'Anja',
      letter: 'A',
      name: 'Anja Achternaam',
      phone: '06 12 34 56 78',
      guests: 1,
      firstTime: true,
      support: 'Een stoel bij de deur.',
    }),
    personOf('reg_2', { firstName: 'Bo' }),
  ]
  const pressed = await show('/registrationdetails/occ_1', {
    'GET /api/occurrences/occ_1/people': () => dateOf({ people }),
    'POST /api/occurrences/occ_1/prints': () => acted('printed', 'occ_1'),
  })
  await has('Creatief atelier')
  await press('Print de lijst')
  await press('Print')
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(pressed.map(([address]) => address)).toEqual(['POST /api/occurrences/occ_1/prints'])
  const sheet = document.querySelector('.sheet')!
  const rows = [...sheet.querySelectorAll('tbody tr')].map(tr =>
    [...tr.querySelectorAll('td')].map(td => td.textContent),
  )
  expect(rows.slice(0, 2)).toEqual([
    ['', 'Anja A', '+ 1', 'eerste keer'],
    ['', 'Bo', '', ''],
  ])
  expect(rows).toHaveLength(5)
  expect(sheet.textContent).not.toMatch(/Achternaam|06 12|stoel/)
})

test.each([0, 500])(
  'the door list of %i people is printed whole',
  async many => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const name = '🌷'.repeat(60)
    const people = Array.from({ length: many }, (_, n) =>
      personOf(`reg_${n}`, { firstName: n === 0 ? name : `Naam${n}` }),
    )
    await show('/registrationdetails/occ_1', {
      'GET /api/occurrences/occ_1/people': () => dateOf({ people }),
      'POST /api/occurrences/occ_1/prints': () => acted('printed', 'occ_1'),
    })
    await has('Creatief atelier')
    await press('Print de lijst')
    await press('Print')
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    const names = [...document.querySelectorAll('.sheet tbody tr td:nth-child(2)')].map(
      td => td.textContent,
    )
    expect(names).toHaveLength(many + 3) // three empty lines
    expect(names.slice(many)).toEqual(['', '', ''])
    if (many === 0) return
    expect(names[0]).toBe('🌷'.repeat(20)) // paper is narrow
    expect(names[499]).toBe('Naam499')
  },
  30_000,
) // a fake page draws them slowly

const waiter = (more: Partial<Waiter>): Waiter => ({
  id: 'wle_1',
  firstName: 'Petra',
  email: false,
  seats: 1,
  state: 'waiting',
  way: 'phone',
  shortNotice: true,
  why: { code: 'next' },
  attempts: [],
  ...more,
})
const listOf = (entries: Waiter[]): Waitlist => ({
  date,
  taken: 12,
  capacity: 12,
  held: 0,
  open: true,
  mayPlan: true,
  maySkip: true,
  canOpen: false,
  places: [{ code: 'noVacancy' }],
  entries,
  latest: date.start,
})

test('who could not be reached is put back on the list, with a reason', async () => {
  const pressed = await show('/waitlist/occ_1', {
    'GET /api/occurrences/occ_1/waitlist': () =>
      listOf([waiter({ state: 'unreached', why: { code: 'unreached' } })]),
    'POST /api/waitlist/wle_1/put-back': () => acted('putBack', 'wle_1'),
  })
  await has('Niet meer op de lijst (1)')
  await press('Zet terug: Petra')
  await press('Zet terug') // nothing is filled in
  await has('Schrijf kort waarom.')
  expect(pressed).toEqual([])
  const field = document.querySelector<HTMLInputElement>('input[name=reden]')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      field,
      'Belde terug.',
    )
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press('Zet terug')
  await vi.waitFor(() =>
    expect(pressed).toEqual([['POST /api/waitlist/wle_1/put-back', { reason: 'Belde terug.' }]]),
  )
})

test('somebody is put on the waitlist at the desk, on this date and no other', async () => {
  const desk: DeskDate = { ...dateOf().desk, capacity: 12, free: 0, waiting: 1 }
  await show('/waitlist/occ_1', {
    'GET /api/occurrences/occ_1/waitlist': () => listOf([waiter({ number: 1 })]),
    'GET /api/desk-dates?date=occ_1': () => ({ items: [desk], say: dateOf().say }),
  })
  await has('Petra')
  await press('Iemand erop zetten')
  await has('Zet op de wachtlijst')
  await has('Vind je dat goed, 7 dagen?')
})

test('who has only mail is mailed an offer until a time that staff choose', async () => {
  const start = new Date(Math.ceil(Date.now() / 3_600_000 + 6) * 3_600_000)
  const latest = start.toISOString().slice(0, 19) + '+00:00'
  const calls: CallList = {
    calls: [],
    today: 0,
    noPhone: [
      {
        id: 'wle_1',
        firstName: 'Vera',
        number: 1,
        date: { id: 'occ_1', title: 'Samen eten', start: latest, end: latest },
        latest,
      },
    ],
    recent: [],
    missed: [],
  }
  const pressed = await show('/beheer/wachtlijst', {
    'GET /api/calls': () => calls,
    'POST /api/waitlist/wle_1/mail-offer': () => acted('mailed', 'wle_1'),
  })
  await has('Tot hoe laat mag Vera nadenken?')
  const select = document.querySelector('select')!
  const second = select.options[1]!.value
  await act(async () => {
    select.value = second
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const words = [...document.querySelectorAll('button')].find(b =>
    b.textContent.startsWith('Mail een aanbod tot'),
  )!
  await act(async () => words.click())
  await vi.waitFor(() =>
    expect(pressed).toEqual([['POST /api/waitlist/wle_1/mail-offer', { until: second }]]),
  )
})
