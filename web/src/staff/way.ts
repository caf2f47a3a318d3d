// Where each screen of the staff area was opened from: its link back names that place, and opens it
// as it was left.
import { useLayoutEffect } from 'react'
import { useLocation } from '../router'

interface Place {
  /** With its filter. */
  to: string
  path: string
  words: string
  /** Where it stands in the history of this tab. */
  idx: number
}

/** By the key of the history: the places on the way there, the last one last. */
const ways = new Map<string, readonly Place[]>()
let last: (Place & { key: string }) | undefined

export const idxNow = () => (history.state as { idx?: number } | null)?.idx ?? 0

/** The frame of the area calls it for each screen that it shows. */
export function useNoteWay(words: string) {
  const { key, pathname, search } = useLocation()
  const idx = idxNow()
  if (!ways.has(key)) ways.set(key, wayTo(pathname, idx))
  useLayoutEffect(() => {
    last = { key, to: pathname + search, path: pathname, words, idx }
  }, [key, pathname, search, words, idx])
}

function wayTo(pathname: string, idx: number): readonly Place[] {
  const way = (last && ways.get(last.key)) ?? []
  if (!last || (idx !== last.idx && idx !== last.idx + 1)) return []
  const all = idx === last.idx || last.path === pathname ? way : [...way, last]
  // who comes to a place again has gone back to it
  const again = all.findIndex(p => p.path === pathname)
  return again < 0 ? all : all.slice(0, again)
}

/** The places on the way to this screen. */
export const useWay = () => ways.get(useLocation().key) ?? []
