// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import {
  close,
  fakeAuth,
  open,
  person,
  press,
  presses,
  settle,
  text,
  type FakeAuth,
} from '../../../../test/app'
import type { Act } from '../../../staff/press'
import type { DatePeople, PersonSeen } from './peopleWords'

afterEach(close)

const start = '2100-12-08T13:30:00+01:00'
const one = (n: number, more: Partial<PersonSeen> = {}): PersonSeen => ({
  id: `reg_${n}`,
  firstName: `Naam${n}`,
  name: `Naam${n}`,
  way: 'none',
  status: 'registered',
  guests: 0,
  firstTime: false,
  reminder: false,
  source: 'site',
  createdAt: '2100-11-20T14:02:00+01:00',
  keptUntil: '2101-01-07',
  needsUntil: '2100-12-15',
  version: 1,
  mails: [],
  ...more,
})

const dateWith = (people: PersonSeen[], more: Partial<DatePeople> = {}): DatePeople => ({
  date: {
    id: 'occ_1',
    activityId: 'act_1',
    slug: 'atelier',
    kind: 'date',
    mode: 'signup',
    title: 'Creatief atelier',
    summary: '',
    category: 'creatief',
    audience: ['everyone'],
    day: '2100-12-08',
    start,
    end: '2100-12-08T16:00:00+01:00',
    session: 1,
    sessions: 1,
    room: 'Atelier',
    cost: 0,
    status: 'open',
    now: false,
    over: false,
  },
  sessionList: [],
  desk: {
    id: 'occ_1',
    activityId: 'act_1',
    title: 'Creatief atelier',
    start,
    end: '2100-12-08T16:00:00+01:00',
    room: 'Atelier',
    waiting: 0,
    waitlist: true,
    maxGuests: 0,
    capacity: 12,
    free: 3,
  },
  say: { consent: 'Vind je dat goed, 30 dagen?', waitConsent: 'Vind je dat goed, 7 dagen?' },
  taken: people.length,
  held: 0,
  unnamed: 0,
  begins: start,
  ends: '2100-12-08T16:00:00+01:00',
  mayPlan: true,
  askSupport: false,
  askDiet: false,
  people,
  cancelled: [],
  ...more,
})

const cancelled: Act = {
  id: 'sac_1',
  kind: 'cancelled',
  subject: 'reg_1',
  at: '2100-11-24T11:20:00+01:00',
  by: 'Fatima Haddad',
}

type Answers = Record<string, (init?: RequestInit) => Response | Promise<Response>>
const json = (body: unknown, status = 200) => Response.json(body, { status })

/** The screen of a date; `answers` say what its presses come to. */
async function show(date: () => DatePeople | number, answers: Answers = {}): Promise<FakeAuth> {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  auth.fetch.mockImplementation(async (input, init) => {
    const url = String(input)
    const own = answers[`${init?.method ?? 'GET'} ${url}`]
    if (own) return own(init)
    if (url === '/api/occurrences/occ_1/people') {
      const now = date()
      return typeof now === 'number' ? json({ code: 'not_found' }, now) : json(now)
    }
    return json({ items: [] })
  })
  await open('/registrationdetails/occ_1', { auth })
  await vi.waitFor(() => expect(text()).not.toContain('wordt geladen'))
  return auth
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.who summary')]
async function click(name: string) {
  await press(name)
  await settle()
}
const openRow = (n: number) =>
  act(async () => {
    const details = rows()[n]!.parentElement as HTMLDetailsElement
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })

test('a date with nobody says so and offers the desk line', async () => {
  await show(() => dateWith([]))
  expect(text()).toContain('Nog niemand aangemeld.')
  expect(document.querySelectorAll('.who')).toHaveLength(0)
})

test('a list of 500 people opens one row at a time', async () => {
  const many = Array.from({ length: 500 }, (_, n) => one(n))
  await show(() => dateWith(many))
  expect(rows()).toHaveLength(500)
  expect(document.querySelectorAll('.who-open')).toHaveLength(0)
  await openRow(250)
  await settle()
  expect(document.querySelectorAll('.who-open')).toHaveLength(1)
  expect(text()).toContain('Aangemeld op')
}, 30_000) // a fake page draws them slowly

test('who comes later stands at the end, and nobody changes place', async () => {
  let list = [one(2), one(3)]
  const auth = await show(() => dateWith(list))
  list = [one(1), one(2), one(3)]
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await vi.waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows().map(r => r.textContent.trim())).toEqual(['Naam2', 'Naam3', 'Naam1'])
  expect(auth.fetch).toHaveBeenCalled()
})

test('a date that was cancelled while its list is open takes nobody and says why', async () => {
  let off = false
  await show(
    () => {
      const d = dateWith([one(1)])
      return off ? { ...d, date: { ...d.date, status: 'cancelled', changeReason: 'Ziek.' } } : d
    },
    {
      'POST /api/occurrences/occ_1/people': () => {
        off = true
        return json({ code: 'gone' }, 410)
      },
    },
  )
  await click('Iemand erbij')
  await act(async () => document.querySelector('form')!.requestSubmit())
  await settle()
  expect(text()).toContain('Deze datum gaat niet door. Er is niets veranderd.')
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await vi.waitFor(() => expect(text()).toContain('Gaat niet door'))
  expect(text()).toContain('Ziek.')
  expect(text()).not.toContain('Bericht aan deelnemers')
})

test('a date that is gone says so', async () => {
  await show(() => 404)
  expect(document.querySelector('h1')!.textContent).toBe('Deze datum bestaat niet meer.')
})

test('a date that is not for this person says who to ask', async () => {
  await show(() => 403)
  expect(text()).toContain('Hier heb je geen rechten voor. Vraag het aan de coördinator.')
})

test('somebody called off by a colleague at the same moment is called off once', async () => {
  await show(() => dateWith([one(1)]), {
    'POST /api/people/reg_1/cancel': () =>
      json({ act: cancelled, earlier: true, taken: 0, waiting: 0 }),
  })
  await openRow(0)
  await click('Meld af: Naam1')
  expect(text()).toContain(
    'Fatima meldde Naam1 net ook af. Dat is één keer gebeurd. Je hoeft niets te doen.',
  )
  expect(text()).not.toContain('Maak ongedaan')
})

test('a press without an answer says that nothing happened, and pressed again is the same', async () => {
  const ids: (string | null)[] = []
  const soon = new Date(Date.now() + 600_000).toISOString()
  let down = true
  await show(() => dateWith([one(1)]), {
    'POST /api/people/reg_1/cancel': init => {
      ids.push(new Headers(init?.headers).get('press-id'))
      if (down) return Promise.reject(new TypeError('no network'))
      return json({
        act: { ...cancelled, by: 'Sanne Visser', undoUntil: soon },
        earlier: true,
        caused: [{ kind: 'offer', name: 'Vera', at: '2100-11-24T11:30:00+01:00' }],
        taken: 0,
        waiting: 1,
      })
    },
  })
  await openRow(0)
  await click('Meld af: Naam1')
  expect(text()).toContain('Geen verbinding. Er is nog niets afgezegd. Je keuzes staan nog hier.')
  down = false
  await click('Meld af: Naam1')
  expect(ids[0]).toBeTruthy()
  expect(ids[1]).toBe(ids[0])
  expect(text()).toContain('Vera krijgt het aanbod over 10 minuten.')
  expect(text()).toContain('Maak ongedaan')
})

test('a message to others than were shown is shown again with who changed it', async () => {
  let checks = 0
  const check = (mail: number, last?: Act) => ({
    mail,
    call: 0,
    self: 0,
    none: 0,
    subject: 'Bericht over dinsdag',
    body: 'Hallo,',
    atOnce: false,
    fingerprint: String(mail),
    last,
  })
  await show(() => dateWith([one(1), one(2)]), {
    'POST /api/occurrences/occ_1/message/check': () =>
      json(checks++ === 0 ? check(2) : check(1, cancelled)),
    'POST /api/occurrences/occ_1/message': () => json({ code: 'precondition_failed' }, 412),
  })
  await click('Bericht aan deelnemers')
  await click('Kijk na wie het hoort')
  await click('Verstuur aan 2')
  expect(text()).toContain('Fatima meldde iemand af. Kijk nog even na en druk nog een keer.')
  expect(text()).toContain('Bericht aan één mens')
})

test('each state of a mail has its words and its button', async () => {
  const at = '2100-11-24T13:52:00+01:00'
  const mails: PersonSeen['mails'] = [
    { id: 'm1', kind: 'M1', state: 'held', at },
    { id: 'm2', kind: 'M2', state: 'queued', at },
    { id: 'm3', kind: 'M9', state: 'failed', at, why: 'ours' },
    { id: 'm4', kind: 'M10', state: 'withdrawn', at, why: 'undone' },
    { id: 'm5', kind: 'M18', state: 'dead', at, why: 'address' },
  ]
  await show(() =>
    dateWith([one(1, { email: 'a@voorbeeld.example', way: 'mail', mails, toCall: true })]),
  )
  await openRow(0)
  for (const words of [
    'mail komt niet aan',
    'Bevestiging: wacht tot 13.52 uur.',
    'Tweede bevestiging: gaat zo weg.',
    'Bevestiging van de plek: lukt nog niet. We proberen het om 13.52 uur weer.',
    'Bericht van afmelden: niet verstuurd: het is teruggedraaid.',
    'Bericht: niet aangekomen: dit adres bestaat niet.',
    'Het staat op de bellijst.',
  ])
    expect(text()).toContain(words)
  const buttons = [...document.querySelectorAll('.who-open button')].map(b => b.textContent)
  expect(buttons).toEqual([
    'Niet versturen',
    'Opnieuw',
    'Verander het adres',
    'Opnieuw',
    'Meld af',
    'Andere datum',
    'Verander',
  ])
})

test('a changed person can be taken back, another address cannot', async () => {
  let name = 'Gonda'
  let undoUntil: string | undefined = new Date(Date.now() + 600_000).toISOString()
  const done = () => ({
    act: { ...cancelled, kind: 'changed', ...(undoUntil && { undoUntil }) },
    taken: 1,
    waiting: 0,
  })
  const auth = await show(() => dateWith([one(1, { firstName: name, name })]), {
    'PATCH /api/people/reg_1': () => {
      name = 'Bea'
      return json(done())
    },
    'POST /api/acts/sac_1/undo': () => {
      name = 'Gonda'
      return json(done())
    },
  })
  await openRow(0)
  await click('Verander: Gonda')
  await click('Bewaar')
  expect(text()).toContain('De aanmelding van Gonda is veranderd.')
  expect(text()).not.toContain('Het adres is nu een ander.')
  expect(rows()[0]!.textContent).toContain('Bea')
  await click('Maak ongedaan')
  expect(rows()[0]!.textContent).toContain('Gonda')
  expect(auth.fetch).toHaveBeenCalledWith('/api/acts/sac_1/undo', expect.anything())

  undoUntil = undefined
  await click('Verander: Gonda')
  await click('Bewaar')
  expect(text()).toContain('Het adres is nu een ander. Klopt dat niet? Verander het dan weer.')
  expect(text()).not.toContain('Maak ongedaan')
})

test.each([
  ['a date', {}, '/beheer/datum/occ_1/verander'],
  ['a series', { kind: 'series', session: 2, sessions: 12 }, '/beheer/datum/occ_1/verander'],
  ['a walk-in', { mode: 'walkin' }, '/beheer/datum/occ_1/verander'],
  ['what is off', { status: 'cancelled' }, '/beheer/datum/occ_1/verander?stap=toch'],
] as const)('one press from the date to what changes: %s', async (_, more, path) => {
  const { date } = dateWith([])
  await show(() => dateWith([], { date: { ...date, ...more } as typeof date }))
  const off = path.includes('toch')
  await click(`${off ? 'Gaat het toch door?' : 'Gaat niet door of verandert'}: Creatief atelier`)
  expect(location.pathname + location.search).toBe(path)
  expect(presses()).toBe(1)
})
