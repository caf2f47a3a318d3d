// What a working copy is: a text with its place, and what the screen shows of it.
import type { Draft, Person, Place, Refusal } from '../drafts'

/** Text and place together: one save. */
export interface Copy<T> {
  doc: T
  place: Place
}

/**
 * `waiting for sign-in`: the session ended. `refused`: the server does not take this text as it is.
 */
export type Saved = 'saved' | 'typing' | 'saving' | 'offline' | 'waiting for sign-in' | 'refused'

/** Somebody, or this person in another tab, saved in between. */
export interface Conflict<T> {
  mine: Copy<T>
  theirs: Draft<T>
  base: Copy<T> | undefined
}

export type Is = 'loading' | 'missing' | 'refused' | 'failed' | 'ready'

export interface View<T> {
  is: Is
  /** As the server has it; none of a new one that was never saved. */
  draft: Draft<T> | undefined
  doc: T
  place: Place
  saved: Saved
  /** When the server last took it. */
  savedAt: string | undefined
  /** Why it did not take it. */
  refusal: Refusal | undefined
  conflict: Conflict<T> | undefined
  others: readonly Person[]
}

/**
 * A text in this tab that the server does not have, and whose it is: nobody else goes on with it.
 * `sent`: the body that may have arrived although no answer came.
 */
export interface Kept<T> extends Copy<T> {
  version: number
  uid: string
  sent?: string | undefined
}

/** What this tab kept for this person. */
export function leftBy<T>(text: string | undefined, uid: string): Kept<T> | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept<T> | null
    return kept?.uid === uid ? kept : undefined
  } catch {
    return undefined
  }
}

export function copyOf<T>({ doc, from, until, pinned }: Draft<T>): Copy<T> {
  return { doc, place: { from, until, pinned } }
}

/**
 * The same content, whatever the order of the keys; absent, null and empty list or text are alike:
 * the server leaves them out.
 */
export function same(a: unknown, b: unknown): boolean {
  return plain(a) === plain(b)
}
const plain = (x: unknown): string =>
  JSON.stringify(x, (_, v: unknown) => {
    if (v === null || v === '' || v === false || (Array.isArray(v) && v.length === 0))
      return undefined
    if (typeof v !== 'object' || Array.isArray(v)) return v
    return Object.fromEntries(Object.entries(v as object).sort(([k], [l]) => (k < l ? -1 : 1)))
  }) ?? ''
