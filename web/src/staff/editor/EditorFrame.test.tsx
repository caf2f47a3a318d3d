// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staffFlag } from '../../auth/flag'
import { close, fakeAuth, open, person, press, settle, text } from '../../../test/app'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T10:00:00+01:00'
const needsTitle = [{ name: 'title', code: 'required' }]

/** The editor of a news item without a title, with a desk that publishes none such. */
async function editor() {
  const auth = fakeAuth(person(['redactie']))
  let draft = {
    id: 'nws_1',
    kind: 'news',
    version: 1,
    status: 'draft',
    changed: false,
    faults: needsTitle,
    createdAt: moment,
    createdBy: noor,
    updatedAt: moment,
    updatedBy: noor,
    doc: { title: '', summary: 'Er is soep.', body: { type: 'doc', content: [] }, author: 'Noor' },
  }
  auth.fetch.mockImplementation(async (url, init) => {
    if (url.endsWith('/publish'))
      return Response.json({ code: 'invalid', fields: draft.faults }, { status: 422 })
    if (url !== '/api/drafts/news/nws_1') return Response.json({ items: [], others: [] })
    if (init?.method === 'PUT') {
      const { doc } = JSON.parse(String(init.body)) as Pick<typeof draft, 'doc'>
      const faults = doc.title ? [] : needsTitle
      draft = { ...draft, doc, faults, version: draft.version + 1 }
    }
    return Response.json(draft)
  })
  await open('/editnews/nws_1', { auth })
  await settle()
}

it('says nothing, and leaves the focus, once the fault it told is mended', async () => {
  await editor()
  await press('Publiceer')
  await settle()
  expect(text()).toContain('Geef het bericht een titel.')
  const title = document.querySelector<HTMLInputElement>('#veld-title')!
  await act(async () => {
    title.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(title, 'Soep')
    title.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press('Bewaar concept')
  await settle()
  expect(text()).toContain('Bewaard om')
  expect(text()).not.toContain('Geef het bericht een titel.')
  expect(text()).not.toContain('Dit lukt nu niet.')
  expect(document.activeElement).toBe(title)
})
