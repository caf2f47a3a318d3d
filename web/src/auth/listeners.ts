import type { User } from './types'

type OnToken = (user: User | null) => void
type OnUser = (user: User | null, why?: string) => void

type Hook = (user: User | null) => Promise<void>

/**
 * Who is asked before a change, and who wants to hear of it: first of the tokens, then, only when
 * it is another person, of the person.
 */
export abstract class Listeners {
  protected readonly hooks = new Set<Hook>()
  private readonly ofToken = new Set<OnToken>()
  private readonly ofUser = new Set<OnUser>()

  constructor(protected readonly log: (error: unknown, doing: string) => void) {}

  beforeChange(hook: Hook): () => void {
    return kept(this.hooks, hook)
  }

  onToken(listener: OnToken): () => void {
    return kept(this.ofToken, listener)
  }

  onUser(listener: OnUser): () => void {
    return kept(this.ofUser, listener)
  }

  protected tell(before: User | null, after: User | null, why?: string): void {
    if (before?.idToken !== after?.idToken)
      for (const hear of [...this.ofToken]) this.safely(() => hear(after))
    if (before?.uid !== after?.uid)
      for (const hear of [...this.ofUser]) this.safely(() => hear(after, why))
  }

  /** One that fails must not keep the others from hearing it. */
  private safely(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.log(error, 'listener')
    }
  }
}

function kept<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => void all.delete(one)
}
