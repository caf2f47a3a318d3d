import { expect, test } from 'vitest'
import { Query } from './server-globals'

test('search words are read the way the browser reads them', () => {
  for (const text of ['', '?', '?a=1&b=2', '?a=x+en+y', '?a=caf%C3%A9', '?a', '?a=1&a=2', '?a=b=c'])
    for (const name of ['a', 'b']) {
      expect(new Query(text).get(name), text).toBe(new URLSearchParams(text).get(name))
      expect(new Query(text).has(name), text).toBe(new URLSearchParams(text).has(name))
    }
})

test('a broken percent sign is text, not an error', () =>
  expect(new Query('?x=%E0%A4').get('x')).toBe('%E0%A4'))
