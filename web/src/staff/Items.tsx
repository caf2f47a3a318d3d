import type { ReactNode } from 'react'
import { PressButton } from '../ui/PressButton'
import { textOf } from './textOf'

interface Props<T> {
  /** Where the list stands in its document: "rooms". */
  name: string
  of: readonly T[]
  set(next: T[]): void
  /** What one is called: "Ruimte". */
  title: string
  /** The words of the button for one more. */
  add: string
  fresh: T
  /** The fields of one. `text` gives what a field for a text of it needs. */
  children(item: T, put: (next: Partial<T>) => void, text: TextOf<T>, i: number): ReactNode
}
type TextOf<T> = ReturnType<typeof textOf<T>>

/** A list of things with fields of their own: change one, take one away, add one. */
export function Items<T>({ name, of, set, title, add, fresh, children }: Props<T>) {
  return (
    <>
      {of.map((item, i) => {
        const put = (next: Partial<T>) => set(of.map((o, n) => (n === i ? { ...o, ...next } : o)))
        return (
          <fieldset key={i} className="box">
            <legend className="label">
              {title} {i + 1}
            </legend>
            {children(item, put, textOf(item, put, `${name}.${i}.`), i)}
            <p>
              <PressButton second press={() => set(of.filter((_, n) => n !== i))}>
                Haal {title.toLowerCase()} {i + 1} weg
              </PressButton>
            </p>
          </fieldset>
        )
      })}
      <p>
        <PressButton second press={() => set([...of, fresh])}>
          {add}
        </PressButton>
      </p>
    </>
  )
}
