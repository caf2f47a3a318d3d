/** What lies under a key; null: nothing. */
type Text = string | null

interface Watch {
  /** Undefined when nobody has looked yet. */
  known: Text | undefined
  readonly listeners: Set<() => void>
}

/**
 * Who listens to which key of a store, and what lies there as far as this tab knows: other text is
 * a change by another tab.
 */
export class Watched {
  private readonly watches = new Map<string, Watch>()

  /** `start` before the first listener, `stop` after the last. */
  constructor(
    private readonly start: () => void,
    private readonly stop: () => void,
  ) {}

  add(key: string, changed: () => void, known?: Text): () => void {
    if (this.watches.size === 0) this.start()
    const watch = this.watches.get(key) ?? { known, listeners: new Set() }
    this.watches.set(key, watch)
    watch.listeners.add(changed)
    return () => {
      watch.listeners.delete(changed)
      if (watch.listeners.size > 0 || !this.watches.delete(key)) return
      if (this.watches.size === 0) this.stop()
    }
  }

  /** This tab wrote it. */
  wrote(key: string, text: Text): void {
    const watch = this.watches.get(key)
    if (watch) watch.known = text
  }

  /** This tab read it: later changes count from here. */
  read(key: string, text: Text): void {
    const watch = this.watches.get(key)
    if (watch?.known === undefined) this.wrote(key, text)
  }

  /** Tells who listens to what changed, of this key or (null) of all; whether something did. */
  compare(now: (key: string) => Text, only: string | null = null): boolean {
    const changed = [...this.watches].flatMap(([key, watch]) => {
      if (only !== null && key !== only) return []
      const before = watch.known
      watch.known = now(key)
      return before === undefined || before === watch.known ? [] : [...watch.listeners]
    })
    for (const tell of changed) tell()
    return changed.length > 0
  }
}
