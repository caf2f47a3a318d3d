import { expect, test } from 'vitest'
import type { ActivityDate } from '../../../programme/words'
import { eventJson } from './event'

const date = {
  id: 'occ_1',
  activityId: 'act_1',
  kind: 'date',
  title: 'Schrijfcafé',
  summary: 'Korte oefeningen.',
  status: 'open',
  cost: 250,
  room: 'Atelier',
  start: '2026-12-09T13:30:00+01:00',
  end: '2026-12-09T15:30:00+01:00',
  sessionList: [],
  outside: false,
  url: 'https://herstelruimte.example/agendadetails/act_1/occ_1',
  place: 'Atelier, Kerkplein 12, 1234 AB Veldermeer',
} as unknown as ActivityDate
const moved = {
  start: '2026-12-07T13:30:00+01:00',
  end: '2026-12-07T15:30:00+01:00',
  room: 'Atelier',
}

// What schema.org and the guidelines for events in search results ask: required first, then
// recommended.
const asked = [
  'name',
  'startDate',
  'location',
  'endDate',
  'eventStatus',
  'eventAttendanceMode',
  'description',
  'offers',
  'organizer',
  'url',
]

test.each([
  ['scheduled', date, 'EventScheduled'],
  ['cancelled', { ...date, status: 'cancelled' }, 'EventCancelled'],
  ['cancelled after it moved', { ...date, status: 'cancelled', moved }, 'EventCancelled'],
  ['moved', { ...date, moved }, 'EventRescheduled'],
  ['walk-in for nothing', { ...date, status: 'walkin', cost: 0 }, 'EventScheduled'],
] as [string, ActivityDate, string][])(
  'an event that is %s says all that search engines ask',
  (_, d, status) => {
    const event = eventJson(d) as Record<string, any>
    for (const name of asked) expect(event[name], name).toBeTruthy()
    expect(event.eventStatus).toBe('https://schema.org/' + status)
    expect(event.previousStartDate).toBe(status === 'EventRescheduled' ? moved.start : undefined)
    expect(event.location).toMatchObject({
      '@type': 'Place',
      name: expect.any(String),
      address: expect.stringContaining('Veldermeer'),
    })
    expect(event.offers).toMatchObject({
      price: d.cost === 0 ? '0.00' : '2.50',
      priceCurrency: 'EUR',
      url: d.url,
    })
    expect(event.organizer).toMatchObject({
      '@type': 'Organization',
      name: 'Herstelruimte',
      url: 'https://herstelruimte.example/',
    })
  },
)

test('a full date is sold out, and a closed one promises nothing', () => {
  const offer = (status: string) =>
    (eventJson({ ...date, status } as ActivityDate) as any).offers.availability
  expect([offer('open'), offer('waitlist'), offer('closed')]).toEqual([
    'https://schema.org/InStock',
    'https://schema.org/SoldOut',
    undefined,
  ])
})

test('a series is one event, from its first meeting to its last', () => {
  const meeting = (day: string) => ({
    id: day,
    start: `${day}T13:30:00+01:00`,
    end: `${day}T15:30:00+01:00`,
    room: 'Atelier',
    status: 'planned',
  })
  const series = {
    ...date,
    kind: 'series',
    start: '2026-12-16T13:30:00+01:00',
    sessionList: [meeting('2026-12-09'), meeting('2026-12-16'), meeting('2026-12-23')],
  } as unknown as ActivityDate
  expect(eventJson(series)).toMatchObject({
    startDate: '2026-12-09T13:30:00+01:00',
    endDate: '2026-12-23T15:30:00+01:00',
  })
})
