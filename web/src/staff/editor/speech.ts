import type { ReactNode } from 'react'
import type { Fault } from '../drafts'

/**
 * How one kind speaks of its fields; the same words at the field, in a conflict and in the history.
 */
export interface Speech<T> {
  /** Name of a field of the document to its label, in the order of the form. */
  labels: Readonly<Record<string, string>>
  /** The sentence of a fault. Nothing: a plain one. */
  say(fault: Fault, doc: T): string | undefined
  /** How a value is shown where two versions are compared; left out: as text. */
  show?: Readonly<Record<string, (value: unknown) => ReactNode>>
}
