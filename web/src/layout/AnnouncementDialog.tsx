import './announcement.css'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { Icon } from '../ui/Icon'
import { cross } from '../ui/icons'
import { dismissedCookie, type Announcement } from './dismissed'
import { keepCookie } from './cookie'
import { Flyer } from './AnnouncementText'
import { refocus } from './focus'
import { ExitLink } from './QuickExit'

interface Props {
  of: Announcement
  /** The page has "Snel weg": the one behind the dialog cannot be reached, so it has its own. */
  exit: boolean
  done(): void
}

/**
 * In front of the page, also of the open menu. Four ways out: the cross, "Oké", beside it, Escape.
 */
export function AnnouncementDialog({ of, exit, done }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const origin = useInFront(box)
  const dismiss = () => {
    keepCookie(dismissedCookie, of.version, of.expiresDays)
    origin.giveBack()
    done()
  }
  const key = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return
    e.preventDefault()
    e.stopPropagation() // only this closes, not the menu behind it
    dismiss()
  }
  const click = (e: MouseEvent) => {
    if (e.target === e.currentTarget) dismiss()
  }
  return (
    <dialog
      className="backdrop"
      ref={box}
      role="dialog"
      aria-modal="true"
      aria-labelledby="melding"
      onKeyDown={key}
      onClick={click}
      onCancel={e => {
        e.preventDefault()
        dismiss()
      }}
    >
      {exit && <ExitLink />}
      <div className="modal">
        <div className="modal-top">
          <h2 id="melding" tabIndex={-1}>
            {of.title}
          </h2>
          <button className="icon-btn" type="button" aria-label="Sluit melding" onClick={dismiss}>
            <Icon of={cross} />
          </button>
        </div>
        <div className="modal-body">
          <p className="lead">{of.body}</p>
          <p className="row">
            <button className="btn" type="button" onClick={dismiss}>
              Oké
            </button>
            <Flyer of={of} />
          </p>
        </div>
      </div>
    </dialog>
  )
}

/**
 * Opens the dialog with the focus on its title. Whatever lies behind cannot be used or scrolled
 * until the focus is given back.
 */
function useInFront(box: React.RefObject<HTMLDialogElement | null>) {
  const undo = useRef(() => {})
  const from = useRef<Element | null>(null)
  const caret = useRef(() => {})
  useEffect(() => {
    const dialog = box.current!
    const focused = document.activeElement
    from.current = focused === document.body ? null : focused
    caret.current = caretOf(focused)
    const behind = [...dialog.parentElement!.children].filter(
      (el): el is HTMLElement => el !== dialog && el instanceof HTMLElement && !el.inert,
    )
    dialog.showModal()
    dialog.querySelector<HTMLElement>('h2')!.focus({ preventScroll: true })
    for (const el of behind) el.inert = true
    document.documentElement.classList.add('still')
    undo.current = () => {
      undo.current = () => {}
      document.documentElement.classList.remove('still')
      for (const el of behind) el.inert = false
      dialog.close()
    }
    return () => undo.current()
  }, [box])
  return {
    giveBack() {
      undo.current()
      if (!from.current) return
      refocus(from.current)
      caret.current()
    },
  }
}

/**
 * Puts the cursor of a field back where it is now: browsers lose it when the field cannot be
 * reached for a while.
 */
function caretOf(field: Element | null): () => void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => {}
  const { selectionStart: start, selectionEnd: end, selectionDirection: way } = field
  return () => {
    // fields for an e-mail address tell nothing
    if (start !== null) field.setSelectionRange(start, end, way ?? 'none')
  }
}
