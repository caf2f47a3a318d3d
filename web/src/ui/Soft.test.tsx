import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Soft } from './Soft'

test.each([
  ['Herstelverhalen', 'Herstel|verhalen'],
  ['Veelgestelde vragen', 'Veel|gestelde vragen'],
  ['Privacybeleid', 'Privacy|beleid'],
  ['Ervaringsdeskundigen', 'Ervarings|deskun|digen'],
  ['Samen eten', 'Samen eten'],
])('%s may break as %s, and its text is what it was', (text, shown) => {
  const html = renderToStaticMarkup(<Soft>{text}</Soft>)
  expect(html.replaceAll('<i class="soft"></i>', '|')).toBe(shown)
  expect(html.replace(/<[^>]*>/g, '')).toBe(text)
})

const sources = import.meta.glob<string>(['../features/*/*.tsx', '../features/*/*/*.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * ActivityPage is left out: its script is as heavy as it may be, so the browser breaks its heading.
 * Names that staff give, and words that no line of a small phone holds.
 */
const hard = /<h1>(\{\w+\.(title|subject)\}|[^<{]*\w{14,}[^<{]*)<\/h1>/

test('no heading of visitors holds a long word, or one that staff wrote, without such a place', () => {
  const bare = Object.entries(sources).filter(
    ([file, text]) => !/\/staff\/|\.test\.|ActivityPage/.test(file) && hard.test(text),
  )
  expect(bare.map(([file]) => file)).toEqual([])
})
