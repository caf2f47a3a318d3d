// Who somebody is and what they wish: what a sign-up, a place on the list and a change of a sign-up
// have in common, from what is typed to what the API takes. Empty answers are left out.
import type { components } from '../../../api/schema.gen'
import { checkName, checkWays, over, type Fault } from '../../../ui/checks'
import { list, text, ticked, type Values } from '../../../ui/values'

export const given = (v: Values, name: string) => (text(v, name) === '' ? undefined : text(v, name))

export const person = (v: Values) => ({
  name: text(v, 'name'),
  email: given(v, 'email'),
  phone: given(v, 'phone'),
})
export const guests = (v: Values) => Number(text(v, 'guests')) || undefined

export function wishes(v: Values) {
  const choices = [...list(v, 'diet')]
  const diet = choices.length
    ? { choices, other: choices.includes('other') ? given(v, 'dietOther') : undefined }
    : undefined
  return { support: given(v, 'support'), diet }
}

export const yesNoOrEmpty = (v: Values, name: string) =>
  given(v, name) === undefined ? undefined : ticked(v, name)

export const changeEntry = (v: Values): components['schemas']['ChangeEntry'] => ({
  ...person(v),
  preferredWay: preferredWay(v),
  shortNotice: yesNoOrEmpty(v, 'shortNotice'),
})

/** The way that was chosen; when only one is filled in, that one. */
export function preferredWay(v: Values): string | undefined {
  const [mail, phone] = [given(v, 'email'), given(v, 'phone')]
  if (mail !== undefined && phone !== undefined) return given(v, 'preferredWay')
  return mail !== undefined ? 'mail' : phone !== undefined ? 'phone' : given(v, 'preferredWay')
}

export function change(v: Values): components['schemas']['Change'] {
  return {
    ...person(v),
    ...wishes(v),
    guests: guests(v),
    reminder: ticked(v, 'reminder') || undefined,
  }
}

/** Faults that need no server, in the order of the fields and with the server's codes. */
export const checkChange = (v: Values): Fault[] => [...checkContact(v), ...checkWishes(v)]

export const checkContact = (v: Values): Fault[] => [...checkName(text(v, 'name')), ...checkWays(v)]

export function checkWishes(v: Values): Fault[] {
  const other = list(v, 'diet').includes('other')
  return [
    ...(over('support', text(v, 'support')) ? [{ name: 'support', code: 'too_long' }] : []),
    ...(other && text(v, 'dietOther').trim() === ''
      ? [{ name: 'dietOther', code: 'required' }]
      : []),
    ...(other && over('dietOther', text(v, 'dietOther'))
      ? [{ name: 'dietOther', code: 'too_long' }]
      : []),
  ]
}

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
