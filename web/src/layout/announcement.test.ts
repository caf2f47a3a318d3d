import { expect, test } from 'vitest'
import { mustShow } from './announcement'
import { type Announcement } from './dismissed'

const a: Announcement = {
  version: 'trefpunt-2025-10-02-v3',
  enabled: true,
  validFrom: '2025-10-02',
  validUntil: '2025-12-31',
  from: '2025-10-02T00:00:00+02:00',
  until: '2026-01-01T00:00:00+01:00',
  active: true,
  expiresDays: 30,
  delayMs: 3000,
  title: 'Donderdagavond gesloten',
  body: 'We hebben even te weinig mensen.',
}
const at = (moment: string) => Date.parse(moment)
const inside = at('2025-10-14T10:00:00+02:00')
const shows = (
  now: number,
  {
    of = a,
    dismissed,
    forced = false,
  }: { of?: Announcement; dismissed?: string; forced?: boolean } = {},
) => mustShow(of, forced, now, dismissed)

test.each([
  ['2025-10-01T23:59:59.999+02:00', false], // the last instant before
  ['2025-10-02T00:00:00.000+02:00', true], // the first instant
  ['2025-10-01T22:00:00.000Z', true], // the same, on a clock elsewhere
  ['2025-12-31T23:59:59.999+01:00', true], // the last instant
  ['2026-01-01T00:00:00.000+01:00', false],
])('at %s it is shown: %s', (moment, yes) => expect(shows(at(moment))).toBe(yes))

test.each([
  ['trefpunt-2025-10-02-v3', false],
  ['trefpunt-2025-10-02-v2', true], // another version is not dismissed
  ['trefpunt-2025-10-02-v33', true],
  ['', true],
])('after dismissing version %j it is shown: %s', (dismissed, yes) =>
  expect(shows(inside, { dismissed })).toBe(yes),
)

test('one that is switched off is not shown', () =>
  expect(shows(inside, { of: { ...a, enabled: false } })).toBe(false))

test('the word in the address passes over the switch, the days and the cookie', () => {
  expect(
    shows(at('2030-01-01T00:00:00Z'), {
      of: { ...a, enabled: false },
      dismissed: a.version,
      forced: true,
    }),
  ).toBe(true)
})
