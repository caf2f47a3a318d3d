// From what is typed to what the API takes. Empty answers are left out.
import type { components } from '../../../api/schema.gen'
import type { Filled } from '../../../page'
import type { Fault } from '../../../ui/checks'
import { opened, type Stamp } from '../../../ui/stamp'
import { text, ticked, type Values } from '../../../ui/values'
import { checkContact, checkWishes, given, guests, person, wishes } from './person'

type Schemas = components['schemas']
type Shape = Schemas['FormShape']

/** What the page after sending repeats. */
export const filled = (v: Values): Filled => ({
  name: text(v, 'name').trim(),
  email: text(v, 'email').trim(),
  phone: text(v, 'phone').trim(),
  guests: text(v, 'guests'),
})

const yesNoOrEmpty = (v: Values, name: string) =>
  given(v, name) === undefined ? undefined : ticked(v, name)

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

export const changeEntry = (v: Values): Schemas['ChangeEntry'] => ({
  ...person(v),
  preferredWay: preferredWay(v),
  shortNotice: yesNoOrEmpty(v, 'shortNotice'),
})

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

/** The way that was chosen; when only one is filled in, that one. */
export function preferredWay(v: Values): string | undefined {
  const [mail, phone] = [given(v, 'email'), given(v, 'phone')]
  if (mail !== undefined && phone !== undefined) return given(v, 'preferredWay')
  return mail !== undefined ? 'mail' : phone !== undefined ? 'phone' : given(v, 'preferredWay')
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

export function checkChangeEntry(v: Values): Fault[] {
  const both = given(v, 'email') !== undefined && given(v, 'phone') !== undefined
  return [
    ...checkContact(v),
    ...(both && given(v, 'preferredWay') === undefined
      ? [{ name: 'preferredWay', code: 'choice' }]
      : []),
    ...(given(v, 'shortNotice') === undefined ? [{ name: 'shortNotice', code: 'choice' }] : []),
  ]
}

const checkConsent = (v: Values): Fault[] =>
  ticked(v, 'consent') ? [] : [{ name: 'consent', code: 'required' }]
