// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { staffFlag } from '../auth/flag'
import { close, fakeAuth, open, person, press, settle } from '../../test/app'
import { unsaved } from './unsaved'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

/** Presses "Uitloggen"; gives the question, and whether the person was signed out. */
async function signOut(answer: boolean, before: () => void = () => {}) {
  const auth = fakeAuth(person(['redactie']))
  await open('/beheer', { auth })
  before()
  const ask = vi.fn<(question?: string) => boolean>(() => answer)
  vi.stubGlobal('confirm', ask)
  await press('Uitloggen')
  await settle()
  return { asked: ask.mock.calls.length > 0, out: auth.signOut.mock.calls.length > 0 }
}

it('does not ask when everything is saved', async () => {
  expect(await signOut(false)).toEqual({ asked: false, out: true })
})

it('asks when text would get lost, and stays when that is not wanted', async () => {
  const end = vi.fn()
  const release = unsaved.hold(end)
  expect(await signOut(false)).toEqual({ asked: true, out: false })
  expect(end).not.toHaveBeenCalled()
  await act(close)
  staffFlag.raise(false)
  expect(await signOut(true)).toEqual({ asked: true, out: true })
  expect(end, 'the text is given up').toHaveBeenCalledOnce()
  release()
})

it('asks about a text of an earlier page too', async () => {
  expect(
    await signOut(false, () => sessionStorage.setItem('hr.staff.draft.news.nws_1', '{}')),
  ).toEqual({ asked: true, out: false })
})

it.each([
  ['hr-auth-refresh', false],
  ['hr-unsaved', true],
])('another tab holds %s: asks %s', async (name, asked) => {
  const locks = {
    query: async () => ({ held: [{ name }], pending: [] }),
    request: async () => undefined,
  }
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager)
  expect(await signOut(false)).toEqual({ asked, out: !asked })
})
