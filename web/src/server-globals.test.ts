import { expect, test } from 'vitest'
import { Address, Query } from './server-globals'

const texts = [
  '',
  '?',
  '?a=1&b=2',
  '?zoek=thee+en+koek',
  '?zoek=caf%C3%A9',
  '?a',
  '?a=1&a=2',
  '?leeg=',
  '?x=%E0%A4',
]

test('search words read and write the way the browser does', () => {
  for (const text of texts.slice(0, -1)) {
    const ours = new Query(text)
    const theirs = new URLSearchParams(text)
    expect([...ours]).toEqual([...theirs])
    expect(ours.toString()).toBe(theirs.toString())
    expect(ours.getAll('a')).toEqual(theirs.getAll('a'))
  }
})

test('a broken percent sign is text, not an error', () =>
  expect(new Query('?x=%E0%A4').get('x')).toBe('%E0%A4'))

test('set replaces all, delete removes all', () => {
  const q = new Query([
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
  ])
  q.set('a', '9')
  expect(q.toString()).toBe('b=3&a=9')
  q.delete('b')
  expect([...q.keys()]).toEqual(['a'])
})

test('an address falls apart into the parts the router asks for', () => {
  for (const text of ['/agenda?week=2026-W48#d2026-11-24', '/', '/a/b%20c', '?x=1', '#y']) {
    const ours = new Address(text, 'https://herstelruimte.example')
    const theirs = new URL(text, 'https://herstelruimte.example')
    for (const part of ['href', 'origin', 'pathname', 'search', 'hash'] as const) {
      if (part === 'href' && !text.startsWith('/')) continue
      expect(ours[part]).toBe(theirs[part])
    }
  }
  expect(() => new Address('/zonder-basis')).toThrow(TypeError)
})
