import { useEffect, useRef, useState, type ReactNode } from 'react'
import { PressButton } from '../ui/PressButton'

interface Props {
  /** On the button. */
  words: string
  question: string
  yes: string
  no: string
  busy: boolean
  act(): void
  /** It asks from the start: the window comes back to the question. */
  open?: boolean
  /** What to know before answering; only there while it asks. */
  children?: ReactNode
}

/**
 * A button that asks before it acts. The focus goes to the question, and back to the button after a
 * no.
 */
export function AskFirst({ words, question, yes, no, busy, act, open = false, children }: Props) {
  const [asking, ask] = useState(false)
  const sentence = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (open) ask(true)
  }, [open])
  useEffect(() => {
    if (asking) {
      sentence.current?.scrollIntoView({ block: 'center' }) // clear of the bars at the bottom
      sentence.current?.focus({ preventScroll: true })
    } else if (asked.current) button.current?.focus()
    asked.current = asking
  }, [asking])
  if (!asking)
    return (
      <p>
        <PressButton danger of={button} press={() => ask(true)}>
          {words}
        </PressButton>
      </p>
    )
  return (
    <div className="stack">
      {children}
      <p ref={sentence} tabIndex={-1}>
        {question}
      </p>
      <p className="row">
        <PressButton danger press={act} busy={busy}>
          {yes}
        </PressButton>
        <PressButton second press={() => ask(false)}>
          {no}
        </PressButton>
      </p>
    </div>
  )
}
