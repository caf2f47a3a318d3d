// A place where the signed-in person can be kept.

export interface Persistence {
  readonly name: 'indexed' | 'local' | 'session' | 'memory'
  /** Writes and removes a test entry. */
  available(): Promise<boolean>
  /** Undefined when there is nothing. */
  read(key: string): Promise<unknown>
  write(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /**
   * Calls when another tab changed the value; own writes are silent. Gives the function that stops
   * it.
   */
  watch(key: string, changed: () => void): () => void
}

export const testKey = '__sak'

/** Whether it came to a good end, whatever the end was. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
