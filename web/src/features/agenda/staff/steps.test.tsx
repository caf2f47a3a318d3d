// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, press, settle } from '../../../../test/app'
import { bars } from '../../../staff/bars'
import { fresh, newDate, type Activity } from './model'
import { chosen } from './rhythmWords'

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T14:02:00+01:00'
const act1 = 'act_aaaaaaaaaaaaaaaaaaaa'

/** The editor of an activity, on a phone or not. */
async function editor(phone: boolean, status: string, doc: Partial<Activity> = {}) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    asked => ({ matches: asked !== '(min-width: 60em)' || !phone }) as MediaQueryList,
  )
  const auth = fakeAuth(person(['coordinator']))
  const draft = {
    id: act1,
    kind: 'activity',
    version: 2,
    status,
    changed: false,
    faults: [{ name: 'cost', code: 'invalid' }],
    createdAt: moment,
    createdBy: noor,
    updatedAt: moment,
    updatedBy: noor,
    doc: { ...fresh([]), title: 'Breicafé', location: 'Atelier', ...doc },
  }
  auth.fetch.mockImplementation(async url => {
    if (url.endsWith('/presence')) return Response.json({ others: [] })
    if (url.endsWith('/rhythm/plan'))
      return Response.json({
        say: 'Elke donderdag.',
        ...{ items: [], without: [], removed: [], faults: [], changes: 0, open: true },
      })
    if (url.endsWith('/publish'))
      return Response.json({ code: 'invalid', fields: draft.faults }, { status: 422 })
    if (url.endsWith('/dates'))
      return Response.json({ mode: 'signup', items: [], signUps: 0, earlier: 0, used: false })
    if (url.startsWith('/api/activity-options'))
      return Response.json({ rooms: ['Atelier'], slug: '', hosts: [], staff: [] })
    if (url.startsWith('/api/drafts/activities/act_') && !/revisions|places/.test(url))
      return Response.json(draft)
    return Response.json({ items: [] })
  })
  await open('/editactivity/' + act1, { auth })
  await rest()
}
const rest = async () => {
  for (let i = 0; i < 3; i++) await settle()
}
const doIt = async (name: string) => {
  await press(name)
  await rest()
}
const steps = () => [...document.querySelectorAll<HTMLDetailsElement>('[data-step]')]
const opened = () =>
  steps()
    .filter(s => s.open)
    .map(s => s.dataset['step'])
    .join('')

beforeEach(() => staffFlag.raise(false))
afterEach(async () => {
  await close()
  bars.clear()
  vi.restoreAllMocks()
})

it('on a phone one step stands open, and leads to the next', { timeout: 60_000 }, async () => {
  await editor(true, 'draft')
  expect(opened()).toBe('1')
  expect(steps()[1]!.querySelector('summary')!.textContent).toContain('Atelier')
  await doIt('Verder: Wanneer')
  expect(opened()).toBe('2')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Wanneer'))
  await act(async () => {
    steps()[0]!.open = true // another may stand open beside it
  })
  await rest()
  expect(opened()).toBe('12')
})

it('of what is online the dates stand open first', { timeout: 60_000 }, async () => {
  await editor(true, 'published')
  expect(opened()).toBe('2')
})

it('a mistake opens its step, and says so there', { timeout: 60_000 }, async () => {
  await editor(true, 'draft')
  await doIt('Publiceer')
  expect(opened()).toBe('14')
  expect(steps()[3]!.querySelector('summary')!.textContent).toContain('Hier is nog iets nodig.')
  expect(steps()[0]!.querySelector('summary')!.textContent).not.toContain('nog iets nodig')
  await act(async () => {
    steps()[3]!.open = false
  })
  await rest()
  expect(opened()).toBe('1')
  await act(async () => document.querySelector<HTMLElement>('.alert-error a')!.click())
  await rest()
  expect(opened()).toBe('14')
  expect(document.activeElement?.closest('[data-step]')).toBe(steps()[3])
})

it('on a wide screen all steps stand open', { timeout: 60_000 }, async () => {
  await editor(false, 'draft')
  expect(opened()).toBe('1234')
})

it('a series of nine meetings is one line until opened', { timeout: 60_000 }, async () => {
  const meeting = (n: number) => ({ day: `2026-12-0${n}`, from: '13.30', to: '15.30' })
  await editor(false, 'draft', {
    mode: 'series',
    newDates: [newDate(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(meeting))],
  })
  const fold = document.querySelector<HTMLDetailsElement>('fieldset.date > details.fold')!
  expect(fold.open).toBe(false)
  expect(fold.querySelector('summary')!.textContent).toBe(
    '9 bijeenkomsten, van dinsdag 1 december tot en met woensdag 9 december',
  )
  await doIt('Nog een bijeenkomst')
  expect(document.querySelector<HTMLDetailsElement>('fieldset.date > details.fold')!.open).toBe(
    true,
  )
})

it('a rhythm that is online is one line until opened', { timeout: 60_000 }, async () => {
  const { rhythm } = chosen(fresh([]), 'week', '2026-12-03')
  await editor(false, 'published', { rhythm: rhythm! })
  const fold = document.querySelector<HTMLDetailsElement>('#ritme')!
  expect(fold.open).toBe(false)
  await vi.waitFor(() => expect(fold.querySelector('summary')!.textContent).toContain('Elke'), 5000)
  await act(async () => {
    fold.open = true
  })
  await rest()
  expect([fold.open, fold.querySelectorAll('.days button').length]).toEqual([true, 7])
})

it('a rhythm of a draft stands open', { timeout: 60_000 }, async () => {
  const { rhythm } = chosen(fresh([]), 'week', '2026-12-03')
  await editor(false, 'draft', { rhythm: rhythm! })
  expect(document.querySelector('#ritme')).toBeNull()
  expect(document.querySelectorAll('.days button')).toHaveLength(7)
})
