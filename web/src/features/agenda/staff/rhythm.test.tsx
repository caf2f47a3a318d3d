// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { bars } from '../../../staff/bars'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'
import { fresh, newDate, type Activity, type RhythmDate, type RhythmPlan } from './model'
import { chosen, sayChanges, sayRhythm } from './rhythmWords'

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T14:02:00+01:00'
const act1 = 'act_aaaaaaaaaaaaaaaaaaaa'
const date = (ruleDay: string, more: Partial<RhythmDate> = {}): RhythmDate => ({
  day: ruleDay,
  ruleDay,
  from: '14.00',
  to: '15.30',
  what: 'new',
  people: 0,
  warnings: [],
  ...more,
})
const days = ['03', '10', '17', '24', '31'].map(d => '2026-12-' + d)

/** The editor of an activity; gives what was sent. */
async function editor(doc: Partial<Activity>, plan: Partial<RhythmPlan>) {
  const auth = fakeAuth(person(['coordinator']))
  const sent: string[] = []
  let kept = { ...fresh([]), title: 'Muziek maken', location: 'Atelier', ...doc }
  let version = 2
  const draft = () => ({
    id: act1,
    kind: 'activity',
    version,
    status: 'draft',
    changed: true,
    faults: [],
    createdAt: moment,
    createdBy: noor,
    updatedAt: moment,
    updatedBy: noor,
    doc: kept,
  })
  auth.fetch.mockImplementation(async (url, init) => {
    const method = init?.method ?? 'GET'
    const body = (init?.body as string | null) ?? ''
    if (url.endsWith('/presence')) return Response.json({ others: [] })
    if (url.endsWith('/rhythm/plan'))
      return Response.json({
        say: 'Elke donderdag.',
        open: true,
        items: days.map(d => date(d)),
        without: [],
        removed: [],
        faults: [],
        changes: 0,
        ...plan,
      })
    if (method === 'PUT') {
      kept = (JSON.parse(body) as { doc: typeof kept }).doc
      version++
    }
    if (method !== 'GET') sent.push(`${method} ${url} ${body}`)
    if (url.endsWith('/dates'))
      return Response.json({ mode: 'signup', items: [], signUps: 0, earlier: 0, used: false })
    if (url.startsWith('/api/activity-options'))
      return Response.json({ rooms: ['Atelier'], slug: '', hosts: [], staff: [] })
    if (url.startsWith('/api/drafts/activities/act_') && !/revisions|places/.test(url))
      return Response.json(draft())
    return Response.json({ items: [] })
  })
  await open('/editactivity/' + act1, { auth })
  await rest()
  return { sent, doc: () => kept }
}
const rest = async () => {
  for (let i = 0; i < 3; i++) await settle()
}
const choose = async (words: string) => {
  await act(async () =>
    [...document.querySelectorAll('label')]
      .find(l => l.textContent.startsWith(words))!
      .querySelector('input')!
      .click(),
  )
  await rest()
}
const planned = () => vi.waitFor(() => expect(text()).toContain('Elke donderdag.'), 5000)

beforeEach(() => staffFlag.raise(false))
afterEach(async () => {
  await close()
  bars.clear()
})

it('Elke week, the day, Publiceer: three presses', { timeout: 60_000 }, async () => {
  const { sent, doc } = await editor({}, {})
  await choose('Elke week')
  await press('dodonderdag') // the short word is for the eye alone
  await planned()
  expect(text()).toContain('Dat zijn nu 5 datums.')
  expect(document.querySelector('[aria-live=polite] b')!.textContent).toBe('Dus')
  await press('Publiceer')
  await rest()
  expect(sent.at(-1)).toContain('/publish')
  expect(doc().rhythm).toMatchObject({ every: 'week', weeks: 1, days: [4], end: 'open' })
})

it('a date that is taken out is remembered, and can be put back', { timeout: 60_000 }, async () => {
  const rhythm = chosen(fresh([]), 'week', '2026-12-03').rhythm!
  await editor({ rhythm: { ...rhythm, days: [4] } }, { without: ['2027-02'] })
  await planned()
  expect(text()).toContain('Geen datum in februari.')
  await press('Haal weg: donderdag 10 december')
  await rest()
  expect(text()).toContain('Weggehaald: donderdag 10 december')
  await press('Zet terug: donderdag 10 december')
  await rest()
  expect(text()).not.toContain('Weggehaald')
})

it(
  'what happens to dates that are there is shown before it is done',
  { timeout: 60_000 },
  async () => {
    const rhythm = chosen(fresh([]), 'week', '2026-12-03').rhythm!
    const { sent } = await editor(
      { rhythm: { ...rhythm, days: [4] } },
      {
        changes: 2,
        items: [
          date(days[0]!, { id: 'occ_a', what: 'stays', people: 9 }),
          date(days[1]!, { id: 'occ_b', what: 'outside', people: 6 }),
          date(days[2]!, { id: 'occ_c', what: 'goes' }),
        ],
      },
    )
    await planned()
    await press('Publiceer')
    await rest()
    expect(document.activeElement?.textContent).toBe('Kijk na wat er verandert')
    expect(text()).toContain('1 datum zonder mensen verdwijnt. 1 datum met mensen blijft staan.')
    expect(text()).toContain('Blijft staan, want er zijn mensen aangemeld.')
    expect(sent.some(s => s.includes('/publish'))).toBe(false)
    expect(button('Publiceer')).toBeDefined()
    await press('Publiceer')
    await rest()
    expect(sent.at(-1)).toContain('/publish')
    // it is done: nothing to look at takes the focus once more
    expect(text()).not.toContain('Kijk na wat er verandert')
  },
)

it(
  'an answer that is passed by keeps what was typed of the rule',
  { timeout: 60_000 },
  async () => {
    const rhythm = chosen(fresh([]), 'weeks', '2026-12-03').rhythm!
    const { doc } = await editor(
      { rhythm: { ...rhythm, days: [4], from: '14.00', to: '15.30' } },
      {},
    )
    const weeks = () => document.querySelector<HTMLInputElement>('[name="rhythm.weeks"]')
    await act(async () => {
      const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
      put.call(weeks(), '')
      weeks()!.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(weeks()).not.toBeNull() // emptied to type another number
    await choose('Losse datums')
    expect(text()).not.toContain('Op welke dag?')
    await choose('Elke week')
    await press('Publiceer')
    await rest()
    expect(doc().rhythm).toMatchObject({ days: [4], from: '14.00', to: '15.30' })
  },
)

it('the one date that was typed becomes the begin of the rule', () => {
  const doc = {
    ...fresh([]),
    newDates: [newDate({ day: '2026-12-03', from: '14.00', to: '15.30' })],
  }
  const weekly = chosen(doc, 'week', '2026-11-24')
  expect(weekly.newDates).toEqual([])
  expect(weekly.rhythm).toEqual({
    every: 'week',
    weeks: 1,
    days: [4],
    from: '14.00',
    to: '15.30',
    first: '2026-12-03',
    end: 'open',
  })
  const monthly = chosen(weekly, 'month', '2026-11-24')
  expect(monthly.rhythm).toMatchObject({ every: 'month', nth: 1, days: [4] })
  expect(chosen(monthly, 'loose', '2026-11-24').rhythm).toBeUndefined()
  const own = { ...doc, newDates: [{ ...doc.newDates[0]!, note: 'Neem een jas mee.' }] }
  expect(chosen(own, 'week', '2026-11-24').newDates).toHaveLength(1)
})

it('says in words what changes, and what a version said', () => {
  expect(
    sayChanges([
      date('2026-12-03', { what: 'goes' }),
      date('2026-12-10', { what: 'goes' }),
      date('2026-12-17'),
    ]),
  ).toBe('2 datums zonder mensen verdwijnen. 1 datum komt erbij.')
  const { rhythm } = chosen(fresh([]), 'weeks', '2026-12-03')
  expect(sayRhythm({ ...rhythm, days: [4], from: '14.00', to: '15.30' })).toBe(
    'Elke 2 weken, donderdag, 14.00 tot 15.30 uur, vanaf donderdag 3 december 2026',
  )
  expect(sayRhythm(undefined)).toBe('Losse datums')
})
