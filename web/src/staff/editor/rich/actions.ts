// What the buttons of the toolbar do, by name. "Foto" and "Link" ask something first and are not
// here.
import type { Editor } from '@tiptap/core'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import * as icons from './icons'

export interface Action {
  name: string
  icon?: string
  keys?: string
  run?(e: Editor): void
  on?(e: Editor): boolean
  can?(e: Editor): boolean
}

const command = (c: typeof undo) => (e: Editor) => void c(e.state, e.view.dispatch)
const mark = (type: string) => ({
  run: (e: Editor) => void e.chain().focus().toggleMark(type).run(),
  on: (e: Editor) => e.isActive(type),
})
const kop = (level: number) => ({
  run: (e: Editor) => void e.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
  on: (e: Editor) => e.isActive('heading', { level }),
})
const rows = (type: string) => ({
  run: (e: Editor) => void e.chain().focus().toggleList(type, 'listItem').run(),
  on: (e: Editor) => e.isActive(type),
})

export const link: Action = {
  name: 'Link',
  icon: icons.link,
  keys: 'Control+K',
  on: e => e.isActive('link'),
}
export const photo: Action = { name: 'Foto' }

/** The eight that are always in sight. */
export const main: readonly Action[] = [
  { name: 'Tussenkop', icon: icons.heading2, keys: 'Control+Alt+2', ...kop(2) },
  { name: 'Vet', icon: icons.bold, keys: 'Control+B', ...mark('bold') },
  { name: 'Schuin', icon: icons.italic, keys: 'Control+I', ...mark('italic') },
  { name: 'Lijst', icon: icons.list, ...rows('bulletList') },
  { name: 'Genummerde lijst', icon: icons.numbers, ...rows('orderedList') },
  link,
  {
    name: 'Stap terug',
    icon: icons.undo,
    keys: 'Control+Z',
    run: command(undo),
    can: e => undoDepth(e.state) > 0,
  },
  {
    name: 'Doe opnieuw',
    icon: icons.redo,
    keys: 'Control+Y',
    run: command(redo),
    can: e => redoDepth(e.state) > 0,
  },
]

/** Under "Meer". */
export const more: readonly Action[] = [
  { name: 'Kleine tussenkop', keys: 'Control+Alt+3', ...kop(3) },
  {
    name: 'Citaat',
    run: e => void e.chain().focus().toggleWrap('blockquote').run(),
    on: e => e.isActive('blockquote'),
  },
  {
    name: 'Lijn',
    run: e =>
      void e
        .chain()
        .focus()
        .insertContent([{ type: 'horizontalRule' }, { type: 'paragraph' }])
        .run(),
  },
]
