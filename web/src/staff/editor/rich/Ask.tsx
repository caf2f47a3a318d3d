import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface Props {
  title: string
  children: ReactNode
  close(): void
  /** Enter in a box of one line. */ enter?(): void
}

/**
 * A question in front of the editor. No form of its own: it stands inside one. The browser gives
 * the focus back.
 */
export function Ask({ title, children, close, enter }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  const key = (e: KeyboardEvent) => {
    if (e.key === 'Escape') {
      e.preventDefault()
      e.stopPropagation()
      close()
    } else if (
      e.key === 'Enter' &&
      e.target instanceof HTMLInputElement &&
      e.target.type === 'text'
    ) {
      e.preventDefault()
      enter?.()
    }
  }
  return (
    <dialog
      className="rte-ask stack"
      ref={box}
      aria-label={title}
      onKeyDown={key}
      onCancel={e => {
        e.preventDefault()
        close()
      }}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}
