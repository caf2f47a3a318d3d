// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, settle } from '../../../../test/app'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2025-11-24T10:00:00+01:00'

it.each([
  ['Voorbij', '2025-12-31'],
  ['Online', '2999-12-31'],
])('is %s with %s as its last day', async (word, validUntil) => {
  const doc = {
    ...{ version: 'trefpunt-2025-10-02-v3', enabled: true, validFrom: '2025-10-02', validUntil },
    ...{ expiresDays: 30, delayMs: 3000, title: 'Donderdagavond gesloten', body: 'We zijn dicht.' },
  }
  const auth = fakeAuth(person(['redactie']))
  auth.fetch.mockImplementation(async url =>
    Response.json(
      url === '/api/site'
        ? { announcement: doc }
        : url === '/api/drafts/announcement/announcement'
          ? {
              ...{ id: 'announcement', kind: 'announcement', version: 1, status: 'published' },
              ...{ changed: false, faults: [], createdAt: moment, createdBy: noor },
              ...{ updatedAt: moment, updatedBy: noor, doc },
            }
          : { items: [], others: [] },
    ),
  )
  await open('/beheer/melding', { auth })
  await settle()
  expect(document.querySelector('main .badge')!.textContent).toBe(word)
})
