import { inPairs } from '../../api/phone'
import type { components } from '../../api/schema.gen'
import { checkWays, tidy, tooLong, type Fault } from '../../ui/checks'
import { opened, type Stamp } from '../../ui/stamp'
import { text, type Values } from '../../ui/values'
import { labelOf } from './subjects'

/** From what is typed to what the API takes. Empty answers are left out. */
export function message(v: Values, stamp: Stamp): components['schemas']['SendMessage'] {
  const given = (name: string) => text(v, name) || undefined
  return {
    subject: given('subject'),
    name: given('name'),
    email: given('email'),
    phone: given('phone'),
    message: given('message'),
    ...opened(stamp),
  }
}

const shortest = 5

/** Faults that need no server, in the order of the fields and with the server's codes. */
export function checkMessage(v: Values): Fault[] {
  const short = [...tidy(text(v, 'message'))].length < shortest
  return [
    ...(text(v, 'subject') ? [] : [{ name: 'subject', code: 'choice' }]),
    ...tooLong('name', text(v, 'name')),
    ...checkWays(v),
    ...(short ? [{ name: 'message', code: 'too_short' }] : tooLong('message', text(v, 'message'))),
  ]
}

/** What was filled in, to repeat it. */
export const said = (v: Values): [string, string][] =>
  (
    [
      ['Waar gaat het over?', labelOf(text(v, 'subject'))],
      ['Naam', text(v, 'name')],
      ['E-mail', text(v, 'email')],
      ['Telefoon', inPairs(text(v, 'phone'))],
      ['Je bericht', text(v, 'message')],
    ] as [string, string][]
  ).filter(([, words]) => words.trim() !== '')
