import { inPairs } from '../../api/phone'
import type { components } from '../../api/schema.gen'
import { checkName, checkWays, tidy, tooLong, type Fault } from '../../ui/checks'
import { opened, type Stamp } from '../../ui/stamp'
import { text, ticked, type Values } from '../../ui/values'
import { aboutLabel, subjects } from './words'

type Schemas = components['schemas']

/**
 * From what is typed to what the API takes. Who wants no contact sends none, also when it was
 * filled in before.
 */
export function complaint(v: Values, stamp: Stamp): Schemas['Complain'] {
  const given = (name: string) => text(v, name) || undefined
  const wish = text(v, 'contactWish')
  return {
    about: given('about'),
    what: given('what'),
    when: given('when'),
    wish: given('wish'),
    contactWish: wish ? wish === 'true' : undefined,
    aboutCoordinator: ticked(v, 'aboutCoordinator') || undefined,
    ...(wish === 'true'
      ? { name: given('name'), email: given('email'), phone: given('phone') }
      : {}),
    ...opened(stamp),
  }
}

const shortest = 10

/** A text that is part of handling a complaint: long enough, and not too long. */
const checkText = (name: string, v: Values): Fault[] =>
  [...tidy(text(v, name))].length < shortest
    ? [{ name, code: 'too_short' }]
    : tooLong(name, text(v, name))

/** Faults that need no server, in the order of the fields and with the server's codes. */
export function checkComplaint(v: Values): Fault[] {
  const wish = text(v, 'contactWish')
  return [
    ...(text(v, 'about') ? [] : [{ name: 'about', code: 'choice' }]),
    ...checkText('what', v),
    ...tooLong('when', text(v, 'when')),
    ...tooLong('wish', text(v, 'wish')),
    ...(wish ? [] : [{ name: 'contactWish', code: 'choice' }]),
    ...(wish === 'true' ? [...checkName(text(v, 'name')), ...checkWays(v)] : []),
  ]
}

export const checkCode = (v: Values): Fault[] =>
  text(v, 'code').trim() ? [] : [{ name: 'code', code: 'required' }]
export const checkReply = (v: Values): Fault[] => checkText('reply', v)

/** What was filled in, to repeat it. */
export function said(v: Values): [string, string][] {
  const reach: [string, string][] =
    text(v, 'contactWish') === 'true'
      ? [
          ['Naam', text(v, 'name')],
          ['E-mail', text(v, 'email')],
          ['Telefoon', inPairs(text(v, 'phone'))],
        ]
      : [['Anoniem', 'Ja']]
  const all: [string, string][] = [
    [aboutLabel, subjects.find(([code]) => code === text(v, 'about'))?.[1] ?? ''],
    ['Wat is er gebeurd?', text(v, 'what')],
    ['Wanneer was dat?', text(v, 'when')],
    ['Wat wil je dat wij doen?', text(v, 'wish')],
    ['Gaat het over de coördinator?', ticked(v, 'aboutCoordinator') ? 'Ja' : ''],
    ...reach,
  ]
  return all.filter(([, words]) => words.trim() !== '')
}
