// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import type { Role } from '../../../../auth/types'
import { button, close, fakeAuth, open, person, press, text } from '../../../../../test/app'
import type { Call } from '../callWords'
import { withTaps, type Session, type Today } from './model'
import { at, dayOf, personOf, sessionOf } from '../../../../../test/daySample'

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory())) // a phone with room
afterEach(close)

type Answer = (body: { taps: { tapId: string }[] }) => Response

const countAll: Answer = body =>
  Response.json({ answers: body.taps.map(({ tapId }) => ({ tapId, result: 'counted' })) })

/** The screen as this day is for somebody; `taps` answers what is sent. */
async function evening(
  day: Today | undefined,
  { roles = ['coordinator'] as Role[], search = '', taps = countAll } = {},
) {
  staffFlag.raise(false)
  const auth = fakeAuth(person(roles))
  let now = day
  const sent: { wanted?: string; change?: number; dayPart?: string; reason?: string }[] = []
  auth.fetch.mockImplementation(async (url, init) => {
    if (url === '/api/taps') {
      const body = JSON.parse(init!.body as string) as { taps: never[] }
      sent.push(...body.taps)
      if (taps === countAll) now = withTaps(now!, body.taps)
      return taps(body)
    }
    if (!url.startsWith('/api/today')) return Response.json({ items: [], places: {}, closures: [] })
    if (!now) throw new TypeError('Failed to fetch')
    return Response.json(now, { headers: { etag: '"1"' } })
  })
  await open('/beheer/vandaag' + search, { auth })
  await vi.waitFor(() => expect(document.querySelector('#inhoud h1')).not.toBeNull())
  if (day) await vi.waitFor(() => expect(document.querySelector('.today')).not.toBeNull())
  return { auth, sent }
}

const unfold = (summary = '.sess .fold summary') =>
  act(async () => document.querySelector<HTMLElement>(summary)!.click())
/** Where "Gaat niet door of verandert" and "Gaat het toch door?" lead. */
const changes = () =>
  [...document.querySelectorAll('.sess a')]
    .map(a => a.getAttribute('href')!)
    .filter(href => href.includes('/verander'))
const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words))

test('names, a count and a tally for whoever may see them; what is not built is absent', async () => {
  await evening(
    dayOf(
      [
        sessionOf('a', '13:30', '16:00', {
          host: 'Noor',
          taken: 10,
          here: 6,
          firstTimers: 2,
          people: [personOf('Anja', { way: 'self' }), personOf('Bart', { guests: 1 })],
        }),
        sessionOf('b', '17:00', '19:00', {
          title: 'Samen eten',
          taken: 15,
          capacity: 16,
          free: 1,
          needs: { vegetarian: 4, noPork: 2, other: ['geen noten.'] },
        }),
      ],
      { at: at('13:42') },
    ),
  )
  await has('Vandaag, 13.42 uur')
  await has('6 van de 10 zijn er. 2 mensen komen voor het eerst.')
  await has('Noor ontvangt')
  await has('kijkt zelf')
  await has('Nog 1 plek')
  expect(button('Er: Anja')).toBeDefined()
  await unfold()
  await has('Bij het eten: 4 vegetarisch, 2 geen varkensvlees, 1 anders: geen noten.')
  await has('Gaat niet door')
  expect(text()).not.toContain('We zijn toch open')
})

test('one press from every card to what changes: date, series and walk-in, now and later', async () => {
  const series = { kind: 'series', n: 8, of: 12 } as const
  const walkin = { mode: 'walkin' } as const
  const off = { status: 'cancelled', reason: 'De begeleider is ziek.' } as const
  await evening(
    dayOf(
      [
        sessionOf('a', '13:30', '16:00'),
        sessionOf('b', '13:30', '16:00', series),
        sessionOf('c', '13:30', '16:00', walkin),
        sessionOf('d', '13:30', '16:00', off),
        sessionOf('e', '17:00', '19:00'),
        sessionOf('f', '17:00', '19:00', series),
        sessionOf('g', '17:00', '19:00', walkin),
        sessionOf('h', '17:00', '19:00', off),
      ],
      { at: at('13:42') },
    ),
  )
  await vi.waitFor(() =>
    expect(changes()).toEqual([
      '/beheer/datum/occ_a/verander',
      '/beheer/datum/occ_b/verander?bijeenkomst=b',
      '/beheer/datum/occ_c/verander',
      '/beheer/datum/occ_d/verander?stap=toch',
      '/beheer/datum/occ_e/verander',
      '/beheer/datum/occ_f/verander?bijeenkomst=f',
      '/beheer/datum/occ_g/verander',
      '/beheer/datum/occ_h/verander?stap=toch',
    ]),
  )
  // what does not go on says why, folded too, and has its note for the door
  expect(text().split('De begeleider is ziek.')).toHaveLength(3)
  expect(text().split('Print een briefje voor de deur')).toHaveLength(3)
})

test("others' meetings show counts, and have no buttons", async () => {
  await evening(
    dayOf([sessionOf('a', '13:30', '16:00', { mine: false, taken: 10, here: 6 })], {
      at: at('13:42'),
    }),
    { roles: ['begeleider'] },
  )
  await has('6 van de 10 zijn er.')
  expect(document.querySelector('.sess button')).toBeNull()
  expect(changes()).toEqual(['/beheer/datum/occ_a/verander']) // it says there who can
  expect(button('1 bezoek')).toBeDefined()
  expect(document.body.textContent).not.toContain('We zijn dicht')
})

test('a tap changes the count at once, and the last one can move to the part before', async () => {
  const { sent } = await evening(dayOf([], { at: at('13:40') }))
  const tally = () => document.querySelector('[data-tally]')!.textContent
  await press('1 bezoek')
  await vi.waitFor(() => expect(tally()).toBe('1'))
  await has('Hoort bij vanochtend?')
  await press('Zet bij vanochtend')
  await vi.waitFor(() =>
    expect(sent.map(t => [t.dayPart, t.change])).toEqual([
      ['13.30', 1],
      ['13.30', -1],
      ['10.00', 1],
    ]),
  )
})

test('one less at nothing stays nothing, and says so', async () => {
  const { sent } = await evening(dayOf([]))
  await press('Tel er 1 af')
  await has('Er is nog niets geteld.')
  expect(sent).toEqual([])
})

test('who tapped later is named', async () => {
  const day = dayOf(
    [sessionOf('a', '13:30', '16:00', { people: [personOf('reg_1', { firstName: 'Carla' })] })],
    { at: at('13:42') },
  )
  await evening(day, {
    taps: body =>
      Response.json({
        answers: body.taps.map(t => ({
          tapId: t.tapId,
          result: 'overruled',
          by: 'Fatima',
          at: at('13:44'),
          wanted: 'here',
        })),
      }),
  })
  await press('Er: Carla')
  await has('Fatima zette Carla om 13.44 uur op Er.')
})

test('a meeting that is over asks who came; all that are open go at once', async () => {
  const { sent } = await evening(
    dayOf(
      [
        sessionOf('a', '10:00', '12:00', {
          here: 6,
          open: 2,
          people: [personOf('Quirine'), personOf('Ravi'), personOf('Anja', { state: 'here' })],
        }),
      ],
      { at: at('13:42') },
    ),
  )
  await has('2 open')
  await unfold()
  await has('6 mensen waren er. Van 2 weten we het nog niet.')
  await press('Zet alle 2 op niet gekomen: Creatief atelier, 10.00 uur')
  await vi.waitFor(() => expect(sent.map(t => t.wanted)).toEqual(['absent', 'absent']))
  expect(button('Er: Quirine')).toBeDefined() // it did not move
})

test('the tally of another day asks the coordinator why, and is only read by a gastheer', async () => {
  const past = {
    day: '2026-11-23',
    dayParts: dayOf([]).dayParts.map(p => ({ ...p, tally: 7 })),
  }
  const { sent } = await evening(dayOf([], { ...past, mayCount: 'withReason' }), {
    search: '?dag=2026-11-23',
  })
  await has('Gisteren')
  expect(button('1 bezoek')).toBeUndefined()
  await press('Eén meer, ochtend')
  await has('Schrijf kort waarom je dit verandert.')
  expect(sent).toEqual([])
  await act(async () => {
    const field = document.getElementById('veld-waarom') as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      field,
      'vergeten',
    )
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press('Eén meer, ochtend')
  await vi.waitFor(() => expect(sent[0]).toMatchObject({ change: 1, reason: 'vergeten' }))
  await close()

  await evening(dayOf([], { ...past, mayCount: 'no' }), {
    roles: ['gastheer'],
    search: '?dag=2026-11-23',
  })
  await has('7 geteld en 0 afgevinkt')
  expect(button('Eén meer, ochtend')).toBeUndefined()
})

test('an empty day says what comes, and a closed one why', async () => {
  await evening(
    dayOf([], { next: { day: '2026-11-25', title: 'Inloop', start: at('13:00', '2026-11-25') } }),
  )
  await has('Vandaag staat er niets in het programma.')
  await has('Morgen: Inloop, 13.00 uur.')
  expect(button('Naar morgen')).toBeDefined()
  await close()
  await evening(dayOf([], { closed: { reason: 'De verwarming is stuk' }, dayParts: [] }))
  await has('Vandaag zijn we dicht. De verwarming is stuk.')
  expect(button('1 bezoek')).toBeUndefined()
})

test('a day that was never read shows how to go on without network', async () => {
  await evening(undefined)
  await has('Geen verbinding. Namen staan nooit op deze telefoon.')
  await has('We konden de dag niet laden.')
})

const petra: Call = {
  id: 'wle_1',
  kind: 'place',
  reason: 'phoneList',
  firstName: 'Petra',
  phone: '0123 55 01 17',
  date: { id: 'occ_1', title: 'Samen eten', start: at('17:00'), end: at('19:00') },
  seats: 1,
  until: at('16:00'),
  today: true,
  first: true,
  attempts: [],
}

test('the first call is one press away, and the others are beside it', async () => {
  await evening(dayOf([], { calls: { due: 4, first: petra } }))
  await has('Plek bij Samen eten, dinsdag. Uiterlijk 16.00 uur.')
  expect(button('Bel Petra')!.getAttribute('href')).toBe('tel:+31123550117')
  expect(button('Alle 4 telefoontjes ')!.getAttribute('href')).toBe('/beheer/wachtlijst')
})

test('who gave no number is mailed', async () => {
  const first: Call = {
    ...petra,
    kind: 'meet',
    reason: 'meetFirst',
    phone: '',
    email: 'petra@voorbeeld.nl',
  }
  await evening(dayOf([], { calls: { due: 1, first } }))
  await has('Kennismaken voor Samen eten')
  expect(button('Bel Petra')).toBeUndefined()
  const mail = button('Mail Petra')!
  expect(mail.textContent).toBe('Mail')
  expect(mail.getAttribute('href')).toMatch(/^mailto:petra@voorbeeld\.nl\?/)
})

test('no two acts on the screen share a name, and each name begins with what it shows', async () => {
  const meeting = { unnamed: 1, capacity: 3, free: 0, maxGuests: 2 } as const
  const off = { status: 'cancelled', reason: 'De begeleider is ziek.' } as const
  const own = { mode: 'walkin', outside: true } as const
  const waits = (id: string) => ({ line: [{ id, firstName: 'Vera', seats: 1 }] })
  const both = (from: string, to: string, more: Partial<Session>, who: [string, string]) =>
    who.map((id, i) =>
      sessionOf(id, from, to, {
        title: 'Groep ' + id,
        people: [personOf(`P${id}${i}`), personOf(`Q${id}${i}`)],
        ...more,
        ...waits('wle_' + id),
      }),
    )
  await evening(
    dayOf(
      [
        ...both('10:00', '12:00', meeting, ['a', 'b']),
        ...both('13:30', '16:00', meeting, ['c', 'd']),
        ...both('13:30', '16:00', off, ['e', 'f']),
        ...both('13:30', '16:00', own, ['g', 'h']),
        ...both('17:00', '19:00', meeting, ['i', 'j']),
        ...both('17:00', '19:00', off, ['k', 'l']),
      ],
      { at: at('13:42'), calls: { due: 1, first: petra } },
    ),
  )
  const inCards = () => [...document.querySelectorAll<HTMLElement>('.sess button, .sess a')]
  for (const fold of document.querySelectorAll<HTMLElement>('.sess .fold summary'))
    await act(async () => fold.click())
  for (const b of inCards().filter(b => b.textContent === 'Iemand zonder aanmelding'))
    await act(async () => b.click())
  const named = [...document.querySelectorAll<HTMLElement>('#inhoud button, #inhoud a')].map(b => ({
    name: (b.getAttribute('aria-label') ?? b.textContent).trim(),
    shown: [...b.querySelectorAll('.sr')]
      .reduce((left, sr) => left.replace(sr.textContent, ''), b.textContent)
      .trim(),
  }))
  const names = named.map(b => b.name)
  expect(names.filter((n, i) => names.indexOf(n) !== i)).toEqual([])
  // the tally says "Tel er 1 af" where "1" stands
  expect(named.filter(b => b.shown !== '1' && !b.name.startsWith(b.shown))).toEqual([])
  for (const words of [
    'Iemand zonder aanmelding',
    'Eén minder zonder naam',
    'Zet een stoel erbij',
    'Print een briefje voor de deur',
    'Zet alle 2 op niet gekomen',
  ])
    expect(names.filter(n => n.startsWith(words)).length, words).toBeGreaterThan(1)
})

test('a part of today that nobody counted is filled in among the figures, by the coordinator', async () => {
  const forgotten = {
    kind: 'dayPart',
    day: '2026-11-24',
    from: at('10:00'),
    part: 'morning',
  } as const
  const day = () => dayOf([], { notices: [forgotten] })
  await evening(day())
  await has('Vanochtend is er nog niet geteld.')
  const filled = '/beheer/cijfers?van=2026-11-23&tot=2026-11-29'
  expect(button('Vul in')!.getAttribute('href')).toBe(filled)
  await close()
  await evening(day(), { roles: ['gastheer'] })
  await has('Vanochtend is er nog niet geteld.')
  expect(button('Vul in')).toBeUndefined()
})

test('practice asks the server nothing, and its people are invented', async () => {
  const { auth } = await evening(dayOf([]), { search: '?oefenen=1' })
  await has('Oefenen. Niets is echt.')
  await has('Hassan')
  await press('Er: Hassan')
  await vi.waitFor(() => expect(button('Er: Hassan')!.getAttribute('aria-pressed')).toBe('true'))
  await press('1 bezoek')
  await vi.waitFor(() => expect(document.querySelector('[data-tally]')!.textContent).toBe('4'))
  await unfold('.who summary')
  await has('Niet gekomen') // a name opens, with what the rest of the screen has no words for
  expect(auth.fetch.mock.calls).toEqual([])
})

/** Every button and fold of the screen, pressed one after another, as far as they still stand. */
async function pressAll() {
  const pressed = new Set<string>()
  for (let next = true; next && pressed.size < 80;) {
    next = false
    const nth = new Map<string, number>()
    for (const el of document.querySelectorAll<HTMLElement>('#inhoud :is(button, summary)')) {
      const words = el.getAttribute('aria-label') ?? el.textContent
      nth.set(words, (nth.get(words) ?? 0) + 1)
      const name = `${words} ${nth.get(words)}`
      if (pressed.has(name) || !el.isConnected) continue
      pressed.add(name)
      next = true
      await act(async () => {
        el.click()
        await new Promise(done => setTimeout(done))
      })
    }
  }
  return pressed
}

test('practice never leaves the browser, whatever is pressed, and leads nowhere else', async () => {
  const out = vi.fn((what: string) => {
    throw new Error('left the browser: ' + what)
  })
  vi.stubGlobal('fetch', (url: string) => out(url))
  vi.stubGlobal('XMLHttpRequest', () => out('XMLHttpRequest'))
  navigator.sendBeacon = url => out(String(url))
  staffFlag.raise(false)
  const auth = fakeAuth(person(['coordinator']))
  auth.fetch.mockImplementation(url => out(url))
  await open('/beheer/vandaag?oefenen=1', { auth })
  await has('Hassan')
  const pressed = await pressAll()
  for (const name of ['1 bezoek', 'Er: Hassan', 'Zet een stoel erbij', 'Is er: geef een plek'])
    expect(
      [...pressed].some(p => p.includes(name)),
      name,
    ).toBe(true)
  window.dispatchEvent(new Event('online'))
  await act(() => new Promise(done => setTimeout(done, 50)))
  expect(out.mock.calls).toEqual([])
  const links = [...document.querySelectorAll('#inhoud a')].map(a => a.getAttribute('href'))
  expect(links).toEqual(['/beheer/vandaag'])
}, 30_000)

test('in practice no room and no host is double', async () => {
  await evening(dayOf([]), { search: '?oefenen=1' })
  await has('Hassan')
  expect(text()).toContain('Atelier')
  expect(text()).toContain('Keuken')
  expect(text().match(/(Noor|Loes) ontvangt/g)).toEqual(['Noor ontvangt', 'Loes ontvangt'])
})
