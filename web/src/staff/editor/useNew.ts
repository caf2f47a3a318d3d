import { useEffect, useState } from 'react'
import { newId } from '../drafts'
import { leftNew, type Draft } from './useDraft'

/**
 * The id in the address, or a new one that stays the same while the screen is there; that of a text
 * which this tab could not send before its page went comes first.
 */
export function useId(given: string | undefined, prefix: string, uid: string): string {
  const [made] = useState(() => given ?? leftNew(prefix, uid) ?? newId(prefix))
  return given ?? made
}

/**
 * From its first save on a new document has its own address: a reload, and the way back, lead to
 * it. The router is not told, so that the screen stays as it is, with the focus where it was.
 */
export function useOwnAddress<T>(draft: Draft<T>, made: boolean, path: string): void {
  const there = made && draft.draft !== undefined
  useEffect(() => {
    if (there) history.replaceState(history.state, '', path)
  }, [there, path])
}
