import type { User } from './types'

type OnToken = (user: User | null) => void
type OnUser = (user: User | null, why?: string) => void

/**
 * Who wants to hear of a change: first of the tokens, then, only when it is another person, of the
 * person.
 */
export class Listeners {
  private readonly token = new Set<OnToken>()
  private readonly user = new Set<OnUser>()

  constructor(private readonly log: (error: unknown, doing: string) => void) {}

  onToken(listener: OnToken): () => void {
    this.token.add(listener)
    return () => void this.token.delete(listener)
  }

  onUser(listener: OnUser): () => void {
    this.user.add(listener)
    return () => void this.user.delete(listener)
  }

  tell(before: User | null, after: User | null, why?: string): void {
    if (before?.idToken !== after?.idToken)
      for (const hear of [...this.token]) this.safely(() => hear(after))
    if (before?.uid !== after?.uid)
      for (const hear of [...this.user]) this.safely(() => hear(after, why))
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
