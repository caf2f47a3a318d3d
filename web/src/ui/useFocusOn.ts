import { useEffect, useRef, type RefObject } from 'react'

/**
 * Gives the focus to an element with `autoFocus` when it appears and whenever `what` changes. What
 * came from the server the browser itself focuses: done twice, the browser complains.
 */
export function useFocusOn<T extends HTMLElement>(what: unknown): RefObject<T | null> {
  const element = useRef<T>(null)
  const first = useRef(true)
  useEffect(() => {
    const byBrowser = first.current && element.current?.hasAttribute('autofocus')
    first.current = false
    if (!byBrowser) element.current?.focus()
  }, [what])
  return element
}
