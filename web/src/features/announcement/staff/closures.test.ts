import { expect, it } from 'vitest'
import { closures, textFor } from './closures'

const open = [{ from: '13.00', to: '15.00' }]

it('joins days that follow each other, and leaves out days with other hours', () => {
  expect(
    closures([
      { day: '2026-12-09', blocks: open, reason: 'Teamdag' },
      { day: '2026-12-24', blocks: [], reason: 'Kerst' },
      { day: '2026-12-25', blocks: [] },
      { day: '2026-12-26', blocks: [], reason: 'Kerst' },
      { day: '2026-12-27', blocks: [], reason: 'Lekkage' },
      { day: '2026-12-31', blocks: [] },
      { day: '2027-01-01', blocks: [], reason: 'Nieuwjaar' },
    ]),
  ).toEqual([
    { first: '2026-12-24', last: '2026-12-26', reason: 'Kerst' },
    { first: '2026-12-27', last: '2026-12-27', reason: 'Lekkage' },
    { first: '2026-12-31', last: '2027-01-01', reason: 'Nieuwjaar' },
  ])
})

it('proposes a text that everybody sees until the last day', () => {
  expect(
    textFor({ first: '2026-12-25', last: '2026-12-25', reason: 'Kerst.' }, '2026-12-14'),
  ).toEqual({
    enabled: true,
    version: '',
    validFrom: '2026-12-14',
    validUntil: '2026-12-25',
    title: 'Vrijdag 25 december zijn we dicht',
    body: 'Op vrijdag 25 december zijn we dicht: Kerst. Daarna ben je weer welkom.',
  })
  const long = textFor({ first: '2026-09-24', last: '2026-09-30', reason: '' }, '2026-09-20')
  expect(long.title).toBe(
    'We zijn dicht van donderdag 24 september tot en met woensdag 30 september',
  )
  expect(long.title.length).toBeLessThanOrEqual(80)
  expect(long.body).toBe(
    'Van donderdag 24 september tot en met woensdag 30 september zijn we dicht. Daarna ben je weer welkom.',
  )
})
