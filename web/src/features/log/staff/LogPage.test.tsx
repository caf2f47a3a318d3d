// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person } from '../../../../test/app'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

test('says whose list somebody looked at, and how often on a day', async () => {
  const auth = fakeAuth(person(['beheerder']))
  const look = (no: number, objectId: string, title?: string) => ({
    no,
    at: `2026-11-24T1${no}:00:00+01:00`,
    uid: 'u2',
    name: 'Jan',
    roles: ['gastheer'],
    action: 'viewed',
    kind: 'date',
    objectId,
    title,
  })
  const meal = (no: number) => look(no, 'occ_1', 'Samen eten, dinsdag 24 november 2026')
  auth.fetch.mockImplementation(async url =>
    url.startsWith('/api/audit')
      ? Response.json({
          items: [...[4, 3, 2, 1].map(meal), look(0, 'occ_2')],
          all: true,
          keepDays: 365,
          staff: [],
          kinds: [],
        })
      : Response.json({ items: [] }),
  )
  await open('/beheer/logboek', { auth })
  const said = () => [...document.querySelectorAll('td[data-l="Wat"]')].map(e => e.textContent)
  await vi.waitFor(() =>
    expect(said()).toEqual([
      'bekeek de lijst van Samen eten, dinsdag 24 november 2026: 4 keer',
      'bekeek de lijst van een datum',
    ]),
  )
})
