// Sending when the network is bad: the same request again, with the same key, so that it counts
// once.

/**
 * What a form can say is wrong: the API's problem, or `offline` and `lost` when there was no answer
 * at all.
 */
export interface Trouble {
  code: string
  fields?: readonly { name: string; code: string }[] | undefined
  free?: number | undefined
}
export type Sent<A> = { answer: A } | { trouble: Trouble }

/** Pauses between the tries, in milliseconds. */
export const pauses: readonly number[] = [1000, 3000, 9000]

/**
 * Sends until there is an answer. A first try that the server is still storing (`busy`) is waited
 * for as well.
 */
export async function persist<A>(send: () => Promise<Sent<A>>): Promise<Sent<A>> {
  for (let turn = 0; ; turn++) {
    const last = turn === pauses.length
    const sent = await send().catch(() => undefined)
    if (sent && (last || !('trouble' in sent) || sent.trouble.code !== 'busy')) return sent
    if (!sent && !navigator.onLine) return { trouble: { code: 'offline' } }
    if (last) return { trouble: { code: 'lost' } }
    await new Promise(go => setTimeout(go, pauses[turn]))
  }
}
