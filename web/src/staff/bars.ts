// What was just done in this tab, newest first. Kept in memory alone: what can still be taken back
// comes from the server again (`readBars`), and it names people.
import { useEffect, type ReactNode } from 'react'

/** What was just done, and a way back. */
export interface Bar {
  /** Of the act: a second bar with the same one takes the place of the first. */
  id: string
  /** One sentence that names act and thing: "Gonda is afgemeld voor Samen eten." */
  what: string
  more?: ReactNode
  /** In the place of `what` once something else was tried: that is no answer to it. */
  earlier?: string | undefined
  /** Rejects with `CannotUndo` where there is no way back; screens read anew by themselves. */
  undo?: (() => Promise<unknown>) | undefined
  /** By the clock of the server; left out: ten minutes. */
  until?: string | undefined
  /** The id of the row that gets the focus back, where the button of the act went away. */
  row?: string | undefined
  /** Other acts that this bar takes back too. */
  with?: readonly string[]
}

/** Thrown by `undo` when there is no way back any more; the words say why. */
export class CannotUndo extends Error {}

/** Thrown by `undo` when it can be tried again; the words say when. */
export class NotNow extends Error {}

export interface Held extends Bar {
  /** Where the focus was at the act. */
  from: Element | null
  /** When it came to stand here, in ms of this browser. */
  since: number
  /** There is nothing to take back any more: it was taken back, or cannot be. */
  over?: 'undone' | 'stays'
}

let all: readonly Held[] = []
let whose: string | undefined
const names = new Map<string, string>()
const listeners = new Set<() => void>()
const put = (next: readonly Held[]) => {
  if (next.length === 0 && all.length === 0) return
  all = next
  for (const l of listeners) l()
}

export const bars = {
  get: () => all,
  subscribe(l: () => void) {
    listeners.add(l)
    return () => void listeners.delete(l)
  },
  add(bar: Bar) {
    const held = { ...bar, from: document.activeElement, since: Date.now() }
    put([held, ...all.filter(b => b.id !== bar.id && !b.over)])
  },
  /** Those that the server still knows, behind what this tab did itself. */
  know(found: readonly Bar[]) {
    const known = new Set(all.flatMap(b => [b.id, ...(b.with ?? [])]))
    const more = found.filter(b => !known.has(b.id))
    put([...all, ...more.map(b => ({ ...b, from: null, since: Date.now() }))])
  },
  /** Something else is tried with this thing. */
  past(id: string) {
    if (all.some(b => b.id === id && b.earlier))
      put(all.map(b => (b.id === id && b.earlier ? { ...b, what: b.earlier, more: '' } : b)))
  },
  drop: (...ids: readonly string[]) => put(all.filter(b => !ids.includes(b.id))),
  clear: () => put([]),
  /** Whose they are; what stood there of somebody else goes. */
  of(uid: string) {
    if (uid !== whose) put([])
    whose = uid
  },
  /** What a document is called whose screen is open. */
  name: (id: string, name: string) => void names.set(id, name),
  nameOf: (id: string) => (names.has(id) ? `‘${names.get(id)}’` : 'dit'),
}

/** Instead of the bar: these words, without a way back. */
function end(id: string, what: string, over: Held['over']) {
  const next = { what, more: '', undo: undefined, over, since: Date.now() }
  if (all.some(b => b.id === id)) put(all.map(b => (b.id === id ? { ...b, ...next } : b)))
  else put([{ id, from: document.activeElement, ...next }, ...all])
}

const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'

/**
 * Takes something back, of the bar or of a list, and says so in the bar. Gives words when it can be
 * tried again.
 */
export async function takeBack(
  { id, what, undo }: Pick<Bar, 'id' | 'what' | 'undo'>,
  leave = () => {},
): Promise<string> {
  try {
    await undo!()
    leave()
    end(id, `Ongedaan gemaakt: ${what}`, 'undone')
  } catch (e) {
    if (!(e instanceof CannotUndo)) return e instanceof NotNow ? e.message : failed
    leave()
    end(id, e.message, 'stays')
  }
  tellUndone()
  return ''
}

const watchers = new Set<() => void>()

/** Something was taken back: what is on the screen may be old. */
function tellUndone() {
  for (const w of watchers) w()
}

/** Reads anew what a screen shows when something was taken back in the bar. */
export function useUndone(again: () => unknown) {
  useEffect(() => {
    const l = () => void again()
    watchers.add(l)
    return () => void watchers.delete(l)
  }, [again])
}
