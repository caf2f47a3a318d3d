// A day for tests.
import type { Person, Session, Today } from '../src/features/agenda/staff/today/model'

export const at = (time: string, day = '2026-11-24') => `${day}T${time}:00+01:00`

export const personOf = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  firstName: id,
  way: 'none',
  status: 'registered',
  guests: 0,
  firstTime: false,
  reminder: false,
  source: 'balie',
  createdAt: at('09:00'),
  keptUntil: '2026-12-24',
  needsUntil: '2026-12-01',
  version: 1,
  mails: [],
  state: 'open',
  came: more.guests ?? 0,
  ...more,
})

export const sessionOf = (
  id: string,
  start: string,
  end: string,
  more: Partial<Session> = {},
): Session => ({
  id,
  occurrence: 'occ_' + id,
  activity: 'act_' + id,
  title: 'Creatief atelier',
  kind: 'date',
  mode: 'signup',
  n: 1,
  of: 1,
  start: at(start),
  end: at(end),
  room: 'Atelier',
  status: 'open',
  mine: true,
  outside: false,
  tally: 0,
  capacity: 12,
  taken: 3,
  free: 9,
  held: 0,
  waiting: 0,
  here: 0,
  unnamed: 0,
  firstTimers: 0,
  open: 2,
  maxGuests: 0,
  ...more,
})

export const dayOf = (sessions: readonly Session[], more: Partial<Today> = {}): Today => ({
  day: '2026-11-24',
  today: '2026-11-24',
  at: at('13:00'),
  tapper: { uid: 'u1', proof: 'p' },
  say: 'Vind je dat goed?',
  mayCount: 'yes',
  dayParts: [
    { from: '10.00', to: '13.30', part: 'morning' as const, start: at('10:00'), end: at('13:30') },
    {
      from: '13.30',
      to: '17.00',
      part: 'afternoon' as const,
      start: at('13:30'),
      end: at('17:00'),
    },
  ].map(p => ({ ...p, tally: 0, ticked: 0 })),
  sessions: [...sessions],
  notices: [],
  ...more,
})
