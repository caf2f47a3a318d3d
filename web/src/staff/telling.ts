/** What the screen before did, said by the next one. */
interface Told {
  told: string
}

/** Options for `navigate` to a list: it says these words, with the focus on them. */
export const telling = (told: string): { state: Told } => ({ state: { told } })

export const toldBy = (state: unknown) => (state as Told | null)?.told
