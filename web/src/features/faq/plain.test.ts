import { expect, test } from 'vitest'
import { plain } from './plain'

const text = (t: string) => ({ type: 'text', text: t })

test('a text loses its shape and keeps its words', () => {
  const doc = {
    content: [
      {
        type: 'paragraph',
        content: [text('Ja. '), { type: 'text', text: 'Bel' }, { type: 'hardBreak' }, text('ons.')],
      },
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [{ type: 'paragraph', content: [text('Een')] }] },
          { type: 'listItem', content: [{ type: 'paragraph', content: [text('Twee')] }] },
        ],
      },
    ],
  }
  expect(plain(doc)).toBe('Ja. Bel ons. Een Twee')
})
