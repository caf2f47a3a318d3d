// The words of a stored text, for search engines.

interface Node {
  type: string
  text?: string
  content?: Node[]
}

const blocks = new Set([
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
])

/** The text without its shape: one line, blocks apart by a space. */
export const plain = (doc: { content: Node[] }): string =>
  doc.content.map(words).join('').replace(/\s+/g, ' ').trim()

function words(n: Node): string {
  if (n.type === 'hardBreak') return ' '
  const inside = n.text ?? (n.content ?? []).map(words).join('')
  return blocks.has(n.type) ? ` ${inside} ` : inside
}
