import { describe, expect, it } from 'vitest'
import { checkPerson, isEmail, isPhone, over, tidy, tidyLine } from './checks'

describe('tidying', () => {
  it.each([
    ['  Sam  ', 'Sam'],
    ['Sa\u0000m\u0007', 'Sam'],
    ['\u202eSam\u2066', 'Sam'],
    ['e\u0301', 'é'],
    ['a\r\nb', 'a\nb'],
    ['👩\u200d🌾', '👩\u200d🌾'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%j becomes %j', (given, want) => expect(tidy(given)).toBe(want))

  it('makes one space of a line break in a one-line field', () =>
    expect(tidyLine('a\r\nb\tc')).toBe('a b c'))

  it('counts code points, not bytes or UTF-16 units', () => {
    expect(over('name', '🌱'.repeat(60))).toBe(0)
    expect(over('name', '🌱'.repeat(61))).toBe(1)
    expect(over('support', ' '.repeat(50) + 'x'.repeat(300))).toBe(0)
    expect(over('support', 'x'.repeat(312))).toBe(12)
  })
})

it.each([
  'a@b.nl',
  'A.B+c@Voorbeeld.Example',
  'naam@münchen.de',
  "o'brien@x.y.z",
  '🌱@a.b',
  `${'x'.repeat(240)}@voorbeeld.nl`,
])('%s is an e-mail address', address => expect(isEmail(address)).toBe(true))

it.each([
  '',
  'naam',
  'naam@',
  '@b.nl',
  'a@b',
  'a@@b.nl',
  'a@b@c.nl',
  'a b@c.nl',
  'a@b .nl',
  'a@.nl',
  'a@b.',
  'a@b..nl',
  'a@b.nl\nBcc: x@y.nl',
  'a,b@c.nl',
  '<a@b.nl>',
])('%j is no e-mail address', address => expect(isEmail(tidyLine(address))).toBe(false))

it.each([
  '0612345678',
  '06 12 34 56 78',
  '06-12345678',
  '(0123) 45 67 89',
  '+31612345678',
  '+31 (0)6 12 34 56 78',
  '+31 0612345678',
  '0031 6 12 34 56 78',
  '+32 470 12 34 56',
  '0032470123456',
  '+12345678',
  '+123456789012345',
])('%s is a phone number', number => expect(isPhone(number)).toBe(true))

it.each([
  '',
  '06123',
  '061234567',
  '06123456789',
  '+316123456',
  '+3161234567890',
  '0612345abc',
  '12345678',
  '+1234567',
  '+1234567890123456',
  '+0612345678',
  'bel mij',
])('%j is no phone number', number => expect(isPhone(number)).toBe(false))

describe('a person', () => {
  const codes = (name: string, email: string, phone: string) =>
    checkPerson(name, email, phone).map(f => `${f.name} ${f.code}`)
  it.each([
    ['Sam', 'a@b.nl', '', []],
    ['Sam', '', '0612345678', []],
    ['', '', '', ['name required', 'contact required']],
    [' \u0000 ', ' ', '\t', ['name required', 'contact required']],
    ['x'.repeat(61), 'a@b', '06', ['name too_long', 'email email', 'phone phone']],
    ['Sam', 'x'.repeat(250) + '@b.nl', '', ['email too_long']],
  ])('%j %j %j', (name, email, phone, want) => expect(codes(name, email, phone)).toEqual(want))
})
