// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import type { Role } from '../../../../auth/types'
import { button, close, fakeAuth, open, person, press, text } from '../../../../testing'
import { sayMoved, sayWeek, saySpan, type Card, type StaffWeek } from './words'

afterEach(close)

const card = (id: string, day: string, more: Partial<Card> = {}): Card => ({
  id,
  occurrence: 'occ_' + id,
  activity: 'act_' + id,
  title: id,
  kind: 'date',
  mode: 'signup',
  n: 1,
  of: 1,
  start: `2026-12-${day}T13:30:00+01:00`,
  end: `2026-12-${day}T16:00:00+01:00`,
  room: 'Grote tafel',
  host: 'Henk',
  state: 'planned',
  mine: true,
  readable: true,
  warnings: [],
  ...more,
})

const weekOf = (cards: readonly Card[], more: Partial<StaffWeek> = {}): StaffWeek => ({
  value: '2026-W50',
  from: '2026-12-07',
  to: '2026-12-13',
  previous: '2026-W49',
  next: '2026-W51',
  today: '2026-12-03',
  days: ['07', '08', '09', '10', '11', '12', '13'].map(n => ({
    day: '2026-12-' + n,
    open: true,
    holiday: false,
    cards: cards.filter(c => c.start.slice(8, 10) === n),
  })),
  drafts: [],
  ...more,
})

type Answers = Record<string, (init?: RequestInit) => Response>

async function screen(
  week: () => StaffWeek,
  { roles = ['coordinator'] as Role[], search = '', answers = {} as Answers } = {},
) {
  staffFlag.raise(false)
  const auth = fakeAuth(person(roles))
  const asked: string[] = []
  auth.fetch.mockImplementation(async (url, init) => {
    asked.push(`${init?.method ?? 'GET'} ${url}`)
    const own = answers[`${init?.method ?? 'GET'} ${url}`]
    if (own) return own(init)
    if (url.startsWith('/api/week')) return Response.json(week(), { headers: { etag: '"1"' } })
    return Response.json({ items: [], places: {}, closures: [] })
  })
  await open('/beheer/week' + search, { auth })
  await vi.waitFor(() => expect(document.querySelector('.week')).not.toBeNull())
  return { asked }
}

const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))
const links = () => [...document.querySelectorAll('#inhoud a')].map(a => a.getAttribute('href'))

test('the days with their cards, and what to look at', async () => {
  const { asked } = await screen(
    () =>
      weekOf(
        [
          card('Atelier', '07', { counts: { taken: 6, capacity: 10, waiting: 0 } }),
          card('Inloop', '07', { mode: 'walkin' }),
          card('Koor', '08', { state: 'cancelled', reason: 'De begeleider is ziek.' }),
          card('Lezing', '09', {
            state: 'draft',
            mine: false,
            warnings: [{ code: 'noHost' }, { code: 'room', who: 'Zaal', activity: 'Koor' }],
          }),
          card('Bakken', '11', {
            counts: { taken: 2, capacity: 12, waiting: 1 },
            warnings: [{ code: 'belowMinimum', least: 4 }],
          }),
        ],
        {},
      ),
    { search: '?week=2026-W50' },
  )
  await has('7 tot en met 13 december')
  expect(asked).toContain('GET /api/week?week=2026-W50')
  for (const words of [
    'Volgende week',
    '6 van de 10',
    'Inloop',
    'De begeleider is ziek.',
    'Concept',
    '3 dingen om na te kijken',
    'Je kunt gewoon publiceren. Dit zijn tips.',
    'Woensdag 13.30, Lezing: niemand ontvangt',
    'Woensdag 13.30, Lezing: in Zaal is dan ook Koor',
    'Vrijdag 13.30, Bakken: 2 aanmeldingen, 4 nodig',
    '2 van de 12, 1 wacht',
  ])
    expect(text()).toContain(words)
  expect(document.querySelector('h3.off')?.textContent).toBe('Koor')
  expect(document.querySelector('.wcard-draft h3')?.textContent).toBe('Lezing')
  expect(document.querySelectorAll('.wday')).toHaveLength(5)
  expect(links()).toEqual(
    expect.arrayContaining([
      '/beheer/week?week=2026-W49',
      '/beheer/week?week=2026-W51',
      '/agenda/print?week=2026-W50',
      '/registrationdetails/occ_Atelier',
      '/beheer/datum/occ_Atelier/verander',
      '/beheer/datum/occ_Koor/verander',
      '/editactivity/act_Inloop',
      '/editactivity/act_Lezing',
      '#Lezing',
    ]),
  )
  expect(links()).not.toContain('/beheer/datum/occ_Inloop/verander')
  // what is not built has no button
  for (const absent of ['Kopieer vorige week', 'Publiceer'])
    expect(document.querySelector('#inhoud')!.textContent).not.toContain(absent)
})

test('a gastheer reads, and others have no buttons on what is not theirs', async () => {
  await screen(
    () =>
      weekOf([
        card('Atelier', '07', { mine: false }),
        card('Koor', '08', { mine: false, readable: false }),
      ]),
    { roles: ['gastheer'] },
  )
  expect(links().filter(a => a?.includes('/verander') || a?.includes('new'))).toEqual([])
  expect(links()).toContain('/editactivity/act_Atelier')
  expect(document.querySelector('#Koor a')).toBeNull()
})

test('hours that differ stand at the head of the day, and a weekend comes with them', async () => {
  const week = weekOf([])
  week.days[3]!.differs = { day: '2026-12-10', blocks: [], reason: 'We hebben te weinig mensen' }
  week.days[5]!.differs = { day: '2026-12-12', blocks: [{ from: '13.00', to: '15.00' }] }
  await screen(() => week)
  await has('Deze week is nog leeg.')
  expect(text()).toContain('We zijn dicht. We hebben te weinig mensen. Verander')
  expect(text()).toContain('Open van 13.00 tot 15.00 uur.')
  expect(document.querySelectorAll('.wday')).toHaveLength(6)
})

/** What the desk answers to a draft that went online. */
const online = (id: string) => () =>
  Response.json({
    undo: { id: 'und_' + id, act: 'publish', until: new Date(Date.now() + 600_000).toISOString() },
  })
const three = () =>
  weekOf(
    ['Lezing', 'Muziek', 'Bakken'].map((t, n) => card(t, `0${7 + n}`, { state: 'draft' })),
    {
      drafts: ['Bakken', 'Lezing', 'Muziek'].map(title => ({
        id: 'act_' + title,
        version: 3,
        title,
      })),
    },
  )
const at = (title: string, act = '') => `/api/drafts/activities/act_${title}${act}`

test('one press puts all drafts online, and one takes them back', async () => {
  let now = three()
  const seen: (string | null)[] = []
  const answers: Answers = {}
  for (const title of ['Lezing', 'Muziek', 'Bakken']) {
    answers['POST ' + at(title, '/publish')] = init => {
      seen.push(new Headers(init?.headers).get('if-match'))
      now = weekOf([])
      return online(title)()
    }
    answers['POST /api/undo/und_' + title] = () => {
      now = three()
      return Response.json({})
    }
  }
  await screen(() => now, { answers })
  await has('Bezoekers zien ze nog niet.')
  await press('Publiceer alle 3 concepten')
  await has('3 datums staan online. Tot ')
  await has('kun je dit terugdraaien.')
  expect(seen).toEqual(['"3"', '"3"', '"3"'])
  await vi.waitFor(() => expect(button('Publiceer alle 3 concepten')).toBeUndefined())
  await press('Maak ongedaan')
  await has('Ongedaan gemaakt.')
  await has('Publiceer alle 3 concepten')
})

test('what a colleague threw away is told, and the rest goes online; who signed up stays', async () => {
  let now = three()
  await screen(() => now, {
    answers: {
      ['POST ' + at('Bakken', '/publish')]: online('Bakken'),
      ['POST ' + at('Lezing', '/publish')]: online('Lezing'),
      ['POST ' + at('Muziek', '/publish')]: () =>
        Response.json({ code: 'precondition_failed' }, { status: 412 }),
      ['GET ' + at('Muziek')]: () => {
        now = weekOf([])
        return Response.json({ status: 'trashed', updatedBy: { name: 'Loes de Wit' } })
      },
      'POST /api/undo/und_Bakken': () => Response.json({}),
      'POST /api/undo/und_Lezing': () =>
        Response.json(
          { code: 'conflict', fields: [{ name: 'newDates', code: 'taken' }] },
          { status: 409 },
        ),
    },
  })
  await has('Publiceer alle 3 concepten')
  await press('Publiceer alle 3 concepten')
  await has('Loes haalde Muziek weg. De andere 2 staan online.')
  await press('Maak ongedaan')
  await has('Lezing blijft online: daar meldde zich al iemand voor aan.')
})

test('a draft that misses something stays, and the words say which', async () => {
  const one = weekOf([card('Lezing', '07', { state: 'draft' })], {
    drafts: [{ id: 'act_Lezing', version: 3, title: 'Lezing' }],
  })
  await screen(() => one, {
    answers: {
      ['POST ' + at('Lezing', '/publish')]: () =>
        Response.json({ code: 'invalid', fields: [] }, { status: 422 }),
    },
  })
  await has('Bezoekers zien het nog niet.')
  await press('Publiceer het concept')
  await has('Lezing mist nog iets. Open het concept en kijk wat.')
})

test('words of a week', () => {
  const week = (today: string) => sayWeek(weekOf([], { today }))
  expect(week('2026-12-06')).toBe('Volgende week')
  expect(week('2026-12-07')).toBe('Deze week')
  expect(week('2026-12-13')).toBe('Deze week')
  expect(week('2026-12-14')).toBe('Vorige week')
  expect(week('2026-11-29')).toBe('Week 50')
  expect(saySpan({ from: '2026-11-30', to: '2026-12-06' })).toBe(
    '30 november tot en met 6 december',
  )
  const was = (start: string, room = 'Grote tafel') =>
    sayMoved(card('x', '07', { moved: { start, end: start, room } }))
  expect(was('2026-12-06T13:30:00+01:00')).toBe('Was op zondag 6 december, 13.30 uur')
  expect(was('2026-12-07T10:00:00+01:00', 'Zaal')).toBe('Was om 10.00 uur, in Zaal')
})
