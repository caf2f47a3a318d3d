// From what is typed to what the API takes. Empty answers are left out.
import { inPairs } from '../../../api/phone'
import type { components } from '../../../api/schema.gen'
import type { Fault } from '../../../ui/checks'
import { opened, type Stamp } from '../../../ui/stamp'
import { text, ticked, type Values } from '../../../ui/values'
import { people } from './Answer'
import {
  changeEntry,
  checkChangeEntry,
  checkContact,
  checkWishes,
  given,
  guests,
  person,
  wishes,
  yesNoOrEmpty,
} from './person'

type Schemas = components['schemas']
type Shape = Schemas['FormShape']

/** What the page after sending repeats. */
export function said(v: Values): [string, string][] {
  const guests = given(v, 'guests')
  const all: [string, string][] = [
    ['Naam', text(v, 'name')],
    ['E-mail', text(v, 'email')],
    ['Telefoon', inPairs(text(v, 'phone'))],
    ['Neem je iemand mee?', guests ? people(Number(guests)) : ''],
  ]
  return all.filter(([, words]) => words.trim() !== '')
}

const agreed = (v: Values, consent: Schemas['Consent']) => ({
  consent: ticked(v, 'consent'),
  consentVersion: consent.version,
})

export function signUp(
  v: Values,
  stamp: Stamp,
  shape: Shape,
  ifFull: 'tell' | 'waitlist',
): Schemas['SignUp'] {
  const forOther = ticked(v, 'forOther')
  return {
    ...person(v),
    ...wishes(v),
    ...agreed(v, shape.consent),
    ...opened(stamp),
    noMail: noMail(v) || undefined,
    forOther: forOther || undefined,
    otherKnows: forOther && ticked(v, 'otherKnows') ? true : undefined,
    guests: guests(v),
    firstTime: yesNoOrEmpty(v, 'firstTime'),
    reminder: ticked(v, 'reminder') || undefined,
    ifFull,
  }
}

export function joinWaitlist(v: Values, stamp: Stamp, shape: Shape): Schemas['JoinWaitlist'] {
  return {
    ...changeEntry(v),
    ...agreed(v, shape.waitConsent),
    ...opened(stamp),
    guests: guests(v),
  }
}

/** No mail is only a wish of somebody with an e-mail address. */
const noMail = (v: Values) => ticked(v, 'noMail') && given(v, 'email') !== undefined

/** How the house reaches somebody after a sign-up. */
export function wayOf(v: Values): 'mail' | 'phone' | 'none' {
  if (given(v, 'email') !== undefined && !noMail(v)) return 'mail'
  return given(v, 'phone') !== undefined ? 'phone' : 'none'
}

/** How the house gets to know somebody before the first time; '' when it does not. */
export function meetBy(v: Values): 'phone' | 'mail' | '' {
  if (!ticked(v, 'firstTime')) return ''
  if (given(v, 'phone') !== undefined) return 'phone'
  return given(v, 'email') !== undefined && !noMail(v) ? 'mail' : ''
}

/** Faults that need no server, in the order of the fields and with the server's codes. */
export function checkSignUp(v: Values): Fault[] {
  return [
    ...checkContact(v),
    ...(ticked(v, 'forOther') && !ticked(v, 'otherKnows')
      ? [{ name: 'otherKnows', code: 'required' }]
      : []),
    ...checkWishes(v),
    ...checkConsent(v),
  ]
}

export const checkWaitlist = (v: Values): Fault[] => [...checkChangeEntry(v), ...checkConsent(v)]

const checkConsent = (v: Values): Fault[] =>
  ticked(v, 'consent') ? [] : [{ name: 'consent', code: 'required' }]
