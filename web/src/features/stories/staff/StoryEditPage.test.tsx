// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { bars } from '../../../staff/bars'
import { close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const moment = '2026-11-24T10:00:00+01:00'
const noor = { uid: 'u1', name: 'Noor' }
const draft = {
  id: 'sty_1',
  kind: 'story',
  version: 3,
  status: 'draft',
  changed: false,
  faults: [],
  createdAt: moment,
  createdBy: noor,
  updatedAt: moment,
  updatedBy: noor,
  others: [],
  doc: {
    title: 'De deur',
    displayName: 'Anna',
    intro: 'Over de eerste keer.',
    body: { type: 'doc', content: [] },
    themes: ['eerste stap'],
    helped: [],
  },
}
const ticks = { text: true, name: true }

/** A story that the teller has not approved yet; `then` is what comes of the record. */
async function editor(then: object) {
  const auth = fakeAuth(person(['redactie']))
  let consent: object = { version: 1, typos: 0, ticks, parts: [] }
  auth.fetch.mockImplementation(async url => {
    if (url.endsWith('/publish'))
      return Response.json(
        { code: 'invalid', fields: [{ name: 'approval', code: 'required' }] },
        { status: 422 },
      )
    if (url.endsWith('/consent/approve')) consent = { ...consent, version: 2, ...then }
    if (url.includes('/consent')) return Response.json(consent)
    if (url === '/api/drafts/stories/sty_1') return Response.json(draft)
    return Response.json({ items: [], others: [] })
  })
  await open('/editstory/sty_1', { auth })
  await settle()
}

test('what was missing is not said any more once it is there', async () => {
  await editor({ approved: { version: 3, at: moment, last: true } })
  await press('Publiceer')
  await settle()
  const missing = 'Publiceren kan pas als de verteller de laatste versie heeft goedgekeurd.'
  expect(text()).toContain(missing)
  await press('De verteller keurt deze versie goed')
  await settle()
  expect(text()).not.toContain(missing)
  expect(document.querySelector('.alert-error')).toBeNull()
})

test('nothing says that a story is online once it was withdrawn', async () => {
  await editor({ withdrawnAt: moment })
  const about = () => bars.get().filter(b => b.id === 'sty_1')
  bars.add({ id: 'sty_1', what: '‘De deur’ staat online.' })
  expect(about()).toHaveLength(1)
  await press('De verteller keurt deze versie goed')
  await settle()
  expect(about()).toEqual([])
})
