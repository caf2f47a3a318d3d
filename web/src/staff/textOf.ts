/** The fields of a document that hold a text. */
type Texts<T> = {
  [K in keyof T]-?: string extends T[K] ? K : never
}[keyof T] &
  string

/**
 * What a field for a text of a document needs: its name, its value, how to change it and, when it
 * shows how much fits, how much. `before` stands in front of the name of a part: "rooms.2.".
 */
export const textOf =
  <T>(of: T, put: (next: Partial<T>) => void, before = '') =>
  (name: Texts<T>, limit?: { maxLength: number }) => ({
    name: before + name,
    value: (of[name] ?? '') as string,
    onChange: (text: string) => put({ [name]: text } as Partial<T>),
    ...(limit ? { max: limit.maxLength } : {}),
  })
