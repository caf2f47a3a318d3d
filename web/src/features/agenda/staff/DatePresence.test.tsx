// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { button, close, fakeAuth, open, person, press, text } from '../../../../test/app'
import { momentOf } from '../../../staff/localTime'
import { dateOf } from '../../../../test/dateSample'
import { dayAt } from './onDate'
import { withTaps, type Person, type Session, type Today } from './today/model'
import { dayOf, personOf, sessionOf } from '../../../../test/daySample'

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory())) // a phone with room
afterEach(close)

const hour = 3_600_000
const day = 24 * hour
const wall = (ms: number) =>
  momentOf(
    dayAt(ms),
    new Intl.DateTimeFormat('nl-NL', {
      timeZone: 'Europe/Amsterdam',
      hour: '2-digit',
      minute: '2-digit',
    }).format(ms),
  )

interface Meeting {
  id: string
  start: string
  end: string
}
/** A meeting of two hours that began so long ago. */
const meeting = (id: string, ago: number): Meeting => ({
  id,
  start: wall(Date.now() - ago),
  end: wall(Date.now() - ago + 2 * hour),
})

/** The screen of a date with these meetings; the server counts each tap. */
async function show(
  all: readonly Meeting[],
  people: readonly Person[],
  { more = {} as Partial<Session>, down = (): boolean => false } = {},
) {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  const days = new Map<string, Today>()
  for (const m of all) {
    const on = m.start.slice(0, 10)
    const session = sessionOf(m.id, '10:00', '12:00', {
      occurrence: 'occ_1',
      start: m.start,
      end: m.end,
      people: [...people],
      open: people.length,
      taken: people.length,
      ...more,
    })
    days.set(on, dayOf([session], { day: on, today: dayAt(Date.now()), at: wall(Date.now()) }))
  }
  const sent: { wanted?: string; session?: string; guests?: number; day?: string }[] = []
  auth.fetch.mockImplementation(async (input, init) => {
    const url = String(input)
    if (down()) throw new TypeError('Failed to fetch')
    if (url === '/api/taps') {
      const { taps } = JSON.parse(init!.body as string) as { taps: never[] }
      sent.push(...taps)
      for (const [on, known] of days) days.set(on, withTaps(known, taps))
      return Response.json({
        answers: taps.map(({ tapId }) => ({ tapId, result: 'counted' })),
      })
    }
    if (url.startsWith('/api/today')) {
      const on = new URL(url, 'https://x').searchParams.get('day')!
      return Response.json(days.get(on))
    }
    if (url === '/api/occurrences/occ_1/people')
      return Response.json(
        dateOf({
          start: all[0]!.start,
          end: all.at(-1)!.end,
          sessionList: all.map(m => ({ ...m, room: 'Atelier', status: 'planned' })),
          people: [...people],
        }),
      )
    return Response.json({ items: [] })
  })
  await open('/registrationdetails/occ_1', { auth })
  await vi.waitFor(() => expect(text()).toContain('Wie komt er?'))
  await vi.waitFor(() => expect(document.querySelector('.who')).not.toBeNull())
  return { auth, sent }
}

const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))
const pressed = (name: string) => button(name)?.getAttribute('aria-pressed')
const openRow = () =>
  act(async () => {
    const details = document.querySelector<HTMLDetailsElement>('.who details')!
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })

test('on the day a row says "Er" with one press, and takes it back with the next', async () => {
  const { sent } = await show([meeting('ses_1', hour)], [personOf('reg_1', { firstName: 'Carla' })])
  await has('0 van de 1 zijn er.')
  expect(button('Niet gekomen: Carla')).toBeUndefined()
  await press('Er: Carla')
  await has('1 van de 1 is er.')
  await vi.waitFor(() => expect(sent.map(t => t.wanted)).toEqual(['here']))
  expect(pressed('Er: Carla')).toBe('true')
  await press('Er: Carla')
  await vi.waitFor(() => expect(sent.map(t => t.wanted)).toEqual(['here', 'open']))
  expect(sent[0]).toMatchObject({ session: 'ses_1', day: meeting('', hour).start.slice(0, 10) })
})

test('without network a tick stays on the row and goes when there is an answer again', async () => {
  let down = false
  const { sent } = await show(
    [meeting('ses_1', hour)],
    [personOf('reg_1', { firstName: 'Carla' })],
    { down: () => down },
  )
  await has('0 van de 1 zijn er.')
  down = true
  await press('Er: Carla')
  await has('Tikken werkt gewoon. 1 nog niet verstuurd.')
  expect(pressed('Er: Carla, nog niet verstuurd')).toBe('true')
  expect(sent).toEqual([])
  down = false
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await vi.waitFor(() => expect(sent.map(t => t.wanted)).toEqual(['here']))
  await has('Alles is verstuurd.')
})

test('guests who did not come along are taken off in the opened row', async () => {
  const { sent } = await show(
    [meeting('ses_1', hour)],
    [personOf('reg_1', { firstName: 'Carla', guests: 2 })],
  )
  await vi.waitFor(() => expect(button('Er: Carla')).toBeDefined())
  await openRow()
  await press('Eén minder meegekomen')
  await vi.waitFor(() => expect(sent.map(t => [t.wanted, t.guests])).toEqual([['here', 1]]))
  await has('van de 2 meegekomen')
})

test('after the end a row also says "Niet gekomen", and all that are open go at once', async () => {
  const { sent } = await show(
    [meeting('ses_1', day)],
    ['Anja', 'Bart'].map(n => personOf('reg_' + n, { firstName: n })),
  )
  await has('Van 2 weten we het nog niet.')
  expect(button('Niet gekomen: Anja')).toBeDefined()
  await press('Zet alle 2 op niet gekomen')
  await vi.waitFor(() => expect(sent.map(t => t.wanted)).toEqual(['absent', 'absent']))
  expect(pressed('Niet gekomen: Bart')).toBe('true')
})

test('before its day nobody is ticked, and nothing of the evening is asked', async () => {
  const { auth } = await show([meeting('ses_1', -3 * day)], [personOf('reg_1')])
  expect(button('Er: reg_1')).toBeUndefined()
  expect(auth.fetch.mock.calls.map(([url]) => String(url))).not.toContainEqual(
    expect.stringContaining('/api/today'),
  )
})

test('each meeting of a series has presence of its own', async () => {
  const all = [meeting('ses_1', 8 * day), meeting('ses_2', day), meeting('ses_3', -6 * day)]
  const { sent } = await show(all, [personOf('reg_1', { firstName: 'Carla' })])
  await vi.waitFor(() => expect(pressed('2')).toBe('true')) // the last one that was
  await vi.waitFor(() => expect(button('Er: Carla')).toBeDefined())
  await press('1')
  await vi.waitFor(() => expect(button('Er: Carla')).toBeDefined())
  await press('Er: Carla')
  await vi.waitFor(() => expect(sent.map(t => t.session)).toEqual(['ses_1']))
  await press('3')
  await has('Afvinken kan vanaf die dag.')
  expect(button('Er: Carla')).toBeUndefined()
})

test('who may not act on the meeting gets no button', async () => {
  await show([meeting('ses_1', hour)], [personOf('reg_1')], {
    more: { mine: false },
  })
  await has('0 van de 1 zijn er.')
  expect(button('Er: reg_1')).toBeUndefined()
})
