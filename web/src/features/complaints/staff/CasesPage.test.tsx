// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, text } from '../../../../test/app'
import type { Row } from './words'

const complaint = (id: string, state: Row['state']): Row => ({
  id,
  state,
  about: 'other',
  aboutCoordinator: false,
  reachable: false,
  extended: false,
  receivedAt: '2026-11-22T10:00:00+01:00',
  confirmBy: '2026-11-27',
  confirmIn: 3,
  answerBy: '2027-01-03',
  answerIn: 40,
})

/** The screen with complaints in these states. */
async function show(...states: Row['state'][]) {
  const auth = fakeAuth(person(['vertrouwenspersoon']))
  auth.fetch.mockImplementation(path =>
    Promise.resolve(
      Response.json(
        path.startsWith('/api/complaints/cases')
          ? { items: states.map((s, i) => complaint('k' + i, s)), open: states.length }
          : { years: [] },
      ),
    ),
  )
  await open('/beheer/klachten', { auth })
}

beforeEach(() => staffFlag.raise(false))
afterEach(close)

it.each([
  [['received', 'talk'], '1 klacht is nieuw.'],
  [['received', 'received'], '2 klachten zijn nieuw.'],
] as const)('counts what nobody took up yet: %s', async (states, words) => {
  await show(...states)
  expect(text()).toContain(words)
})

it('says nothing of new ones when there are none', async () => {
  await show('confirmed', 'talk')
  expect(text()).toContain('Klacht van')
  expect(text()).not.toContain('nieuw')
})
