// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import type { Role } from '../../../../auth/types'
import {
  button,
  close,
  fakeAuth,
  open,
  person,
  press,
  presses,
  text,
} from '../../../../../test/app'
import { act } from 'react'
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
    closed: false,
    holiday: false,
    cards: cards.filter(c => c.start.slice(8, 10) === n),
  })),
  drafts: [],
  ...more,
})

type Answers = Record<string, (init?: RequestInit) => Response | Promise<Response>>

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
    '2 van de 12, iemand wacht',
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
      '/beheer/datum/occ_Koor/verander?stap=toch',
      '/editactivity/act_Inloop',
      '/editactivity/act_Lezing',
      '#Lezing',
    ]),
  )
  expect(links()).toContain('/beheer/datum/occ_Inloop/verander')
  // nothing waits
  expect(document.querySelector('#inhoud')!.textContent).not.toContain('Publiceer')
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
  for (const words of ['Kopieer vorige week', 'Andere openingstijden'])
    expect(text()).not.toContain(words)
})

test('Verander on a closure opens that closure', async () => {
  const week = weekOf([])
  week.days[3]!.differs = { day: '2026-12-10', blocks: [], reason: 'We hebben te weinig mensen' }
  week.days[3]!.closed = true
  week.days[3]!.closure = 'cls_1'
  await screen(() => week)
  await has('Deze week is nog leeg.')
  const link = document.querySelector('[aria-label="Verander dat we donderdag dicht zijn"]')
  expect(link!.getAttribute('href')).toBe('/beheer/dicht?sluiting=cls_1')
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

const type = (name: string, value: string) =>
  act(async () => {
    const input = document.getElementById('veld-' + name.replaceAll('.', '-')) as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

const copied = (id: string, start: string) => ({
  source: 'occ_' + id,
  card: card(id, '09', { start, warnings: id === 'Lezing' ? [{ code: 'noHost' }] : [] }),
  changed: id === 'Film',
})
const plan = {
  value: '2026-W50',
  from: '2026-11-30',
  to: '2026-12-07',
  items: [
    copied('Lezing', '2026-12-09T19:30:00+01:00'),
    copied('Film', '2026-12-10T14:00:00+01:00'),
  ],
  rest: [
    { source: 'a', title: 'Inloop', why: 'rhythm' },
    { source: 'b', title: 'Inloop', why: 'rhythm' },
    { source: 'c', title: 'Werkgroep', why: 'notWeekly', weeks: 2 },
    { source: 'd', title: 'Avond', why: 'closed' },
  ],
}

test('the week before is copied in two presses, without what is ticked off, and back', async () => {
  const sent: { dates: { source: string; id: string }[] }[] = []
  let gone = 0
  const until = new Date(Date.now() + 600_000).toISOString()
  await screen(() => weekOf([]), {
    search: '?week=2026-W50',
    answers: {
      'GET /api/week-copies/2026-W50': () => Response.json(plan),
      'POST /api/week-copies': init => {
        const body = JSON.parse(String(init?.body)) as (typeof sent)[0]
        sent.push(body)
        if (sent.length === 1) throw new TypeError('offline')
        return Response.json({
          made: body.dates.map(d => ({ activity: 'act_1', title: 'Film', date: { id: d.id } })),
          rest: [],
          undo: [{ activity: 'act_1', title: 'Film', undo: { id: 'und_1', until } }],
        })
      },
      'POST /api/undo/und_1': () => {
        gone++
        return Response.json({ code: 'conflict', fields: [] }, { status: 409 })
      },
    },
  })
  await has('Deze week is nog leeg. Kopieer vorige week?')
  await press('Kopieer vorige week')
  await has('Van 30 november naar 7 december')
  for (const words of [
    '2 datums komen erbij, als concept.',
    'wo 9 dec 19.30 Lezing',
    'Let op: niemand ontvangt.',
    'Er staan ook andere wijzigingen klaar. Die gaan mee online.',
    '4 datums komen niet mee',
    '2 staan er al, door hun ritme.',
    'Werkgroep is om de week.',
    'Avond: dan zijn we dicht.',
  ])
    expect(text()).toContain(words)
  await act(async () => document.querySelector<HTMLInputElement>('[value=occ_Lezing]')!.click())
  await press('Kopieer 1 datum')
  await has('Er is nog niets gekopieerd. Je keuzes staan nog hier.')
  await press('Kopieer 1 datum')
  await has('1 datum staat klaar als concept.')
  expect(sent[1]!.dates.map(d => d.source)).toEqual(['occ_Film'])
  expect(sent[1], 'pressed again it is the same').toEqual(sent[0])
  await press('Maak ongedaan')
  await has('Film blijft zoals het is: iemand veranderde het daarna nog.')
  expect(gone).toBe(1)
})

test('a week is copied and online in three presses', async () => {
  let copied = false
  const answers: Answers = {
    'GET /api/week-copies/2026-W50': () => Response.json(plan),
    'POST /api/week-copies': () => {
      copied = true
      return Response.json({
        made: ['Lezing', 'Muziek', 'Bakken'].map(title => ({
          activity: 'act_' + title,
          title,
          date: { id: 'occ_' + title },
        })),
        rest: [],
        undo: [],
      })
    },
  }
  for (const title of ['Lezing', 'Muziek', 'Bakken'])
    answers['POST ' + at(title, '/publish')] = online(title)
  await screen(() => (copied ? three() : weekOf([])), { search: '?week=2026-W50', answers })
  await has('Deze week is nog leeg. Kopieer vorige week?')
  await press('Kopieer vorige week')
  await has('2 datums komen erbij')
  await press('Kopieer 2 datums')
  await has('Publiceer alle 3 concepten')
  await press('Publiceer alle 3 concepten')
  await has('3 datums staan online.')
  expect(presses()).toBe(3)
})

test('of two who copy the second reads who was first', async () => {
  await screen(() => weekOf([]), {
    search: '?week=2026-W50',
    answers: {
      'GET /api/week-copies/2026-W50': () => Response.json(plan),
      'POST /api/week-copies': () =>
        Response.json({ made: [], undo: [], rest: plan.rest.slice(3), by: 'Loes de Wit' }),
    },
  })
  await press('Kopieer vorige week')
  await has('2 datums komen erbij')
  await press('Kopieer 2 datums')
  await has('Loes deed dit net ook. Dat is één keer gebeurd. Je hoeft niets te doen.')
})

test('other hours of a day: what lies outside is told, a colleague is named, and back', async () => {
  let own: object | undefined
  let mark = 'usual'
  const sent: Record<string, unknown>[] = []
  const url = '/api/opening-days/2026-12-09'
  const day = () =>
    Response.json({
      day: '2026-12-09',
      usual: [{ from: '13.00', to: '17.00' }],
      mark,
      ...(own && { own, by: 'Loes de Wit', at: '2026-12-03T12:28:00+01:00' }),
    })
  await screen(() => weekOf([card('WRAP', '09'), card('Koor', '09', { state: 'cancelled' })]), {
    answers: {
      ['GET ' + url]: day,
      ['PUT ' + url]: async init => {
        const body = JSON.parse(String(init?.body)) as Record<string, unknown>
        sent.push(body)
        if (sent.length === 1) {
          own = { day: '2026-12-09', blocks: [{ from: '14.00', to: '16.00' }] }
          mark = 'loes'
          return Response.json({ code: 'precondition_failed' }, { status: 412 })
        }
        if (sent.length === 2)
          return Response.json(
            { code: 'invalid', fields: [{ name: 'blocks.0.to', code: 'order' }] },
            { status: 422 },
          )
        mark = 'noor'
        const until = new Date(Date.now() + 600_000).toISOString()
        return Response.json({
          ...((await day().json()) as object),
          undo: { id: 'und_uren', act: 'day', until },
        })
      },
      'POST /api/undo/und_uren': () => Response.json({ id: 'hours' }),
    },
  })
  await act(async () =>
    document
      .querySelector<HTMLButtonElement>('[aria-label="Andere openingstijden op woensdag"]')!
      .click(),
  )
  await has('Zoals altijd: 13.00 tot 17.00 uur')
  await act(async () => document.querySelector<HTMLInputElement>('[value=other]')!.click())
  await type('blocks-2026-12-09.0.to', '15')
  await has('WRAP duurt dan tot 16.00 uur. Dat blijft zo staan.')
  expect(text()).not.toContain('Koor duurt')
  await press('Bewaar')
  await has('Loes veranderde deze dag om 12.28 uur: 14.00 tot 16.00 uur.')
  await press('Bewaar')
  await has('De eindtijd moet na de begintijd liggen.')
  await press('Bewaar')
  await has('Woensdag 9 december: open van 13.00 tot 15.00 uur.')
  expect(sent[2]).toEqual({ blocks: [{ from: '13.00', to: '15.00' }], reason: '', mark: 'loes' })
  await press('Maak ongedaan')
  await has('Ongedaan gemaakt:')
  expect(sent, 'the server knows what stood there').toHaveLength(3)
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
  await has('Ongedaan gemaakt:')
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

test('one press from every card to what changes: date, series and walk-in', async () => {
  await screen(() =>
    weekOf([
      card('Atelier', '07'),
      card('Cursus', '08', { kind: 'series', n: 2, of: 12 }),
      card('Inloop', '09', { mode: 'walkin' }),
      card('Koor', '10', { state: 'cancelled', reason: 'De begeleider is ziek.' }),
    ]),
  )
  expect(links().filter(l => l!.includes('/verander'))).toEqual([
    '/beheer/datum/occ_Atelier/verander',
    '/beheer/datum/occ_Cursus/verander?bijeenkomst=Cursus',
    '/beheer/datum/occ_Inloop/verander',
    '/beheer/datum/occ_Koor/verander?stap=toch',
  ])
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
