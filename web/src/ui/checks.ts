// The rules of name, address and phone, the same as the server's: what they refuse here would come
// back as
// 422.
import { list, text, type Values } from './values'

/** What went wrong with one field: the codes of the API. */
export interface Fault {
  name: string
  code: string
}

/** Most code points of a field, after tidying. */
export const limits: Readonly<Record<string, number>> = {
  name: 60,
  email: 254,
  support: 300,
  dietOther: 100,
  message: 2000,
  about: 1000,
  what: 4000,
  wish: 1000,
  when: 100,
  reply: 4000,
}

/** Trimmed, NFC, without control characters and direction overrides. Line breaks stay. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .trim()
}

/** As `tidy`; a line break or tab inside becomes one space. */
export const tidyLine = (text: string): string => tidy(text).replace(/[\n\t]+/g, ' ')

/** Code points above the limit of a field, 0 when it fits. */
export function over(name: string, text: string): number {
  const most = limits[name]
  return most === undefined ? 0 : Math.max(0, [...tidy(text)].length - most)
}

/**
 * An address or a number as it was meant: without signs that nobody sees and without mailto: or
 * tel: in front, with plain spaces, dashes and digits.
 */
const plain = (text: string) =>
  tidyLine(text)
    .replace(/[\uFF01-\uFF5E]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(/^(mailto|tel): */i, '')

const sign = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?'
const address = new RegExp(`^${sign}(\\.${sign})*@(${label}\\.)+${label}$`, 'u')

/** An address to which a mail of ours can be written. Its domain may be in any script. */
export const isEmail = (text: string): boolean => address.test(plain(text))

/**
 * By number of digits: 10 for a Dutch number however it is written, 8 to 15 after the + of another
 * country.
 */
export function isPhone(text: string): boolean {
  let digits = plain(text)
    .replaceAll('(0)', '')
    .replace(/[ .\-/()]/g, '')
  if (digits.startsWith('00')) digits = '+' + digits.slice(2)
  else if (/^0\d{9}$/.test(digits)) digits = '+31' + digits.slice(1)
  else if (/^31\d{9}$/.test(digits)) digits = '+' + digits
  // +31 06… is written often
  if (digits.startsWith('+31')) return /^\d{9}$/.test(digits.slice(3).replace(/^0/, ''))
  return /^\+[1-9]\d{7,14}$/.test(digits)
}

/** Faults in name, e-mail and phone, in the order of the forms. */
export function checkPerson(name: string, email: string, phone: string): Fault[] {
  return [...checkName(name), ...checkReach(email, phone)]
}

/** A name must be there and fit. */
export const checkName = (name: string): Fault[] =>
  tidyLine(name) ? tooLong('name', name) : [{ name: 'name', code: 'required' }]

/** Faults in e-mail and phone. One way to reach somebody is enough. */
export function checkReach(email: string, phone: string): Fault[] {
  const faults: Fault[] = []
  if (!tidyLine(email) && !tidyLine(phone)) faults.push({ name: 'contact', code: 'required' })
  if (tidyLine(email)) {
    if (over('email', email)) faults.push({ name: 'email', code: 'too_long' })
    else if (!isEmail(email)) faults.push({ name: 'email', code: 'email' })
  }
  if (tidyLine(phone) && !isPhone(phone)) faults.push({ name: 'phone', code: 'phone' })
  return faults
}

/**
 * The same of a form with ticks for both ways (PersonFields): a ticked way without text is a fault
 * of that field.
 */
export function checkWays(v: Values): Fault[] {
  const faults = checkReach(text(v, 'email'), text(v, 'phone'))
  const empty = (['email', 'phone'] as const).filter(
    way => list(v, 'contactBy').includes(way) && text(v, way).trim() === '',
  )
  return empty.length === 0
    ? faults
    : [...faults.filter(f => f.name !== 'contact'), ...empty.map(way => ({ name: way, code: way }))]
}

/** A fault when a text is longer than its limit. */
export const tooLong = (name: string, given: string): Fault[] =>
  over(name, given) ? [{ name, code: 'too_long' }] : []
