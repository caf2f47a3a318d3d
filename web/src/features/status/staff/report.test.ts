import { expect, it } from 'vitest'
import { inState, worst, type Check, type State } from './report'
import { sayMail, stateWords } from './words'

const check = (key: string, state: State): Check => ({ key, title: key, state, says: 'Iets.' })
const all = [
  check('database', 'good'),
  check('mail', 'warn'),
  check('opslag', 'off'),
  check('schijf', 'bad'),
  check('klok', 'warn'),
  check('kopie', 'unknown'),
]

it('puts the most serious first, and keeps the order of the server within a state', () => {
  expect(inState(all, 'unknown', 'bad', 'warn').map(c => c.key)).toEqual([
    'schijf',
    'mail',
    'klok',
    'kopie',
  ])
  expect(inState(all, 'good').map(c => c.key)).toEqual(['database'])
})

it('knows the most serious state; what is not in use is no fault, what nobody could see may be one', () => {
  expect(worst(all)).toBe('bad')
  expect(worst(all.slice(0, 3))).toBe('warn')
  expect(worst([check('a', 'off'), check('b', 'good')])).toBe('good')
  expect(worst([check('a', 'unknown'), check('b', 'good')])).toBe('unknown')
  expect(worst([])).toBe('off')
})

it('has words for every state, and for a mail it does not know', () => {
  expect(Object.values(stateWords)).toEqual([
    'Werkt',
    'Let op',
    'Kapot',
    'Niet ingesteld',
    'Niet te zien',
  ])
  expect([sayMail('M29'), sayMail('M99')]).toEqual(['Testmail', 'Mail M99'])
})
