import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the keyboard's place in a box: when the button that has the focus is taken away, the button
 * that comes in its place gets it.
 */
export function useStay<T extends HTMLElement>(): RefObject<T | null> {
  const box = useRef<T>(null)
  useEffect(() => {
    const here = box.current!
    const buttons = () => [...here.querySelectorAll('button')]
    let focused: Element | undefined
    let place = -1
    const look = (e: FocusEvent) => {
      focused = e.target as Element
      place = buttons().indexOf(focused as HTMLButtonElement)
    }
    const watcher = new MutationObserver(() => {
      if (!focused) return
      if (focused.isConnected) {
        place = buttons().indexOf(focused as HTMLButtonElement)
        return
      }
      focused = undefined
      if (place >= 0 && document.activeElement === document.body)
        (buttons()[place] ?? buttons().at(-1))?.focus()
    })
    here.addEventListener('focusin', look)
    watcher.observe(here, { childList: true, subtree: true })
    return () => {
      here.removeEventListener('focusin', look)
      watcher.disconnect()
    }
  }, [])
  return box
}
