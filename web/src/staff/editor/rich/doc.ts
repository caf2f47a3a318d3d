// A stored text as data: its limits, its plain form, and what of it the server would
// refuse. The same rules as internal/richtext; internal/richtext/testdata/documents.json holds both
// sides to them.
import * as limits from '../../../api/limits.gen'
import type { components } from '../../../api/schema.gen'
import { goodLink } from './link'

type Schemas = components['schemas']
export type Mark = Schemas['Mark']
export type Attrs = Schemas['Attrs']
export type Node = Schemas['Node']
export type Doc = Schemas['Doc']

export const maxDepth = 8
export const maxNodes = 2000
export const maxBytes = 200 * 1024

const holds: Readonly<Record<string, readonly string[]>> = {
  doc: [
    'paragraph',
    'heading',
    'bulletList',
    'orderedList',
    'blockquote',
    'image',
    'horizontalRule',
  ],
  paragraph: ['text', 'hardBreak'],
  heading: ['text', 'hardBreak'],
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: ['paragraph', 'bulletList', 'orderedList'],
  blockquote: ['paragraph', 'bulletList', 'orderedList'],
}
const mustHold = ['heading', 'bulletList', 'orderedList', 'listItem', 'blockquote']

export const emptyDoc = (): Doc => ({ type: 'doc', content: [] })
export const paragraph = (text: string): Node =>
  text ? { type: 'paragraph', content: [{ type: 'text', text }] } : { type: 'paragraph' }

/** Paragraphs of a text without form: what somebody typed before the editor was there. */
export const ofPlain = (text: string): Doc => ({
  type: 'doc',
  content: text.trim() ? cleanText(text, '\n').split(/\n+/).map(paragraph) : [],
})

/** No words and no picture. */
export const isEmpty = (doc: Doc | undefined) =>
  !doc?.content.some(
    n => n.type === 'image' || n.type === 'horizontalRule' || lines(n).some(l => l.trim()),
  )

/** Only paragraphs of plain words: a box to type in can hold it without losing anything. */
export const isPlain = (doc: Doc) =>
  doc.content.every(
    n =>
      n.type === 'paragraph' && (n.content ?? []).every(t => t.type === 'text' && !t.marks?.length),
  )

/** The text without its form, a block a line, as in Doc.Plain of internal/richtext. */
export const plain = (doc: Doc) => doc.content.flatMap(lines).join('\n')

function lines(n: Node): string[] {
  switch (n.type) {
    case 'paragraph':
    case 'heading':
      return inline(n).split('\n')
    case 'image':
      return n.attrs?.caption ? [n.attrs.caption] : []
    case 'bulletList':
    case 'orderedList':
      return (n.content ?? []).flatMap((item, i) =>
        signed(item, n.type === 'orderedList' ? `${i + 1}. ` : '- '),
      )
    default:
      return (n.content ?? []).flatMap(lines)
  }
}

const inline = (n: Node) =>
  (n.content ?? []).map(t => (t.type === 'hardBreak' ? '\n' : (t.text ?? ''))).join('')
const signed = (item: Node, sign: string) =>
  (item.content ?? []).flatMap(lines).map((line, i) => (i ? ' '.repeat(sign.length) : sign) + line)

/** What the limits count: nodes and levels with the doc itself, bytes as the server writes them. */
export function measure(doc: Doc): { nodes: number; depth: number; bytes: number } {
  let nodes = 1
  let depth = 1
  const walk = (all: readonly Node[] | undefined, level: number) =>
    all?.forEach(n => {
      nodes++
      depth = Math.max(depth, level)
      walk(n.content, level + 1)
    })
  walk(doc.content, 2)
  return { nodes, depth, bytes: bytesOf(doc) }
}

// Go writes < > & and the two line separators as six characters.
const escaped = /[<>&\u2028\u2029]/g
const encoder = new TextEncoder()
const bytesOf = (value: unknown) =>
  encoder.encode(JSON.stringify(value).replace(escaped, '\\u0000')).length

/**
 * What the server would not take, before it says so; undefined when it fits. `near`: it will soon
 * be too much.
 */
export function overLimit(doc: Doc): 'long' | 'deep' | 'near' | undefined {
  const { nodes, depth, bytes } = measure(doc)
  if (nodes > maxNodes || bytes > maxBytes) return 'long'
  if (depth > maxDepth) return 'deep'
  return nodes > maxNodes * 0.9 || bytes > maxBytes * 0.9 ? 'near' : undefined
}

/** Control characters and half characters do not go into a text; line ends are nodes. */
export const cleanText = (s: string, but = '') =>
  s
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u0000-\u001f\u007f]/g, c => (but.includes(c) ? c : ' '))
const isClean = (s: string) => !/\p{Surrogate}/u.test(s) && !/[\u0000-\u001f\u007f]/.test(s)
const runes = (s: string) => [...s].length

/**
 * The place of the first thing that the server would refuse, such as `doc.content.2.marks.0`;
 * undefined when it is a text.
 */
export function fault(value: unknown): string | undefined {
  const doc = value as Doc
  if (typeof doc !== 'object' || doc === null || !only(doc, ['type', 'content'])) return 'doc'
  if (doc.type !== 'doc') return 'doc.type'
  const seen = { nodes: 1 }
  return (
    children('doc', 'doc', doc.content ?? [], 2, seen) ??
    (bytesOf(doc) > maxBytes ? 'doc' : undefined)
  )
}

const only = (o: object, keys: readonly string[]) => Object.keys(o).every(k => keys.includes(k))

function children(
  place: string,
  parent: string,
  nodes: readonly Node[],
  depth: number,
  seen: { nodes: number },
): string | undefined {
  if (!nodes.length) return mustHold.includes(parent) ? place : undefined
  if (depth > maxDepth) return place
  for (const [i, n] of nodes.entries()) {
    if (++seen.nodes > maxNodes) return place
    const wrong = one(`${place}.content.${i}`, parent, n, depth, seen)
    if (wrong) return wrong
  }
  return parent === 'listItem' && nodes[0]!.type !== 'paragraph' ? place + '.content.0' : undefined
}

function one(
  place: string,
  parent: string,
  n: Node,
  depth: number,
  seen: { nodes: number },
): string | undefined {
  if (!only(n, ['type', 'text', 'marks', 'attrs', 'content'])) return 'doc'
  if (!holds[parent]?.includes(n.type)) return place + '.type'
  if ((n.type === 'text') !== !!n.text || !isClean(n.text ?? '')) return place + '.text'
  if (n.marks?.length && n.type !== 'text') return place + '.marks'
  const wrong = marksFault(place, n.marks ?? []) ?? attrsFault(place + '.attrs', n)
  if (wrong) return wrong
  if (n.content?.length && !holds[n.type]) return place + '.content'
  return children(place, n.type, n.content ?? [], depth + 1, seen)
}

function marksFault(place: string, marks: readonly Mark[]): string | undefined {
  for (const [i, m] of marks.entries()) {
    const at = `${place}.marks.${i}`
    if (!only(m, ['type', 'attrs']) || (m.attrs && !only(m.attrs, ['href']))) return 'doc'
    if (!['bold', 'italic', 'link'].includes(m.type)) return at + '.type'
    if (marks.findIndex(o => o.type === m.type) < i) return at
    if (m.type === 'link' ? !m.attrs || !goodLink(m.attrs.href) : m.attrs)
      return at + (m.type === 'link' ? '.attrs.href' : '.attrs')
  }
  return undefined
}

const fileId = /^fil_[A-Za-z0-9_-]{1,60}$/
export const isFileId = (id: unknown): id is string => typeof id === 'string' && fileId.test(id)

function attrsFault(place: string, n: Node): string | undefined {
  const a = n.attrs ?? {}
  if (!only(a, ['level', 'fileId', 'alt', 'decorative', 'caption'])) return 'doc'
  if (n.type === 'heading') {
    if (a.level !== 2 && a.level !== 3) return place + '.level'
    return a.fileId || a.alt || a.decorative || a.caption ? place : undefined
  }
  if (n.type !== 'image') return n.attrs ? place : undefined
  if (a.level) return place + '.level'
  if (!isFileId(a.fileId)) return place + '.fileId'
  const bad = (words: 'alt' | 'caption') => {
    const text = a[words] ?? ''
    return runes(text) > limits.Attrs[words].maxLength || !isClean(text)
  }
  if (!!a.decorative === !!a.alt?.trim() || bad('alt')) return place + '.alt'
  return bad('caption') ? place + '.caption' : undefined
}
