/** What the screen before did, said by the next one. */
interface Telling {
  told: string
}

/** Options for `navigate` to a list: it says these words, with the focus on them. */
export const telling = (told: string): { state: Telling } => ({ state: { told } })

export const toldBy = (state: unknown) => (state as Telling | null)?.told
