import { readFileSync } from 'node:fs'
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

// The same cases as the server's: what one side takes the other may not refuse.
const { email, phone } = JSON.parse(
  readFileSync('../internal/privacy/testdata/contacts.json', 'utf8'),
) as Record<'email' | 'phone', [given: string, kept: string | null][]>

it.each(email)('the address %j is read as %j', (given, kept) =>
  expect(isEmail(given)).toBe(kept !== null),
)

it.each(phone)('the number %j is read as %j', (given, kept) =>
  expect(isPhone(given)).toBe(kept !== null),
)

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
