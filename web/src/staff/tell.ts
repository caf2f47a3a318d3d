// Tables of words: most rows are a sentence, some make it of what happened.

export type Told<Of> = string | ((of: Of) => string)

/** The words of a row. */
export const tell = <Of>(words: Told<Of>, of: Of): string =>
  typeof words === 'string' ? words : words(of)
