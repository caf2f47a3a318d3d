import { useEffect, useRef } from 'react'

/** Somebody may switch the keys of a single letter off: a switch in "Jij". */
const off = 'hr:toetsen-uit'

export const keys = {
  on(): boolean {
    try {
      return localStorage.getItem(off) === null
    } catch {
      return true
    }
  },
  set(on: boolean): void {
    try {
      if (on) localStorage.removeItem(off)
      else localStorage.setItem(off, '1')
    } catch {
      // they stay as they are
    }
  },
}

/** Acts of single keys, while nobody types. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const of = useRef(acts)
  of.current = acts
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      const act = of.current[e.key]
      if (!act || e.ctrlKey || e.metaKey || e.altKey || e.repeat || types(e.target) || !keys.on())
        return
      e.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const types = (at: EventTarget | null) =>
  at instanceof HTMLElement &&
  (at.isContentEditable ||
    at.matches('textarea, select, input:not([type=checkbox]):not([type=radio])'))
