// What somebody pastes from Word, a website or a mail: only what a text may hold is left.
// Everything is read in a document of its own, in which nothing runs and nothing is
// fetched.
import {
  cleanText,
  fault,
  maxBytes,
  maxDepth,
  maxNodes,
  measure,
  type Doc,
  type Node as TextNode,
} from './doc'
import { goodLink } from './link'

export interface Cleaned {
  html: string
  /** Something of its form was left out. */ lost: boolean
}

/** Longer than this is not even read: the text in it is over every limit. */
const longest = 4_000_000
const dropped =
  /^(script|style|head|title|meta|link|template|iframe|object|embed|noscript|svg|math|video|audio|canvas|button|input|select|textarea|option|map|area|img|o:p)$/
const blocks =
  /^(p|div|h[1-6]|ul|ol|li|blockquote|hr|table|thead|tbody|tfoot|tr|td|th|section|article|header|footer|main|aside|nav|figure|figcaption|address|dl|dt|dd|pre|form|fieldset|center|caption)$/

const inert = (html: string): Document => {
  const w = window as {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML(s: string): string },
      ): { createHTML(s: string): string }
    }
  }
  policy ??= w.trustedTypes?.createPolicy('pasted', { createHTML: s => s }) ?? {
    createHTML: s => s,
  }
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
}
let policy: { createHTML(s: string): string } | undefined

/**
 * Clean markup of the allowed kinds, without any attribute but the address of a link and what a
 * picture of ours needs.
 */
export function clean(html: string): Cleaned {
  const state = { lost: html.length > longest }
  const body = inert(html.slice(0, longest).replace(/<[a-z][^<>]*>/gi, unstyled)).body
  return { html: walk(body, state), lost: state.lost }
}

/** The policy of the page allows no inline look, not even one that is only read. */
const unstyled = (tag: string) => tag.replace(/\sstyle\s*=/gi, ' data-look=')

interface State {
  lost: boolean
}

const escape = (s: string) => s.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)
const look = (el: Element) => el.getAttribute('data-look')?.toLowerCase() ?? ''

function walk(parent: Node, state: State): string {
  let out = ''
  const children = [...parent.childNodes]
  for (let i = 0; i < children.length; i++) {
    const run = wordList(children, i)
    if (run.length) {
      out += listOf(run, state)
      i += run.span - 1
    } else out += one(children[i]!, state)
  }
  return out
}

function one(node: Node, state: State): string {
  if (node.nodeType === 3) return escape(node.nodeValue ?? '')
  if (node.nodeType !== 1) return ''
  const el = node as Element
  const tag = el.tagName.toLowerCase()
  if (el.hasAttribute('data-look') || el.hasAttribute('class')) state.lost = true
  if (
    tag === 'img' &&
    el.hasAttribute('data-file') &&
    (el.getAttribute('alt')?.trim() || el.hasAttribute('data-decorative'))
  )
    return ourPicture(el)
  if (dropped.test(tag)) {
    state.lost ||= tag !== 'meta'
    return ''
  }
  return shaped(tag, el, walk(el, state), state)
}

function shaped(tag: string, el: Element, inner: string, state: State): string {
  switch (tag) {
    case 'br':
    case 'hr':
      return `<${tag}>`
    case 'ul':
    case 'ol':
    case 'li':
    case 'blockquote':
      return `<${tag}>${inner}</${tag}>`
    case 'h2':
    case 'h3':
      return `<${tag}>${inner}</${tag}>`
    case 'p':
      return `<p>${weighed(el, inner)}</p>`
    case 'a':
      return goodLink(el.getAttribute('href'))
        ? `<a href="${escape(el.getAttribute('href')!)}">${inner}</a>`
        : lose(state, inner)
    case 'b':
    case 'strong':
      return /(?<![-\w])font-weight:\s*(normal|400)/.test(look(el))
        ? inner
        : `<strong>${inner}</strong>`
    case 'i':
    case 'em':
      return /(?<![-\w])font-style:\s*normal/.test(look(el)) ? inner : `<em>${inner}</em>`
    case 'span':
      return weighed(el, inner)
    default:
      return other(tag, el, inner, state)
  }
}

function lose(state: State, inner: string) {
  state.lost = true
  return inner
}

/** A kind that we do not have becomes the nearest that we have. */
function other(tag: string, el: Element, inner: string, state: State): string {
  state.lost ||= tag !== 'div'
  if (tag === 'h1') return `<h2>${inner}</h2>`
  if (/^h[4-6]$/.test(tag)) return `<h3>${inner}</h3>`
  if (tag === 'pre') return `<p>${inner.replace(/\n/g, '<br>')}</p>`
  if (!blocks.test(tag)) return weighed(el, inner)
  return [...el.children].some(c => blocks.test(c.tagName.toLowerCase()))
    ? inner
    : `<p>${inner}</p>`
}

/**
 * Bold and italic that a look says. Word's own mso-bidi-font-weight says nothing of these words.
 */
function weighed(el: Element, inner: string): string {
  const s = look(el)
  const bold =
    /(?<![-\w])font-weight:\s*(bold|[6-9]00)/.test(s) && inner ? `<strong>${inner}</strong>` : inner
  return /(?<![-\w])font-style:\s*italic/.test(s) && inner ? `<em>${bold}</em>` : bold
}

const ourPicture = (el: Element) =>
  '<img' +
  ['data-file', 'alt', 'data-caption', 'data-decorative']
    .filter(a => el.hasAttribute(a))
    .map(a => ` ${a}="${escape(cleanText(el.getAttribute(a)!))}"`)
    .join('') +
  '>'

// Word writes a list as paragraphs that say in their look at which level they stand, with the sign
// as text.

interface Line {
  el: Element
  level: number
  numbered: boolean
}
type Run = Line[] & { span: number }

const listLook = /mso-list:\s*l\d+\s+level(\d+)/

function wordList(nodes: readonly Node[], from: number): Run {
  const run = Object.assign([], { span: 0 }) as unknown as Run
  for (let i = from; i < nodes.length; i++) {
    const n = nodes[i]!
    const level = n.nodeType === 1 ? listLook.exec(look(n as Element))?.[1] : undefined
    if (level) {
      run.push({
        el: n as Element,
        level: Number(level),
        numbered: /^\s*(\d+|[a-z])[.)]/i.test(n.textContent ?? ''),
      })
      run.span = i - from + 1
    } else if (n.nodeType !== 8 && (n.nodeType !== 3 || n.nodeValue!.trim())) break
  }
  return run
}

function listOf(run: readonly Line[], state: State): string {
  state.lost = true
  const tag = run[0]!.numbered ? 'ol' : 'ul'
  let out = ''
  for (let i = 0; i < run.length; i++) {
    const deeper = run.slice(i + 1).findIndex(l => l.level <= run[0]!.level)
    const below = run.slice(i + 1, deeper < 0 ? undefined : i + 1 + deeper)
    out += `<li><p>${walk(unsigned(run[i]!.el), state)}</p>${below.length ? listOf(below, state) : ''}</li>`
    i += below.length
  }
  return `<${tag}>${out}</${tag}>`
}

function unsigned(el: Element): Element {
  for (const sign of el.querySelectorAll(
    '[data-look*="mso-list:Ignore" i], [data-look*="mso-list: Ignore" i]',
  ))
    sign.remove()
  return el
}

/**
 * As many of these blocks as still fit beside what stands there: `nodes` and `bytes` are what is in
 * use. Lists that go too deep are laid flat.
 */
export function fit(
  blocks: readonly TextNode[],
  used = { nodes: 1, bytes: 0 },
): { content: TextNode[]; cut: boolean } {
  const room = { nodes: maxNodes - used.nodes, bytes: maxBytes - used.bytes - 64 }
  const content: TextNode[] = []
  for (const n of blocks.flatMap(flat)) {
    const whole = sizeOf(n)
    const piece = whole.nodes <= room.nodes && whole.bytes <= room.bytes ? n : cutTo(n, room)
    if (piece) content.push(piece)
    if (piece !== n) return { content, cut: true }
    room.nodes -= whole.nodes
    room.bytes -= whole.bytes
  }
  return { content, cut: false }
}

function sizeOf(n: TextNode) {
  const { nodes, bytes } = measure({ type: 'doc', content: [n] })
  return { nodes: nodes - 1, bytes } // the little doc around it stands for the comma
}

/**
 * The beginning of a block: of a paragraph its first words, of a list or a quote its first parts,
 * of anything else nothing.
 */
function cutTo(n: TextNode, room: { nodes: number; bytes: number }): TextNode | undefined {
  if (n.type === 'paragraph') return cutWords(n, room)
  const left = { nodes: room.nodes - 1, bytes: room.bytes - 100 }
  const parts: TextNode[] = []
  for (const part of holding.includes(n.type) ? (n.content ?? []) : []) {
    const size = sizeOf(part)
    if (size.nodes > left.nodes || size.bytes > left.bytes) break
    parts.push(part)
    left.nodes -= size.nodes
    left.bytes -= size.bytes
  }
  return parts.length ? { ...n, content: parts } : undefined
}

const holding = ['bulletList', 'orderedList', 'blockquote']

function cutWords(n: TextNode, room: { nodes: number; bytes: number }): TextNode | undefined {
  const first = n.content?.[0]
  if (first?.type !== 'text' || room.nodes < 2 || room.bytes < 300) return undefined
  let text = first.text!.slice(0, room.bytes - 200)
  while (text && sizeOf({ ...n, content: [{ ...first, text }] }).bytes > room.bytes)
    text = text.slice(0, Math.floor(text.length * 0.9))
  text = text.replace(/\s+\S*$/, '')
  return text ? { ...n, content: [{ ...first, text }] } : undefined
}

/** A block whose levels fit; one that goes too deep gives its innermost blocks instead. */
function flat(n: TextNode): TextNode[] {
  if (measure({ type: 'doc', content: [n] }).depth <= maxDepth) return [n]
  if (n.type === 'paragraph' || !n.content)
    return fault({ type: 'doc', content: [n] } as Doc) ? [] : [n]
  return n.content.flatMap(c => (c.type === 'listItem' ? (c.content ?? []) : [c])).flatMap(flat)
}
