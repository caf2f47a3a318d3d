// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '../../../auth/types'
import { staffFlag } from '../../../auth/flag'
import { leftOpen } from '../../../staff/leftOpen'
import { bars } from '../../../staff/bars'
import {
  button,
  close,
  fakeAuth,
  open,
  person,
  press,
  presses,
  settle,
  text,
} from '../../../../test/app'
import { fresh, type StaffDate, type StaffDates } from './model'

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T14:02:00+01:00'
const until = new Date(Date.now() + 600_000).toISOString()
const act1 = 'act_aaaaaaaaaaaaaaaaaaaa'
const aDate = (id: string, day: string): StaffDate => ({
  id,
  version: 3,
  kind: 'date',
  status: 'planned',
  sessions: [
    { id: 'ses_' + id, day, from: '13.30', to: '16.00', room: 'Atelier', status: 'planned' },
  ],
  ownCapacity: false,
  capacity: 8,
  taken: 0,
  waiting: 0,
  used: false,
  warnings: [],
})

const scopes = [
  { scope: 'this', dates: 1, people: 0 },
  { scope: 'later', dates: 2, people: 3 },
  { scope: 'all', dates: 2, people: 3 },
]
const on = (day: string) => ({
  start: `2026-12-${day}T13:30:00+01:00`,
  end: `2026-12-${day}T16:00:00+01:00`,
})
const valuesCheck = {
  change: 1,
  tight: 0,
  fingerprint: 'v1',
  dates: [
    { id: 'occ_a', ...on('01'), changes: true, people: 0 },
    { id: 'occ_b', ...on('08'), own: 'host', changes: false, people: 3 },
  ],
}
const moveCheck = {
  ...{ mail: 2, call: 1, self: 0, none: 0, calls: ['Dirk'], unheard: [], away: [] },
  ...{ subject: 'Verplaatst', body: 'Van 13.30 naar 14.00 uur', atOnce: false },
  ...{ fingerprint: 'm1', change: 1, ...on('01'), room: 'Atelier', warnings: [] },
  dates: [
    { id: 'occ_a', ...on('01'), room: 'Atelier', own: 'time', people: 0, waiting: 0 },
    { id: 'occ_b', ...on('08'), room: 'Atelier', people: 3, waiting: 0 },
  ],
}

/** The editor of an activity with two dates; gives what was sent. */
async function editor(
  of: Partial<StaffDates> = {},
  role: Role = 'coordinator',
  check = valuesCheck,
) {
  const auth = fakeAuth(person([role]))
  let dates = of.items ?? [aDate('occ_a', '2026-12-01'), aDate('occ_b', '2026-12-08')]
  const sent: string[] = []
  const draft = () => ({
    id: act1,
    kind: 'activity',
    version: 2,
    status: 'published',
    changed: false,
    faults: [],
    createdAt: moment,
    createdBy: noor,
    updatedAt: moment,
    updatedBy: noor,
    doc: { ...fresh([]), title: 'Breicafé' },
  })
  auth.fetch.mockImplementation(async (url, init) => {
    const method = init?.method ?? 'GET'
    if (url.endsWith('/presence')) return Response.json({ others: [] })
    if (method !== 'GET') sent.push(`${method} ${url} ${(init?.body as string | null) ?? ''}`)
    if (method === 'DELETE') {
      dates = dates.slice(1)
      return Response.json({ undo: { id: 'und_1', act: 'date', until } })
    }
    if (url === '/api/undo/und_1') {
      dates = [aDate('occ_a', '2026-12-01'), ...dates]
      return Response.json(draft())
    }
    if (url.endsWith('/people')) return new Response(null, { status: 404 })
    if (url.endsWith('/choices')) return Response.json({ scopes })
    if (url.endsWith('/values/check')) return Response.json(check)
    if (url.endsWith('/move/check')) return Response.json(moveCheck)
    if (url.endsWith('/values') || url.endsWith('/move'))
      return Response.json({
        act: { id: 'sac_1', kind: 'values', at: moment, by: 'noor', undoUntil: until, dates: 2 },
        taken: 0,
        waiting: 0,
      })
    if (method === 'PATCH') return Response.json(dates[0])
    if (url.endsWith('/dates'))
      return Response.json({
        mode: 'signup',
        items: dates,
        signUps: 0,
        earlier: 0,
        used: false,
        ...of,
      })
    if (url.startsWith('/api/activity-options'))
      return Response.json({ rooms: ['Atelier'], slug: '', hosts: [], staff: [] })
    if (url.endsWith('/publish'))
      return Response.json({ ...draft(), undo: { id: 'und_2', act: 'publish', until } })
    if (url.startsWith('/api/drafts/activities/act_') && !/revisions|places/.test(url))
      return Response.json(draft())
    return Response.json({ items: [] })
  })
  await open('/editactivity/' + act1, { auth })
  await rest()
  return sent
}
const rest = async () => {
  for (let i = 0; i < 3; i++) await settle()
}
const doIt = async (name: string) => {
  await press(name)
  await rest()
}
const first = 'Verander dinsdag 1 december, 13.30 tot 16.00 uur'
const form = () => document.getElementById('datum-occ_a')
const field = (label: string) =>
  [...form()!.querySelectorAll('label')]
    .find(l => l.textContent.startsWith(label))!
    .parentElement!.querySelector('input')!
const host = () => field('Wie ontvangt je?')
const type = async (value: string, label = 'Wie ontvangt je?') => {
  await act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    set.call(field(label), value)
    field(label).dispatchEvent(new Event('input', { bubbles: true }))
  })
  await rest()
}
const go = async (path: string) => {
  await act(async () => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await rest()
}
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => staffFlag.raise(false))
afterEach(async () => {
  for (const l of leftOpen.get()) leftOpen.drop(l.id)
  await close()
  bars.clear()
})

it(
  'publishing with a changed form of a date open drops nothing and says nothing that is not so',
  { timeout: 60_000 },
  async () => {
    const sent = await editor()
    await doIt(first)
    await type('Jan')
    await doIt('Publiceer')
    expect(sent).toEqual([])
    expect(document.activeElement?.textContent).toContain('Er is nog niets online gezet.')
    expect(text()).not.toContain('staat online.')
    await doIt('Bewaar deze datum')
    await doIt('Alleen deze datum dinsdag 1 december · niemand')
    expect(sent).toEqual([expect.stringMatching(/^PATCH .*"host":"Jan"/)])
    expect(text()).not.toContain('Er is nog niets online gezet.')
    await doIt('Publiceer')
    expect(sent.at(-1)).toContain(`POST /api/drafts/activities/${act1}/publish`)
  },
)

it(
  'publishing that waits for a form of a date takes back the word of an earlier publication',
  { timeout: 60_000 },
  async () => {
    await editor()
    await doIt('Publiceer')
    expect(text()).toContain('staat online.')
    await doIt(first)
    await type('Jan')
    await doIt('Publiceer')
    expect(text()).toContain('Er is nog niets online gezet.')
    expect(text()).not.toContain('staat online.')
    expect(text()).toContain('zette je ‘Breicafé’ online')
    expect(button('Maak ongedaan')).toBeDefined()
  },
)

it(
  'what tells nobody is kept for several dates at once, with one way back, in three presses',
  { timeout: 60_000 },
  async () => {
    const sent = await editor()
    await doIt(first)
    await type('Jan')
    await doIt('Bewaar deze datum')
    expect(document.activeElement?.textContent).toBe('Voor welke datums geldt dit?')
    expect(sent).toEqual([])
    await doIt('Alle komende datums 2 datums, 3 mensen')
    expect(document.activeElement?.textContent).toBe('Jan ontvangt')
    expect(form()!.textContent).toContain('1 datum verandert. 1 blijft zoals hij is.')
    expect(form()!.textContent).toContain('dinsdag 8 december · houdt een eigen gastheer')
    expect(button('Vertel het toch')).toBeUndefined() // nobody comes to this one
    await doIt('Bewaar zonder bericht')
    expect(sent.at(-1)).toBe(
      'PUT /api/occurrences/occ_a/values ' +
        JSON.stringify({ host: 'Jan', fingerprint: 'v1', scope: 'all' }),
    )
    expect(form()).toBeNull()
    const bar = document.querySelector('.said')!
    expect(bar.textContent).toContain('Bewaard op 2 datums. Niemand krijgt een mail.')
    await act(async () => bar.querySelector<HTMLElement>('.btn')!.click())
    await rest()
    expect(sent.at(-1)).toContain('POST /api/acts/sac_1/undo')
  },
)

it(
  'what changed on several dates can be told after all, to who comes to these',
  { timeout: 60_000 },
  async () => {
    const sent = await editor({}, 'coordinator', {
      ...valuesCheck,
      dates: [{ id: 'occ_a', ...on('01'), changes: true, people: 3 }],
    })
    await doIt(first)
    await type('Jan')
    await doIt('Bewaar deze datum')
    await doIt('Alle komende datums 2 datums, 3 mensen')
    await doIt('Vertel het toch')
    expect(sent.at(-1)).toContain('PUT /api/occurrences/occ_a/values ')
    expect(location.pathname + location.search).toBe('/registrationdetails/occ_a?bericht=sac_1')
  },
)

it(
  'a new time of a date with people says who hears it before it is kept',
  { timeout: 60_000 },
  async () => {
    const sent = await editor({
      items: [
        { ...aDate('occ_a', '2026-12-01'), taken: 3, used: true },
        aDate('occ_b', '2026-12-08'),
      ],
    })
    await doIt(first)
    expect(form()!.textContent).toContain('Je ziet eerst wie.')
    await type('14:00', 'Van')
    await doIt('Bewaar deze datum')
    await doIt('Deze en latere datums 2 datums, 3 mensen')
    expect(document.activeElement?.textContent).toBe('Van 13.30 naar 14.00 uur')
    for (const words of ['houdt eigen tijd', '3 mensen horen het van ons.', 'Bellen: Dirk'])
      expect(form()!.textContent).toContain(words)
    const went = { day: '2026-12-01', from: '14.00', to: '16.00', room: 'Atelier' }
    expect(sent.at(-1)).toBe(
      'POST /api/occurrences/occ_a/move/check ' + JSON.stringify({ ...went, scope: 'later' }),
    )
    await doIt('Bewaar en vertel het 3 mensen')
    expect(sent.at(-1)).toBe(
      'POST /api/occurrences/occ_a/move ' +
        JSON.stringify({ ...went, scope: 'later', fingerprint: 'm1' }),
    )
    // the date opened; then keep, for which, and tell
    expect(presses()).toBe(1 + 3)
  },
)

it('an open form in which nothing changed is in nobody’s way', { timeout: 60_000 }, async () => {
  const sent = await editor()
  await doIt(first)
  await type('Jan')
  await type('')
  await doIt('Publiceer')
  expect(sent).toEqual([expect.stringContaining('/publish')])
})

it(
  'leaving by a tab keeps what was typed, says so there, and comes back to it',
  { timeout: 60_000 },
  async () => {
    const sent = await editor()
    await doIt(first)
    await type('Jan')
    expect(asks()).toBe(true)
    await go('/beheer')
    expect(text()).toContain(
      'Je verandering is nog niet bewaard: Breicafé, dinsdag 1 december, 13.30 tot 16.00 uur.',
    )
    expect(asks()).toBe(true)
    await doIt('Ga verder')
    expect(text()).not.toContain('Je verandering is nog niet bewaard')
    expect(host().value).toBe('Jan')
    await doIt('Laat het zo')
    await go('/beheer')
    expect([text().includes('Je verandering'), asks(), sent]).toEqual([false, false, []])
  },
)

it('a date that is taken away is told, and can be put back', { timeout: 60_000 }, async () => {
  const sent = await editor()
  await doIt(first)
  await doIt('Haal deze datum weg')
  expect(sent).toEqual(['DELETE /api/occurrences/occ_a '])
  expect(button(first)).toBeUndefined()
  const bar = document.querySelector('.said')!
  expect(bar.querySelector('p')!.textContent.trim()).toBe(
    'De datum is weg: dinsdag 1 december, 13.30 tot 16.00 uur.',
  )
  await vi.waitFor(() => expect(document.activeElement).toBe(bar.querySelector('p')))
  await act(async () => bar.querySelector<HTMLElement>('.btn')!.click())
  await vi.waitFor(async () => {
    await rest()
    expect(button(first)).toBeDefined()
  })
})

it(
  'with people to come it is neither hidden nor thrown away, and says so at once',
  { timeout: 60_000 },
  async () => {
    const sent = await editor({
      items: [{ ...aDate('occ_a', '2026-12-01'), taken: 3, waiting: 1, used: true }],
      signUps: 4,
      used: true,
    })
    await doIt('Maak onzichtbaar')
    expect(document.activeElement?.textContent).toBe(
      'Er zijn 4 mensen. Bel hen eerst en meld ze af, of zet de activiteit in het archief na de ' +
        'laatste datum.dinsdag 1 december, 13.30 tot 16.00 uur: 3 aanmeldingen, 1 op de wachtlijst',
    )
    await doIt('Verwijder')
    expect(document.activeElement?.textContent).toContain('kan niet in de prullenbak')
    expect([button('Naar de prullenbak'), sent]).toEqual([undefined, []])
  },
)

it('of nine dates the later ones are one line until opened', { timeout: 60_000 }, async () => {
  await editor({
    items: [...'123456789'].map(n => aDate('occ_' + n, `2026-12-0${n}`)),
  })
  const fold = document.querySelector('details:has(> .rows)')!
  expect(fold.querySelector('summary')!.textContent).toBe(
    'Nog 6 datums, tot en met woensdag 9 december',
  )
  expect([fold.querySelectorAll('li').length, fold.hasAttribute('open')]).toEqual([6, false])
})

it('a copy is a draft of its own without dates', { timeout: 60_000 }, async () => {
  const sent = await editor()
  await doIt('Kopieer deze activiteit')
  const [made] = sent
  expect(made).toMatch(/^PUT \/api\/drafts\/activities\/act_/)
  expect(made).not.toContain(act1)
  expect(made).toContain('"title":"Kopie van Breicafé"')
  expect(made).toContain('"newDates":[]')
  expect(location.pathname).toBe('/editactivity/' + /activities\/(act_\w+) /.exec(made!)![1])
})

it('one without any date is not said to be online', { timeout: 60_000 }, async () => {
  await editor({ items: [] })
  await doIt('Publiceer')
  expect(document.querySelector('.said p')!.textContent.trim()).toBe(
    '‘Breicafé’ is bewaard, maar nog nergens te zien: er is nog geen datum. ' +
      'Voeg een datum toe en publiceer opnieuw.',
  )
})

it('a host reads a summary, and no form that takes nothing', { timeout: 60_000 }, async () => {
  await editor({}, 'gastheer')
  const main = document.querySelector('main')!
  expect(main.querySelectorAll('input, textarea, select')).toHaveLength(0)
  expect(main.textContent).toContain('dinsdag 1 december, 13.30 tot 16.00 uur')
  expect(main.textContent).toContain('0 aanmeldingen op 8 plekken')
})

it.each([
  ['a date', {}, {}, ''],
  ['a series', { kind: 'series' }, {}, ''],
  ['a walk-in', {}, { mode: 'walkin' }, ''],
  ['what is off', { status: 'cancelled' }, {}, '?stap=toch'],
] as const)(
  'one press from a date in the list to what changes: %s',
  { timeout: 60_000 },
  async (_, more, of, query) => {
    await editor({ ...of, items: [{ ...aDate('occ_a', '2026-12-01'), ...more }] })
    const words = query ? 'Gaat het toch door?' : 'Gaat niet door of verandert'
    await doIt(`${words}: dinsdag 1 december, 13.30 tot 16.00 uur`)
    expect(location.pathname + location.search).toBe('/beheer/datum/occ_a/verander' + query)
    expect(presses()).toBe(1)
  },
)
