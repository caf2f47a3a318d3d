// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { kept } from '../kept'
import { leftNew } from './useDraft'

afterEach(() => sessionStorage.clear())

const left = (name: string, version: number) =>
  kept('draft.' + name).keep(
    JSON.stringify({ doc: { title: 'In de trein' }, place: {}, version, uid: 'noor' }),
  )

it('goes on with a new text that an earlier page of this tab could not send', () => {
  expect(leftNew('nws_', 'noor')).toBeUndefined()
  left('news.nws_1', 0)
  expect(leftNew('nws_', 'noor')).toBe('nws_1')
  expect(leftNew('faq_', 'noor'), 'of another kind').toBeUndefined()
  expect(leftNew('nws_', 'bram'), 'of somebody else').toBeUndefined()
})

it('leaves alone what the server has, and what nobody can read', () => {
  left('news.nws_1', 3)
  kept('draft.news.nws_2').keep('{"doc":')
  expect(leftNew('nws_', 'noor')).toBeUndefined()
})
