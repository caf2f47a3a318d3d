import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { consent, monthOf } from './words'

it('shows the sentence that the server keeps under this version', () => {
  const go = readFileSync(
    new URL('../../../../internal/newsletter/subscribe.go', import.meta.url),
    'utf8',
  )
  expect(/newestText = "(.+)"/.exec(go)?.[1]).toBe(consent.version)
  expect(/^\/\/ "(.+)"$/m.exec(go)?.[1]).toBe(consent.text)
})

it.each([
  ['2026-12', 'december'],
  ['2027-01', 'januari 2027'],
])('%s is %s', (month, words) => expect(monthOf(month, '2026-11-24T12:00:00+01:00')).toBe(words))
