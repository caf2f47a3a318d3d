import { useEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { Icon } from '../ui/Icon'
import { leave as door } from '../ui/icons'
import { leave, presses, resetAfter, ShiftCount, shiftWords } from './quickExit'
import { useLayout } from './site'

/** The button, and three times Shift. Without JavaScript it is a plain link. */
export function QuickExit() {
  const { exitUrl } = useLayout()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => listen(exitUrl, note.current!), [exitUrl])
  if (!exitUrl) return null
  return (
    <aside className="exit-bar" aria-label="Snel weg">
      <div className="wrap">
        <ExitLink note={note} />
        <p className="sr" role="status" ref={note} />
      </div>
    </aside>
  )
}

/** The button alone. `note` is what stays for who listens, when the page is gone. */
export function ExitLink({ note }: { note?: RefObject<HTMLElement | null> }) {
  const { exitUrl } = useLayout()
  const go = (e: MouseEvent) => {
    e.preventDefault()
    leave(exitUrl, note?.current ?? null)
  }
  return (
    exitUrl && (
      <a className="btn exit" href={exitUrl} rel="noreferrer" onClick={go}>
        <Icon of={door} />
        Snel weg
      </a>
    )
  )
}

/**
 * The note is written straight into its element: a render must not stand between a key and the way
 * out.
 */
function listen(exitUrl: string, note: HTMLElement | null): (() => void) | undefined {
  if (!exitUrl || !note) return undefined
  const shifts = new ShiftCount()
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (words: string) => {
    clearTimeout(timer)
    note.textContent = words
  }
  const down = (e: KeyboardEvent) => shifts.keydown(e.key, e.repeat, e.timeStamp)
  const pointer = () => shifts.other()
  const up = (e: KeyboardEvent) => {
    const n = shifts.keyup(e.key, e.timeStamp)
    say(shiftWords[n] ?? '')
    if (n === presses) leave(exitUrl, note)
    else if (n > 0) timer = setTimeout(() => say(''), resetAfter)
  }
  addEventListener('keydown', down)
  addEventListener('keyup', up)
  addEventListener('pointerdown', pointer)
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', down)
    removeEventListener('keyup', up)
    removeEventListener('pointerdown', pointer)
  }
}
