import { expect, it } from 'vitest'
import { refusal } from './useRefused'

const form = (code: string) => ({
  form: { name: 'register', values: {}, problem: { code, status: 409, title: '' } },
})

it('a sending that came too late ends the form on both roads, any other mistake keeps it', () => {
  expect(refusal(form('gone'))).toBe('gone')
  expect(refusal(form('closed'))).toBe('closed')
  expect(refusal({ flash: { name: '', kind: 'closed', way: 'none' } })).toBe('closed')
  expect(refusal(form('full'))).toBeUndefined()
  expect(refusal({ flash: { name: '', kind: 'registered', way: 'mail' } })).toBeUndefined()
  expect(refusal({})).toBeUndefined()
})
