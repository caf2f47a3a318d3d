import { expect, it } from 'vitest'
import type { Done } from '../../../staff/press'
import {
  outcomesOf,
  sayAbout,
  sayAttempt,
  sayFirst,
  sayIt,
  sayNext,
  sayUntil,
  type Call,
} from './callWords'
import { sayPlace, saySkipping, sayState, type Waiter, type Waitlist, type Why } from './lineWords'

const today = '2026-11-24'
const petra: Call = {
  id: 'wle_1',
  kind: 'place',
  reason: 'phoneList',
  firstName: 'Petra',
  phone: '0123 55 01 55',
  date: {
    id: 'occ_1',
    title: 'Samen eten',
    start: '2026-11-24T17:00:00+01:00',
    end: '2026-11-24T19:00:00+01:00',
  },
  seats: 1,
  asked: 1,
  number: 1,
  until: '2026-11-24T17:00:00+01:00',
  today: true,
  first: true,
  canDefer: true,
  attempts: [],
}
const with_ = (more: Partial<Call>): Call => ({ ...petra, ...more })
const done = (more: Partial<Done>): Done => ({
  act: { id: 'sac_1', kind: 'called', at: '2026-11-24T10:00:00+01:00', by: 'Loes de Wit' },
  taken: 16,
  capacity: 16,
  waiting: 1,
  firstName: 'Petra',
  ...more,
})
const acted = (outcome: string, more: Partial<Done> = {}) =>
  done({ ...more, act: { ...done({}).act, outcome } })

it('offers the outcomes of each kind, the likely one first', () => {
  const words = (c: Call) => outcomesOf(c).map(([, w]) => w)
  expect(words(petra)).toEqual([
    'Ja, komt',
    'Nee, dank je',
    'Nog even wachten',
    'Voicemail',
    'Niet bereikt',
  ])
  expect(words(with_({ canDefer: false }))).not.toContain('Nog even wachten')
  expect(words(with_({ kind: 'tell', reason: 'cancelled' }))).toEqual([
    'Verteld',
    'Voicemail',
    'Niet bereikt',
  ])
  expect(words(with_({ kind: 'tell', reason: 'moved' }))).toContain('Kan dan niet')
  expect(words(with_({ kind: 'tell', reason: 'moved', waits: true }))).not.toContain('Kan dan niet')
  expect(words(with_({ kind: 'remind', reason: 'reminder' }))[1]).toBe('Kan niet')
  expect(words(with_({ kind: 'remind', reason: 'reminder', begun: true }))[1]).toBe(
    'Kan deze keer niet',
  )
  expect(words(with_({ kind: 'meet', reason: 'meetFirst' }))[1]).toBe('Wil toch niet')
})

it('never names the activity in what is said aloud', () => {
  for (const reason of [
    'phoneList',
    'offeredPhone',
    'callsFirst',
    'mailDown',
    'moved',
    'placeSure',
    'cancelled',
    'onAgain',
    'reminder',
    'meetFirst',
  ] as const) {
    expect(sayIt(with_({ reason }), today), reason).not.toContain('Samen eten')
    expect(sayAbout(with_({ reason }), today), reason).toContain('Samen eten')
  }
  expect(sayIt(petra, today)).toBe('Er is een plek voor je, vandaag om 17.00 uur. Wil je komen?')
  expect(sayIt(with_({ asked: 2 }), today)).toContain('Kom je alleen?')
  const date = { ...petra.date, ownSentence: 'Neem een schort mee.' }
  expect(sayIt({ ...petra, date }, today)).toMatch(/Wil je komen\? Zeg ook: Neem een schort mee\.$/)
  expect(sayIt({ ...petra, date, kind: 'tell', reason: 'cancelled' }, today)).not.toContain(
    'schort',
  )
})

it('says until when, and who rang before', () => {
  expect(sayUntil(petra, today)).toBe('Begint vandaag om 17.00 uur')
  expect(sayUntil(with_({ reason: 'cancelled', until: '2026-11-24T20:00:00+01:00' }), today)).toBe(
    'Voor vanavond 20.00 uur',
  )
  expect(
    sayAttempt({ by: 'Bram Smit', at: '2026-11-24T10:15:00+01:00', outcome: 'voicemail' }, today),
  ).toBe('Bram belde om 10.15 uur en sprak de voicemail in.')
})

it('says what comes of an outcome, and who was first', () => {
  expect(sayNext(acted('yes'), petra)).toBe('Samen eten is nu vol: 16 van de 16.')
  expect(sayNext(acted('yes', { taken: 15 }), petra)).toBe('Samen eten: 15 van de 16.')
  expect(sayNext(acted('no', { caused: [{ kind: 'call', name: 'Omar' }] }), petra)).toBe(
    'Omar is aan de beurt: bel zelf.',
  )
  expect(
    sayNext(
      acted('no', {
        caused: [{ kind: 'offer', name: 'Omar', at: '2026-11-24T10:10:00+01:00' }],
      }),
      petra,
    ),
  ).toBe('Omar krijgt het aanbod over 10 minuten.')
  expect(sayNext(acted('voicemail'), petra)).toBe('Over een uur staat Petra hier weer.')
  expect(sayFirst(acted('yes'))).toBe('Loes vulde net in: Petra komt.')
})

const now = { ms: Date.parse('2026-11-24T08:00:00+01:00'), today }
const waiter = (why: Why, more: Partial<Waiter> = {}): Waiter => ({
  id: 'wle_1',
  number: 1,
  firstName: 'Petra',
  phone: '0123 55 01 55',
  email: false,
  seats: 1,
  state: 'waiting',
  way: 'phone',
  shortNotice: true,
  why,
  attempts: [],
  ...more,
})

it('explains each place in the sentence that was promised', () => {
  const says = (w: Why, stopped?: string) => sayPlace(w, now, stopped)
  expect(says({ code: 'noVacancy' })).toBe('Er is geen plek vrijgekomen.')
  expect(says({ code: 'waitsForHours', at: '2026-11-24T09:00:00+01:00' })).toBe(
    'Plek wordt om 9.00 uur aangeboden.',
  )
  expect(says({ code: 'offered', number: 2, way: 'mail', at: '2026-11-25T16:10:00+01:00' })).toBe(
    'Aangeboden aan nummer 2 tot wo 16.10 uur.',
  )
  expect(says({ code: 'phoneList' })).toBe('Minder dan 12 uur voor het begin: bel zelf.')
  expect(says({ code: 'overCapacity', many: 2 })).toBe(
    'De capaciteit is verlaagd; er moeten eerst 2 mensen minder zijn.',
  )
  expect(says({ code: 'callsFirst' })).toBe('Wachtlijst staat op ‘Wij bellen zelf’.')
  expect(says({ code: 'cancelled' })).toBe('Automatisch aanbieden staat stil: datum is afgelast.')
  expect(says({ code: 'mailDown' })).toBe('De mail werkt niet. Bel zelf, of wacht.')
  expect(says({ code: 'undo', at: '2026-11-24T08:09:50+01:00' })).toBe(
    'Wacht nog 10 minuten: dit kan worden teruggedraaid.',
  )
})

it('explains each person in one line', () => {
  expect(sayState(waiter({ code: 'turn' }), now)).toBe(
    'Bellen. Kan op korte termijn. Aan de beurt. Nog niet gebeld.',
  )
  expect(sayState(waiter({ code: 'behind', after: true, number: 1 }, { number: 2 }), now)).toBe(
    'Bellen. Kan op korte termijn. Daarna aan de beurt.',
  )
  const { phone: _, ...noPhone } = waiter({ code: 'noPhone' }, { way: 'mail', email: true })
  expect(sayState(noPhone, now)).toBe(
    'Alleen mail. Kan op korte termijn. Wacht tot je een aanbod mailt.',
  )
  expect(sayState(waiter({ code: 'asked', answer: 'deferred' }), now)).toContain(
    'Zei: nog even wachten.',
  )
  expect(sayState(waiter({ code: 'asked', answer: 'skipped', reason: 'notThere' }), now)).toContain(
    'Overgeslagen: is er niet.',
  )
})

it('says what skipping does before it is done', () => {
  const omar = waiter(
    { code: 'behind', after: true, number: 1 },
    { id: 'wle_2', firstName: 'Omar', number: 2 },
  )
  const list = (...entries: Waiter[]) => ({ entries }) as Waitlist
  const first = waiter({ code: 'turn' })
  expect(saySkipping(first, list(first, omar))).toBe(
    'Petra blijft op plek 1 staan. Omar krijgt deze plek aangeboden.',
  )
  expect(saySkipping(first, list(first))).toContain('vrij voor iedereen')
})

it('says why it does not go on, and what people can do instead', () => {
  const off = with_({ kind: 'tell', reason: 'cancelled' })
  const reason = 'De begeleider is ziek.'
  expect(sayIt({ ...off, said: { reason, instead: 'De inloop is open.' } }, today)).toBe(
    'De afspraak van vandaag om 17.00 uur gaat niet door. De begeleider is ziek. De inloop is open.',
  )
  const insteadStart = '2026-12-01T17:00:00+01:00'
  expect(sayIt({ ...off, said: { reason, insteadStart } }, today)).toContain(
    'Je kunt wel komen, dinsdag 1 december om 17.00 uur.',
  )
})

it('says that the time of a call is over', () => {
  expect(sayUntil(with_({ late: true }), today)).toBe('De tijd is om')
})
