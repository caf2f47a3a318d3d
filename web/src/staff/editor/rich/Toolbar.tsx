import type { Editor } from '@tiptap/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../../../ui/Icon'
import { main, more, photo, type Action } from './actions'

interface Props {
  editor: Editor
  /** Id of the box in which the text stands. */
  of: string
  images: boolean
  /** "Link" and "Foto" open a question. */
  ask(action: Action): void
}

/** One stop for Tab; the arrows go along the buttons, Escape goes back to the text. */
export function Toolbar({ editor, of, images, ask }: Props) {
  const [open, setOpen] = useState(false)
  const [stop, setStop] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const extra = images ? [...more, photo] : more
  const press = (a: Action) => (a.run ? a.run(editor) : ask(a))
  const key = (e: KeyboardEvent) => {
    if (e.key === 'Escape') {
      if (open) setOpen(false)
      editor.commands.focus()
      return
    }
    const all = [...bar.current!.querySelectorAll<HTMLElement>('button')]
    const to = next(e.key, all.indexOf(document.activeElement as HTMLElement), all.length)
    if (to === undefined) return
    e.preventDefault()
    all[to]!.focus()
  }
  const shown = [...main, ...(open ? extra : [])]
  const at = (i: number) => ({
    tabIndex: i === Math.min(stop, shown.length) ? 0 : -1,
    onFocus: () => setStop(i),
  })
  const button = (a: Action, i: number) => (
    <ToolButton key={a.name} action={a} editor={editor} press={press} {...at(i)} />
  )
  return (
    <div
      className="rte-bar"
      role="toolbar"
      aria-label="Opmaak"
      aria-controls={of}
      ref={bar}
      onKeyDown={key}
      onMouseDown={keepFocus}
    >
      {main.map(button)}
      <button
        type="button"
        className="rte-more"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...at(main.length)}
      >
        Meer
      </button>
      {open && (
        <span className="rte-extra">{extra.map((a, i) => button(a, main.length + 1 + i))}</span>
      )}
    </div>
  )
}

/** The text keeps its selection while a button is pressed with a mouse or a finger. */
const keepFocus = (e: React.MouseEvent) => e.preventDefault()

function next(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

interface ButtonProps {
  action: Action
  editor: Editor
  press(a: Action): void
  tabIndex: number
  onFocus(): void
}

/**
 * A button that can do nothing now stays where it is, so that the keyboard does not lose its place.
 */
function ToolButton({ action, editor, press, tabIndex, onFocus }: ButtonProps) {
  const { name, icon, keys, on, can } = action
  const off = can ? !can(editor) : false
  return (
    <button
      type="button"
      aria-label={icon && name}
      title={icon && name}
      aria-keyshortcuts={keys}
      aria-pressed={on?.(editor)}
      aria-disabled={off || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={() => off || press(action)}
    >
      {icon ? <Icon of={icon} /> : name}
    </button>
  )
}
