// Between what Tiptap keeps and what is stored. Attributes that say nothing are left out, and what
// the editor allows for a moment (an empty heading) never leaves it.
import { cleanText, type Attrs, type Doc, type Mark, type Node } from './doc'

const markOrder = ['bold', 'italic', 'link']

/** The stored form of what stands in the editor. One empty paragraph is no text. */
export function toDoc(json: unknown): Doc {
  const content = ((json as Node).content ?? []).map(stored)
  return { type: 'doc', content: content.length === 1 && bare(content[0]!) ? [] : content }
}

const bare = (n: Node) => n.type === 'paragraph' && !n.content

function stored(n: Node): Node {
  const content =
    n.content && joined(n.content.map(stored).filter(c => c.type !== 'text' || c.text))
  switch (n.type) {
    case 'text':
      return { type: 'text', text: cleanText(n.text ?? ''), ...markedAs(n.marks) }
    case 'heading':
      return content?.length
        ? { type: 'heading', attrs: { level: n.attrs?.level === 3 ? 3 : 2 }, content }
        : { type: 'paragraph' }
    case 'image':
      return { type: 'image', attrs: picture(n.attrs ?? {}) }
    default:
      return { type: n.type, ...(content?.length ? { content } : {}) }
  }
}

function markedAs(marks: readonly Mark[] | undefined): { marks?: Mark[] } {
  const kept = (marks ?? []).map(m =>
    m.type === 'link' ? { type: m.type, attrs: { href: m.attrs!.href } } : { type: m.type },
  )
  return kept.length
    ? { marks: kept.sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type)) }
    : {}
}

function picture(a: Attrs): Attrs {
  const alt = a.decorative ? '' : cleanText(a.alt ?? '').trim()
  const caption = cleanText(a.caption ?? '').trim()
  return {
    fileId: a.fileId!,
    ...(alt ? { alt } : a.decorative ? { decorative: true } : {}),
    ...(caption ? { caption } : {}),
  }
}

/** Pieces of text beside each other that look the same are one. */
function joined(nodes: readonly Node[]): Node[] {
  const out: Node[] = []
  for (const n of nodes) {
    const last = out.at(-1)
    if (
      n.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(n.marks)
    ) {
      out[out.length - 1] = { ...last, text: last.text! + n.text! }
    } else out.push(n)
  }
  return out
}

/** What Tiptap opens. It wants at least one block. */
export const fromDoc = (doc: Doc | undefined): { type: 'doc'; content: Node[] } => ({
  type: 'doc',
  content: doc?.content.length ? doc.content : [{ type: 'paragraph' }],
})
