// The editor itself, in a chunk of its own: Tiptap and ProseMirror come with it.
import { Editor } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { link, photo, type Action } from './actions'
import { fromDoc, toDoc } from './convert'
import { cleanText, measure, type Doc, type Node } from './doc'
import { LinkDialog } from './LinkDialog'
import { clean, fit } from './paste'
import { PictureDialog } from './PictureDialog'
import { extensions } from './schema'
import { Toolbar } from './Toolbar'

export interface WriterProps {
  id: string
  labelledBy: string
  describedBy: string | undefined
  invalid: boolean
  /** It can only be read. */
  still: boolean
  value: Doc
  onChange(doc: Doc): void
  /** What happened to the text, in words. */
  tell(words: string): void
  auth: Auth
  images: boolean
  /** Whether the cursor stood in the box that this one replaces. */
  typing: { current: boolean }
}

export default function Writer(props: WriterProps) {
  const { id, auth, images } = props
  const box = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Action>()
  const editor = useEditor(props, box, () => setAsked(link))
  const close = () => setAsked(undefined)
  return (
    <div className="rte">
      {editor && !props.still && <Toolbar editor={editor} of={id} images={images} ask={setAsked} />}
      <div ref={box} />
      {editor && asked === link && <LinkDialog editor={editor} close={close} />}
      {editor && asked === photo && <PictureDialog editor={editor} auth={auth} close={close} />}
    </div>
  )
}

function useEditor(
  props: WriterProps,
  box: React.RefObject<HTMLDivElement | null>,
  askLink: () => void,
): Editor | undefined {
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const given = useRef(props.value)
  const told = useRef<Doc[]>([]) // what was typed and did not come back as the value yet
  const changed = useEffectEvent((now: Editor) => {
    const doc = toDoc(now.getJSON())
    if (same(doc, given.current)) return
    given.current = doc
    told.current.push(doc)
    props.onChange(doc)
  })
  const tell = useEffectEvent((words: string) => props.tell(words))
  const first = useEffectEvent(() => ({ ...props }))
  const ask = useEffectEvent(askLink)
  // in one go with what it replaces: a letter that is typed in between would go nowhere
  useLayoutEffect(() => {
    const now = open(
      box.current!,
      first(),
      words => tell(words),
      () => ask(),
    )
    now.on('update', () => changed(now))
    now.on('transaction', redraw)
    setEditor(now)
    return () => now.destroy()
  }, [box])
  useEffect(() => {
    if (!editor || editor.isDestroyed) return
    // on a slow device it comes back when more was typed: then the text is ahead of it
    const back = told.current.findIndex(doc => same(doc, props.value))
    told.current.splice(0, back + 1)
    if (back >= 0 || same(props.value, given.current)) return
    given.current = props.value // another version was put back, or taken over
    told.current = []
    editor.commands.setContent(fromDoc(props.value), { emitUpdate: false })
  }, [editor, props.value])
  useEffect(() => {
    if (editor && !editor.isDestroyed)
      editor.setOptions({
        editorProps: { ...editor.options.editorProps, attributes: named(props) },
      })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what else it names never changes
  }, [editor, props.describedBy, props.invalid, props.still])
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!props.still, false)
  }, [editor, props.still])
  return editor
}

const same = (a: Doc, b: Doc) => a === b || JSON.stringify(a) === JSON.stringify(b)

const named = ({
  id,
  labelledBy,
  describedBy,
  invalid,
  still,
}: WriterProps): Record<string, string> => ({
  id,
  class: 'rte-text',
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelledBy,
  spellcheck: 'true',
  lang: 'nl',
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  ...(invalid ? { 'aria-invalid': 'true' } : {}),
  ...(still ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
})

function open(
  element: HTMLElement,
  props: WriterProps,
  tell: (words: string) => void,
  askLink: () => void,
): Editor {
  let lost = false
  const editor: Editor = new Editor({
    element,
    extensions,
    content: fromDoc(props.value),
    injectCSS: false,
    autofocus: props.typing.current && 'end',
    enableContentCheck: false,
    editorProps: {
      attributes: named(props),
      transformPastedText: text => cleanText(text.slice(0, 1_500_000), '\r\n'),
      transformPastedHTML: html => {
        const cleaned = clean(html)
        lost = cleaned.lost
        return cleaned.html
      },
      transformPasted: slice => {
        const { slice: fitting, cut } = cutSlice(slice, editor)
        if (cut || lost)
          tell(
            'We hebben de opmaak weggehaald.' +
              (cut ? ' De tekst was te lang: het laatste stuk staat er niet bij.' : ''),
          )
        lost = false
        return fitting
      },
      handleDrop: (_, event) => !!event.dataTransfer?.files.length, // pictures come through "Foto"
      handleKeyDown: (_, event) => {
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
          event.preventDefault()
          askLink()
          return true
        }
        if (event.altKey && event.key === 'F10') {
          element
            .parentElement!.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')
            ?.focus()
          return true
        }
        return false
      },
    },
  })
  if (props.typing.current) editor.view.focus() // at once: the library does it a moment later
  return editor
}

/** As much of what is pasted as still fits. */
function cutSlice(slice: Slice, editor: Editor): { slice: Slice; cut: boolean } {
  const blocks = (slice.content.toJSON() ?? []) as Node[]
  const { nodes, bytes } = measure(toDoc(editor.getJSON()))
  if (
    blocks.every(b => ['text', 'hardBreak', 'listItem'].includes(b.type)) &&
    bytes + JSON.stringify(blocks).length < 150_000
  )
    return { slice, cut: false }
  const { content, cut } = fit(
    blocks.flatMap(b => (b.type === 'listItem' ? (b.content ?? []) : [b])),
    { nodes, bytes },
  )
  const isSame =
    !cut && content.length === blocks.length && content.every((c, i) => c === blocks[i])
  return isSame
    ? { slice, cut }
    : { slice: Slice.maxOpen(Fragment.fromJSON(editor.schema, content)), cut }
}
