// The nodes of a stored text as a schema: what is not here cannot stand in the editor, whatever
// is typed, pasted or dropped.
import {
  Extension,
  Mark,
  mergeAttributes,
  Node,
  textblockTypeInputRule,
  wrappingInputRule,
  type Extensions,
} from '@tiptap/core'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { isFileId } from './doc'
import { goodLink } from './link'

const block = (name: string, tag: string, content: string) =>
  Node.create({
    name,
    content,
    group: name === 'listItem' ? '' : 'block',
    defining: name === 'listItem' || name === 'blockquote',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

const doc = Node.create({
  name: 'doc',
  topNode: true,
  content:
    '(paragraph | heading | bulletList | orderedList | blockquote | image | horizontalRule)+',
})
const text = Node.create({ name: 'text', group: 'inline' })
const paragraph = block('paragraph', 'p', 'inline*').extend({ priority: 1000 })
const inside = '(paragraph | bulletList | orderedList)'

const bulletList = block('bulletList', 'ul', 'listItem+').extend({
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-*]\s$/, type: this.type })]
  },
})
const orderedList = block('orderedList', 'ol', 'listItem+').extend({
  addInputRules() {
    return [wrappingInputRule({ find: /^1\.\s$/, type: this.type })]
  },
})
const blockquote = block('blockquote', 'blockquote', `${inside}+`)

const listItem = block('listItem', 'li', `paragraph ${inside}*`).extend({
  // Tab goes on to the next field, as everywhere: the deeper and the less deep line have keys of
  // their own.
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    }
  },
})

const heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () =>
    (
      [
        ['h1', 2],
        ['h2', 2],
        ['h3', 3],
        ['h4', 3],
        ['h5', 3],
        ['h6', 3],
      ] as const
    ).map(([tag, level]) => ({ tag, attrs: { level } })),
  renderHTML: ({ node }) => [node.attrs.level === 3 ? 'h3' : 'h2', 0],
  addKeyboardShortcuts() {
    const turn = (level: number) => () =>
      this.editor.commands.toggleNode('heading', 'paragraph', { level })
    return { 'Mod-Alt-2': turn(2), 'Mod-Alt-3': turn(3) }
  },
  addInputRules() {
    return [2, 3].map(level =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
})

const attribute = (name: string, of: string) => ({
  default: '',
  parseHTML: (el: HTMLElement) => el.getAttribute(of) ?? '',
  renderHTML: (a: Record<string, string>) => (a[name] ? { [of]: a[name] } : {}),
})

/** A picture of the library. Its smallest size is enough here; the page picks its own. */
const image = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    fileId: attribute('fileId', 'data-file'),
    alt: attribute('alt', 'alt'),
    decorative: {
      default: false,
      parseHTML: (el: HTMLElement) => el.hasAttribute('data-decorative'),
      renderHTML: (a: Record<string, unknown>) => (a.decorative ? { 'data-decorative': '' } : {}),
    },
    caption: attribute('caption', 'data-caption'),
  }),
  parseHTML: () => [
    { tag: 'img[data-file]', getAttrs: el => isFileId(el.getAttribute('data-file')) && null },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'img',
    mergeAttributes(
      { src: `/media/${node.attrs.fileId}/320.jpg`, alt: node.attrs.alt },
      HTMLAttributes,
    ),
  ],
  addNodeView:
    () =>
    ({ node }) => ({ dom: figure(node.attrs as Figure) }),
})

interface Figure {
  fileId: string
  alt: string
  caption: string
}

function figure({ fileId, alt, caption }: Figure) {
  const dom = document.createElement('figure')
  const img = Object.assign(document.createElement('img'), {
    src: `/media/${fileId}/320.jpg`,
    alt: alt || 'Versiering',
    width: 320,
  })
  const gone = Object.assign(document.createElement('p'), {
    textContent: 'Foto is verwijderd',
    className: 'rte-gone',
  })
  img.onerror = () => img.replaceWith(gone)
  dom.append(img)
  if (caption)
    dom.append(Object.assign(document.createElement('figcaption'), { textContent: caption }))
  return dom
}

const horizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
})

const hardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    const add = () => this.editor.commands.insertContent({ type: this.name })
    return { 'Shift-Enter': add, 'Mod-Enter': add }
  },
})

const mark = (name: string, tag: string, others: readonly string[], key: string) =>
  Mark.create({
    name,
    parseHTML: () => [tag, ...others].map(t => ({ tag: t })),
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) }
    },
  })

const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: el => goodLink(el.getAttribute('href')) && null }],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href as string }, 0],
})

const undoing = Extension.create({
  name: 'undoing',
  addProseMirrorPlugins: () => [history(), gapCursor()],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () =>
      command(this.editor.state, this.editor.view.dispatch)
    return { 'Mod-z': run(undo), 'Shift-Mod-z': run(redo), 'Mod-y': run(redo) }
  },
})

export const extensions: Extensions = [
  doc,
  text,
  paragraph,
  heading,
  bulletList,
  orderedList,
  listItem,
  blockquote,
  image,
  horizontalRule,
  hardBreak,
  mark('bold', 'strong', ['b'], 'Mod-b'),
  mark('italic', 'em', ['i'], 'Mod-i'),
  link,
  undoing,
]
