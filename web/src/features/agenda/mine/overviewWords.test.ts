import { expect, it } from 'vitest'
import type { components } from '../../../api/schema.gen'
import { elsewhereWords, itemWords, mailLine, split } from './overviewWords'

type Item = components['schemas']['MyRegistration']
const date = (status: string) => ({ day: '2026-12-01', status, over: status === 'done' })
const registration = (status: string, of = 'open') =>
  ({ link: status, registration: { status, date: date(of) } }) as unknown as Item
const entry = (state: string, of = 'waitlist') =>
  ({ link: state, entry: { state, date: date(of) } }) as unknown as Item

it('splits what comes from what was, and tells an accepted entry by its sign-up', () => {
  const all = [
    registration('attended', 'done'),
    registration('registered'),
    registration('cancelledByHouse', 'cancelled'),
    entry('accepted'),
    entry('waiting'),
    entry('closed', 'done'),
  ]
  const { coming, past } = split(all)
  expect(coming.map(i => i.link)).toEqual(['registered', 'cancelledByHouse', 'waiting'])
  expect(past.map(i => i.link)).toEqual(['attended', 'closed'])
})

it('says how far each is', () => {
  expect(itemWords(registration('registered'))).toBe('Je bent aangemeld.')
  expect(itemWords(entry('waiting'))).toBe('Je staat op de wachtlijst.')
})

it.each(['newsletter', 'newsletterPending', 'message', 'application'] as const)(
  'names the day of a %s',
  kind => expect(elsewhereWords({ kind, day: '2026-11-16' })).toContain('maandag 16 november 2026'),
)

it.each([
  ['sent', 'Nieuwsbrief bevestigen: verstuurd op maandag 16 november 2026, 10.00 uur.'],
  ['queued', 'Nieuwsbrief bevestigen: gaat zo weg.'],
  ['dead', 'Nieuwsbrief bevestigen: niet aangekomen, op maandag 16 november 2026, 10.00 uur.'],
] as const)('says how a mail that is %s stands', (state, words) =>
  expect(mailLine({ kind: 'M19', state, at: '2026-11-16T10:00:00+01:00' })).toBe(words),
)
