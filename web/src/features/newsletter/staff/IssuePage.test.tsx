// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'
import type { IssueProgress } from './issueWords'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const ready: IssueProgress = {
  id: 'iss_1',
  state: 'draft',
  late: false,
  version: 3,
  readers: 2,
  minutes: 1,
  faults: [],
  lost: false,
  doc: { subject: 'Winter', dates: [], news: [], greeting: 'Dag.' },
  dropped: [],
  tested: false,
  why: [],
  sent: 0,
  waiting: 0,
  failed: 0,
  withdrawn: 0,
}
const draft = {
  id: 'iss_1',
  kind: 'issue',
  status: 'draft',
  version: 3,
  doc: { subject: 'Winter', dates: [], news: [], greeting: 'Dag.' },
  updatedAt: '2026-11-24T10:00:00+01:00',
  updatedBy: { uid: 'u1', name: 'Noor' },
  others: [],
}

/** Where the router stands. */
let where = () => ''

/** The newsletter as it stands, and what was asked of the server. */
async function show(
  now: Partial<IssueProgress>,
  acts: Record<string, Partial<IssueProgress>> = {},
  words: object = draft,
) {
  const auth = fakeAuth(person(['redactie']))
  let stands = { ...ready, ...now }
  const asked: string[] = []
  auth.fetch.mockImplementation(async (input, init) => {
    const url = String(input)
    if (url.startsWith('/api/newsletter/check')) {
      asked.push(url)
      return url.includes('2020')
        ? Response.json(
            { code: 'invalid', fields: [{ name: 'time', code: 'order' }] },
            { status: 422 },
          )
        : Response.json({
            at: '2026-12-01T10:00:00+01:00',
            now: !url.includes('dag'),
            readers: 2,
            minutes: 1,
            lastYear: 0,
            promised: 6,
          })
    }
    if (url.startsWith('/api/newsletter/issues/')) {
      if (init?.method === 'POST') {
        asked.push(url)
        stands = { ...stands, ...acts[url.slice(url.lastIndexOf('/') + 1)] }
      }
      return Response.json(stands)
    }
    if (init?.method === 'POST' && /\/(un)?trash$/.test(url)) {
      asked.push(url)
      return Response.json({ ...words, status: url.endsWith('/trash') ? 'trashed' : 'draft' })
    }
    if (url.endsWith('/places')) return Response.json({ items: [] })
    return Response.json(url.includes('/api/drafts/issues/') ? words : { items: [] })
  })
  const { at } = await open('/beheer/nieuwsbrief/iss_1', { auth })
  where = at
  await settle()
  return asked
}
const wait = (ms: number) => act(() => new Promise(done => setTimeout(done, ms)))
const planned = { state: 'scheduled', plannedAt: '2026-12-01T10:00:00+01:00' } as const
const pick = (value: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`input[value=${value}]`)!.click())

test('nothing is sent before somebody chose when', async () => {
  const asked = await show({ tested: true }, { plan: { state: 'sending', waiting: 2 } })
  await press('Plan of verstuur')
  await wait(600)
  expect(asked).toEqual([])
  expect(button('Zet in de planning')!.getAttribute('aria-disabled')).toBe('true')
  await pick('now')
  await wait(600)
  expect(text()).toContain('Nu meteen. Naar 2 mensen.')
  await press('Verstuur nu')
  await settle()
  expect(asked.filter(a => a.endsWith('/plan'))).toHaveLength(1)
  expect(document.activeElement!.textContent).toBe('0 van de 2 verstuurd')
})

test('a text that somebody else just changed is not sent', async () => {
  const asked = await show({ tested: true, version: 4 })
  await press('Plan of verstuur')
  expect(text()).toContain('Kies eerst wanneer.')
  await pick('now')
  await wait(600)
  await press('Verstuur nu')
  await settle()
  expect(asked.filter(a => a.endsWith('/plan'))).toHaveLength(0)
  expect(text()).toContain('De tekst is net veranderd.')
})

test('the time of a planned one is changed from the time that it has', async () => {
  await show({ ...planned, faults: [{ name: 'subject', code: 'required' }] })
  expect(text()).toContain('Zo gaat hij niet weg. Schrijf een onderwerp.')
  await press('Verander de tijd')
  expect(document.querySelector<HTMLInputElement>('input[name=day]')!.value).toBe('2026-12-01')
  expect(document.querySelector<HTMLInputElement>('input[name=time]')!.value).toBe('10.00')
  expect(button('Verstuur nu')).toBeUndefined()
  await press('Terug')
  await settle()
  expect(document.activeElement!.textContent).toBe('Staat klaar')
})

test('a moment that has passed is told at its field', async () => {
  await show({ state: 'scheduled', plannedAt: '2020-12-01T10:00:00+01:00' })
  await press('Verander de tijd')
  await wait(600)
  expect(document.querySelector('#veld-time-fout')!.textContent).toBe(
    'Dit moment is al geweest. Kies een later moment.',
  )
})

test('the focus comes back to the part that was opened, and the test mail is told', async () => {
  await show({}, { test: { tested: true } })
  await press('Verander begroeting')
  expect(document.activeElement!.textContent).toBe('Begroeting')
  await press('Klaar')
  await settle()
  expect(document.activeElement!.getAttribute('aria-label')).toBe('Verander begroeting')
  await press('Stuur een proef naar mij')
  await settle()
  expect(text()).toContain('De proef is onderweg naar jouw mail.')
})

test('one whose moment passed asks, and can still go', async () => {
  await show({ ...planned, late: true, tested: true })
  expect(text()).toContain('Te laat: wacht op jou')
  expect(text()).toContain('Wil je hem nu nog versturen?')
  await press('Plan of verstuur')
  expect(document.querySelector('input[name=day]')).toBeNull() // no moment that has passed
})

test('while it is sent there is nothing to press, and then who did not get it is told', async () => {
  await show({ state: 'sending', sent: 28, waiting: 12, startedAt: planned.plannedAt })
  expect(text()).toContain('28 van de 40 verstuurd')
  expect(text()).toContain('Je mag dit scherm sluiten.')
  for (const gone of ['Pauze', 'Verder', 'Stop helemaal', 'Opnieuw'])
    expect(button(gone), gone).toBeUndefined()
  await close()
  staffFlag.raise(false)
  await show({
    state: 'sent',
    sent: 37,
    failed: 1,
    withdrawn: 2,
    why: [{ why: 'box', count: 1 }],
    startedAt: planned.plannedAt,
    endedAt: planned.plannedAt,
  })
  expect(text()).toContain('Verstuurd aan 37 mensen')
  expect(text()).toContain('2 mensen kregen hem niet, bijvoorbeeld na een afmelding.')
  expect(text()).toContain('1 adres lukte niet. De brievenbus is vol.')
  expect(button('Opnieuw')).toBeUndefined()
})

test('one that nobody got goes into the trash and comes out of it', async () => {
  const asked = await show({})
  await press('Verwijder')
  await settle()
  await press('Naar de prullenbak')
  await settle()
  expect(asked).toContain('/api/drafts/issues/iss_1/trash')
  expect(where()).toBe('/beheer/nieuwsbrief')
  await close()
  staffFlag.raise(false)
  const again = await show({}, {}, { ...draft, status: 'trashed' })
  expect(text()).toContain('Dit ligt in de prullenbak.')
  expect(button('Plan of verstuur')).toBeUndefined()
  expect(button('Verander onderwerp')).toBeUndefined()
  await press('Zet terug uit prullenbak')
  await settle()
  expect(again).toContain('/api/drafts/issues/iss_1/untrash')
  expect(text()).not.toContain('Dit ligt in de prullenbak.')
})

test('one that waits for its moment is not thrown away, and one that went cannot be', async () => {
  const asked = await show(planned)
  await press('Verwijder')
  expect(text()).toContain('Haal hem daar eerst uit.')
  expect(asked.filter(a => a.endsWith('/trash'))).toEqual([])
  await close()
  staffFlag.raise(false)
  await show({ state: 'sent', sent: 2, startedAt: planned.plannedAt })
  expect(button('Verwijder')).toBeUndefined()
})

test('the preview shows the dates that are mailed, and says which do not go along', async () => {
  const dates = ['01', '08', '15'].map(n => ({
    activityId: 'act_1',
    occurrenceId: 'occ_' + n,
    title: 'Schrijfcafé',
    start: `2026-12-${n}T13:30:00+01:00`,
    end: `2026-12-${n}T16:00:00+01:00`,
    room: 'Atelier',
  }))
  const moved = { ...dates[1]!, start: '2026-12-08T14:00:00+01:00' }
  await show(
    { doc: { ...draft.doc, dates: [moved] }, dropped: ['occ_01', 'occ_15'] },
    {},
    {
      ...draft,
      doc: { ...draft.doc, dates },
    },
  )
  const paper = document.querySelector('.issue-paper')!.textContent
  expect(paper).toContain('dinsdag 8 december 2026')
  expect(paper).toContain('14.00')
  expect(paper).not.toContain('1 december 2026,')
  expect(paper).not.toContain('15 december')
  expect(text()).toContain('Schrijfcafé op 8 december')
  expect(text()).toContain(
    'Schrijfcafé op 1 december en 15 december: geweest, of gaat niet door. ' + 'Dit gaat niet mee.',
  )
})
