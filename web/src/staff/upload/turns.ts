/** Two tabs with the same file share one upload: one sends, the other waits for its turn. */
export interface Turns {
  /** Runs when nobody else has the turn. Rejects when the signal comes first. */
  hold<T>(name: string, signal: AbortSignal, run: () => Promise<T>): Promise<T>
}

/**
 * A browser without locks sends from both tabs; the server then takes each byte once and tells the
 * other where to go on.
 */
export const browserTurns = (locks: Pick<LockManager, 'request'> | undefined): Turns => ({
  hold: async (name, signal, run) =>
    locks ? await locks.request('hr-upload-' + name, { signal }, run) : run(),
})
