import { useEffect, useRef } from 'react'

/**
 * Runs `act` when the press that is going on has landed: words that come or go while a finger is
 * down move the button away from under it.
 */
export function useAfterPress(): (act: () => void) => void {
  const down = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const press = () => {
      down.current = true
    }
    const release = () => {
      down.current = false
      // after the click that belongs to it
      setTimeout(() => waiting.current.splice(0).forEach(act => act()))
    }
    const events = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
    ] as const
    for (const [name, f] of events) addEventListener(name, f, true)
    return () => {
      for (const [name, f] of events) removeEventListener(name, f, true)
    }
  }, [])
  return act => {
    if (down.current) waiting.current.push(act)
    else setTimeout(act)
  }
}
