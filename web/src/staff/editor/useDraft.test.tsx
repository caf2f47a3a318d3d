// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unsaved } from '../../layout/unsaved'
import { fakeAuth, person, settle, type FakeAuth } from '../../../test/app'
import type { DocOf } from '../drafts'
import { emptyDoc } from './rich/doc'
import { useDraft, type Draft } from './useDraft'

const noor = { ...person(['redactie']), uid: 'noor' }
const bram = { ...person(['redactie']), uid: 'bram' }
const other = <p>Een lijst</p>
const fresh: DocOf<'news'> = { title: '', summary: '', body: emptyDoc(), author: '' }

let auth: FakeAuth
let root: Root
let id = 0
let draft: Draft<DocOf<'news'>>
/** Who sent which title. */
let sent: string[]

function Screen({ of }: { of: string }) {
  draft = useDraft(auth, 'news', of, fresh)
  return <p>{draft.doc?.title}</p>
}

const show = (what: ReactNode) => act(async () => root.render(what))
const become = (who: typeof noor | null, why?: string) => act(async () => auth.become(who, why))
const hide = async () => {
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  await settle()
}
/** Whether the browser would ask before the page goes. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<main id="inhoud"></main>'
  root = createRoot(document.getElementById('inhoud')!)
  auth = fakeAuth(noor)
  sent = []
  let version = 0
  auth.fetch.mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return new Response('{}', { status: 404 })
    const { doc } = JSON.parse(init.body as string) as { doc: { title: string } }
    sent.push(`${auth.user?.uid ?? 'niemand'}: ${doc.title}`)
    return auth.user
      ? Response.json({ id: 'nws', kind: 'news', version: ++version, doc, status: 'draft' })
      : new Response('{}', { status: 401 })
  })
})
afterEach(async () => {
  await show(other)
  unsaved.giveUp()
  await act(async () => root.unmount())
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Noor writes, her session ends, and she goes to another screen. */
async function leaveBehind() {
  await show(<Screen of={`nws_${++id}`} />)
  await settle()
  auth.user = null
  await act(async () => draft.set({ title: 'Van Noor' }))
  await act(() => draft.save().then(() => undefined))
  await become(null, 'auth/user-token-expired')
  await show(other)
  sent = []
}

it('a text behind another screen is asked about before the page goes, and is sent when the same person signs in', async () => {
  await leaveBehind()
  expect([unsaved.any(), asks()]).toEqual([true, true])
  await become(noor)
  await settle()
  expect([sent, unsaved.any(), asks()]).toEqual([['noor: Van Noor'], false, false])
})

it('but never in the name of somebody else, who is not asked about it either', async () => {
  await leaveBehind()
  await become(bram)
  await hide()
  await act(async () => void window.dispatchEvent(new Event('online')))
  await settle()
  expect([sent, unsaved.any(), asks()]).toEqual([[], false, false])
})

it('nor is that of the screen where somebody else signs in', async () => {
  await show(<Screen of={`nws_${++id}`} />)
  await settle()
  auth.user = null
  await act(async () => draft.set({ title: 'Van Noor' }))
  await act(() => draft.save().then(() => undefined))
  sent = []
  await become(bram)
  await show(<Screen key="bram" of={`nws_${++id}`} />)
  await hide()
  expect([sent, unsaved.any()]).toEqual([[], false])
})

it('who signed out and was asked is done with it', async () => {
  await leaveBehind()
  unsaved.giveUp()
  await become(noor)
  await hide()
  expect([sent, unsaved.any(), asks()]).toEqual([[], false, false])
})

it('the browser asks as long as the server does not have it: while typing, and while it is under way', async () => {
  await show(<Screen of={`nws_${++id}`} />)
  await settle()
  expect(asks()).toBe(false)
  await act(async () => draft.set({ title: 'Net getypt' }))
  expect([draft.saved, asks()]).toEqual(['typing', true])
  const answers = auth.fetch.getMockImplementation()!
  let go = () => {}
  auth.fetch.mockImplementation(async (...call) => {
    await new Promise<void>(done => (go = done))
    return answers(...call)
  })
  let saving: Promise<unknown>
  await act(async () => void (saving = draft.save()))
  expect([draft.saved, asks()]).toEqual(['saving', true])
  go()
  await act(() => saving.then(() => undefined))
  expect([draft.saved, asks()]).toEqual(['saved', false])
})

it('nobody is asked when the page leaves for the sign-in, or with "Snel weg"', async () => {
  await leaveBehind()
  const stay = unsaved.leave()
  expect(asks()).toBe(false)
  stay()
  expect(asks()).toBe(true)
  document.getElementById('inhoud')!.id = 'weg'
  expect(asks()).toBe(false)
  document.getElementById('weg')!.id = 'inhoud'
})

it('a text of an earlier page that cannot be read yet is asked about too', async () => {
  sessionStorage.setItem(
    'hr.staff.draft.news.nws_oud',
    JSON.stringify({ doc: { title: 'Oud' }, place: {}, version: 3, uid: 'noor' }),
  )
  const Old = () => {
    draft = useDraft(auth, 'news', 'nws_oud')
    return null
  }
  auth.fetch.mockImplementation(() => Promise.reject(new TypeError('no network')))
  await show(<Old />)
  await settle()
  expect([draft.is, unsaved.any(), asks()]).toEqual(['failed', true, true])
})
