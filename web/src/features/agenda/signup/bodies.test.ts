import { describe, expect, it } from 'vitest'
import type { Values } from '../../../ui/values'
import { checkSignUp, checkWaitlist, joinWaitlist, meetBy, signUp, wayOf } from './bodies'
import { change, checkChange, preferredWay } from './person'

const stamp = { idempotencyKey: 'k', formTime: 't', trap: '' }
const shape = {
  askSupport: true,
  askDiet: true,
  maxGuests: 1,
  askReminder: true,
  consent: { version: 'c1', text: '' },
  waitConsent: { version: 'w1', text: '' },
  keepDays: 30,
  waitKeepDays: 7,
  supportDays: 7,
  waitTimes: { from: '09.00', until: '20.00' },
}
const sam: Values = { name: 'Sam', email: 'sam@voorbeeld.nl', consent: 'true', shortNotice: 'true' }
const sent = (v: Values) => JSON.parse(JSON.stringify(v)) as unknown
const codes = (faults: { name: string; code: string }[]) => faults.map(f => `${f.name} ${f.code}`)

describe('the body of a sign-up', () => {
  it('leaves out what was not answered', () => {
    expect(sent(signUp(sam, stamp, shape, 'tell') as Values)).toEqual({
      name: 'Sam',
      email: 'sam@voorbeeld.nl',
      consent: true,
      consentVersion: 'c1',
      formTime: 't',
      ifFull: 'tell',
    })
  })

  it('carries every answer with its type', () => {
    const v: Values = {
      ...sam,
      phone: '0612345678',
      contactBy: ['email', 'phone'],
      noMail: 'true',
      forOther: 'true',
      otherKnows: 'true',
      guests: '1',
      firstTime: 'false',
      support: 'De lift',
      diet: ['noPork', 'other'],
      dietOther: 'geen noten',
      reminder: 'true',
    }
    expect(sent(signUp(v, { ...stamp, trap: 'robot' }, shape, 'waitlist') as Values)).toEqual({
      name: 'Sam',
      email: 'sam@voorbeeld.nl',
      phone: '0612345678',
      noMail: true,
      forOther: true,
      otherKnows: true,
      guests: 1,
      firstTime: false,
      support: 'De lift',
      diet: { choices: ['noPork', 'other'], other: 'geen noten' },
      reminder: true,
      consent: true,
      consentVersion: 'c1',
      formTime: 't',
      laat_dit_leeg: 'robot',
      ifFull: 'waitlist',
    })
  })

  it('forgets answers to questions that are hidden again', () => {
    const body = signUp(
      {
        name: 'Sam',
        phone: '0612345678',
        noMail: 'true',
        forOther: 'false',
        otherKnows: 'true',
        diet: 'noPork',
        dietOther: 'noten',
      },
      stamp,
      shape,
      'tell',
    )
    expect(sent(body as Values)).toEqual({
      name: 'Sam',
      phone: '0612345678',
      diet: { choices: ['noPork'] },
      consent: false,
      consentVersion: 'c1',
      formTime: 't',
      ifFull: 'tell',
    })
  })
})

it('a change carries the whole set, so an emptied answer is gone', () => {
  expect(sent(change({ name: 'Sam', phone: '0612345678', guests: '0' }) as Values)).toEqual({
    name: 'Sam',
    phone: '0612345678',
  })
})

describe('the way somebody is reached', () => {
  it.each([
    [{ email: 'a@b.nl' }, 'mail'],
    [{ email: 'a@b.nl', phone: '06' }, 'mail'],
    [{ email: 'a@b.nl', noMail: 'true' }, 'none'],
    [{ email: 'a@b.nl', noMail: 'true', phone: '06' }, 'phone'],
    [{ phone: '06', noMail: 'true' }, 'phone'],
  ] as const)('%j: %s', (v, way) => expect(wayOf(v)).toBe(way))

  it('on the waitlist is the chosen one, or the only one', () => {
    expect(preferredWay({ email: 'a@b.nl' })).toBe('mail')
    expect(preferredWay({ phone: '06', preferredWay: 'mail' })).toBe('phone')
    expect(preferredWay({ phone: '06', email: 'a@b.nl', preferredWay: 'phone' })).toBe('phone')
    expect(preferredWay({ phone: '06', email: 'a@b.nl' })).toBeUndefined()
    expect(joinWaitlist(sam, stamp, shape)).toMatchObject({
      preferredWay: 'mail',
      shortNotice: true,
      consentVersion: 'w1',
    })
  })
})

describe('checks before sending', () => {
  it('find nothing in a good form', () => {
    expect(checkSignUp(sam)).toEqual([])
    expect(checkWaitlist(sam)).toEqual([])
    expect(checkChange(sam)).toEqual([])
  })

  it('go in the order of the form', () => {
    expect(
      codes(checkSignUp({ forOther: 'true', support: 'x'.repeat(301), diet: ['other'] })),
    ).toEqual([
      'name required',
      'contact required',
      'otherKnows required',
      'support too_long',
      'dietOther required',
      'consent required',
    ])
    expect(codes(checkWaitlist({ name: 'Sam', email: 'a@b.nl', phone: '0612345678' }))).toEqual([
      'preferredWay choice',
      'shortNotice choice',
      'consent required',
    ])
  })

  it('speak of a ticked way without text at its own field', () => {
    expect(codes(checkSignUp({ ...sam, email: '', contactBy: 'phone' }))).toEqual(['phone phone'])
    expect(codes(checkSignUp({ ...sam, contactBy: ['email', 'phone'] }))).toEqual(['phone phone'])
  })

  it('let an address count that is filled in but not ticked', () =>
    expect(checkSignUp({ ...sam, contactBy: [] })).toEqual([]))

  it('want "Ja" when the form is for somebody else', () => {
    expect(codes(checkSignUp({ ...sam, forOther: 'true', otherKnows: 'false' }))).toEqual([
      'otherKnows required',
    ])
    expect(checkSignUp({ ...sam, forOther: 'true', otherKnows: 'true' })).toEqual([])
  })
})

it.each<[is: string, typed: Values, by: ReturnType<typeof meetBy>]>([
  ['a number', { phone: '0612345678' }, 'phone'],
  ['a number and an address', { phone: '0612345678', email: 'sam@voorbeeld.nl' }, 'phone'],
  ['an address', { email: 'sam@voorbeeld.nl' }, 'mail'],
  ['an address and no mail', { email: 'sam@voorbeeld.nl', noMail: 'true' }, ''],
  ['a number, an address and no mail', { ...sam, phone: '0612345678', noMail: 'true' }, 'phone'],
  ['nothing', {}, ''],
])('gets to know who comes for the first time and gave %s', (_, typed, by) => {
  expect(meetBy({ ...typed, firstTime: 'true' })).toBe(by)
  expect(meetBy({ ...typed, firstTime: 'false' }), 'came before').toBe('')
  expect(meetBy(typed), 'did not say').toBe('')
})
