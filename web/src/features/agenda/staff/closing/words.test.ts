import { expect, test } from 'vitest'
import {
  answersFor,
  answersOf,
  bodyOf,
  firstAnswers,
  partOf,
  sayFault,
  sayStays,
  sayTold,
  sayWhen,
  touches,
  type ClosingChoices,
  type ClosureSeen,
} from './words'

const of: ClosingChoices = {
  closures: [],
  today: '2026-11-24',
  tomorrow: '2026-11-25',
  now: '14.10',
  until: '19.00',
  plan: true,
  phone: '0123 45 67 89',
}
const sick = { ...firstAnswers, reason: 'Iemand van ons is ziek.' }

test('what is asked of each answer', () => {
  expect(bodyOf({ ...sick, when: 'rest' }, of)).toEqual({
    first: '2026-11-24',
    from: '14.10',
    to: '24.00',
    reason: 'Iemand van ons is ziek.',
  })
  expect(bodyOf({ ...sick, when: 'evening' }, of)).toMatchObject({ from: '17.00', to: '19.00' })
  expect(bodyOf({ ...sick, when: 'tomorrow' }, of)).toMatchObject({ first: '2026-11-25' })
  expect(
    bodyOf(
      {
        ...sick,
        when: 'other',
        first: '2026-11-26',
        last: '2026-12-17',
        weekly: true,
        from: '18.00',
      },
      of,
    ),
  ).toMatchObject({ first: '2026-11-26', last: '2026-12-17', weekday: 4, from: '18.00' })
  // who is not called off is not told
  expect(bodyOf({ ...sick, when: 'rest', without: ['dates'] }, of).without).toEqual([
    'dates',
    'tell',
  ])
  expect(partOf({ ...of, until: '16.00' })).toEqual({
    name: 'Vanmiddag',
    from: '14.10',
    to: '16.00',
  })
})

test('words of when, and of what stays', () => {
  const when = { first: '2026-11-24', last: '2026-11-24', from: '17.00', to: '19.00' }
  expect(sayWhen(when, of.today)).toBe('Vandaag, 17.00 tot 19.00 uur')
  expect(sayWhen({ ...when, to: '24.00' })).toBe('Dinsdag 24 november, vanaf 17.00 uur')
  expect(sayWhen({ ...when, from: '00.00', to: '24.00' })).toBe('Dinsdag 24 november, de hele dag')
  expect(sayWhen({ ...when, last: '2026-12-08', weekday: 2 })).toBe(
    'Elke dinsdag van dinsdag 24 november tot en met dinsdag 8 december, 17.00 tot 19.00 uur',
  )
  const stays = { why: 'off', by: 'Bram de Wit', at: '2026-11-24T13:55:00+01:00' }
  expect(sayStays(stays as Parameters<typeof sayStays>[0], '2026-11-24')).toBe(
    'Bram zei dit om 13.55 uur zelf af. Dat blijft.',
  )
  expect(sayTold({ mails: 1, calls: 2 })).toBe(
    'Iemand krijgt een mail en 2 mensen moeten we bellen.',
  )
  expect(sayFault('reason', 'phone')).toContain('Zet geen telefoonnummer')
})

test('a closure that changes begins with what it is', () => {
  const seen = {
    first: '2026-11-26',
    last: '2026-12-17',
    weekday: 4,
    from: '18.00',
    to: '24.00',
    reason: 'Feest.',
    without: [] as string[],
  } as ClosureSeen
  expect(answersOf(seen)).toMatchObject({
    when: 'other',
    from: '18.00',
    to: '24.00',
    weekly: true,
    reason: 'other',
    text: 'Feest.',
  })
})

test('which days a closure touches: of one weekday only that one', () => {
  const c = { first: '2026-11-26', last: '2026-12-17', from: '17.00', to: '21.00' } // a Thursday
  expect(touches(c, '2026-11-25', '2026-11-25')).toBe(false)
  expect(touches(c, '2026-12-01', '2026-12-01')).toBe(true)
  expect(touches(c, '2026-12-18', '2026-12-20')).toBe(false)
  const weekly = { ...c, weekday: 4 }
  expect(touches(weekly, '2026-12-01', '2026-12-01')).toBe(false)
  expect(touches(weekly, '2026-12-03', '2026-12-03')).toBe(true)
  expect(touches(weekly, '2026-11-23', '2026-11-29')).toBe(true)
  expect(touches(weekly, '2026-12-04', '2026-12-06')).toBe(false)
})

test('opened from a day, that day is filled in for who plans', () => {
  expect(answersFor('2026-12-03', of)).toMatchObject({
    when: 'other',
    first: '2026-12-03',
    last: '2026-12-03',
  })
  for (const [day, plan] of [
    ['', true],
    ['2026-11-23', true], // it has been
    ['2026-13', true],
    ['2026-12-03', false],
  ] as const)
    expect(answersFor(day, { ...of, plan })).toBe(firstAnswers)
})
