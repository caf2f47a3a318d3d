import { inPairs } from '../../api/phone'
import type { components } from '../../api/schema.gen'
import { parts, talk, times, unknownWords } from '../../api/volunteerTimes'
import { checkName, checkWays, tooLong, type Fault } from '../../ui/checks'
import { opened, type Stamp } from '../../ui/stamp'
import { list, text, ticked, type Values } from '../../ui/values'

export type OpenRole = components['schemas']['OpenRole']

export {
  neverDays,
  often,
  parts,
  talk,
  talkWords,
  times,
  unknown,
  unknownWords,
} from '../../api/volunteerTimes'

/**
 * What somebody may tell in words: the form asks it, and staff read the answer. The name is that of
 * the API; how long an answer may be stands in ui/checks.
 */
export const questions = [
  {
    name: 'about',
    label: 'Wat spreekt je aan?',
    hint: 'Je hoeft niets te vertellen over je eigen situatie.',
    forStaff: 'Wat spreekt aan',
  },
] as const

type Answers = Pick<components['schemas']['Application'], (typeof questions)[number]['name']>

/** From what is typed to what the API takes. Empty answers are left out. */
export function application(v: Values, stamp: Stamp): components['schemas']['Application'] {
  const given = (name: string) => text(v, name) || undefined
  return {
    name: given('name'),
    email: given('email'),
    phone: given('phone'),
    roles: [...list(v, 'roles')],
    ...Object.fromEntries(parts.map(([part]) => [part, given(part)])),
    availability: [...list(v, 'availability')],
    ...(Object.fromEntries(questions.map(q => [q.name, given(q.name)])) as Answers),
    keep: ticked(v, 'keep') || undefined,
    ...opened(stamp),
  }
}

/** Faults that need no server, in the order of the fields and with the server's codes. */
export function checkApplication(v: Values): Fault[] {
  const chosen = (name: string, is: boolean): Fault[] => (is ? [] : [{ name, code: 'choice' }])
  const can = parts.some(([part]) => ['often', 'sometimes'].includes(text(v, part)))
  return [
    ...checkName(text(v, 'name')),
    ...checkWays(v),
    ...chosen('roles', list(v, 'roles').length > 0),
    ...chosen('availability', can || list(v, 'availability').includes(talk)),
    ...questions.flatMap(q => tooLong(q.name, text(v, q.name))),
  ]
}

/** What was filled in, to repeat it. */
export function said(v: Values, open: readonly OpenRole[]): [string, string][] {
  const roles = list(v, 'roles').map(id => open.find(r => r.id === id)?.title ?? unknownWords)
  const all: [string, string][] = [
    ['Naam', text(v, 'name')],
    ['E-mail', text(v, 'email')],
    ['Telefoon', inPairs(text(v, 'phone'))],
    ['Wat lijkt je leuk?', roles.join(', ')],
    [
      'Wanneer kun je?',
      times(
        [...parts.map(([p]) => `${p}-${text(v, p)}`), ...list(v, 'availability')].filter(
          t => !t.endsWith('-never'),
        ),
      ),
    ],
    ...questions.map((q): [string, string] => [q.label, text(v, q.name)]),
    ['Een jaar bewaren?', ticked(v, 'keep') ? 'Ja' : 'Nee'],
  ]
  return all.filter(([, words]) => words.trim() !== '')
}
