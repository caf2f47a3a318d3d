import { AuthError } from './errors'
import { turns } from './lock'
import type { SessionCalls, Word } from './sessionCalls'
import type { AuthConfig, Clock, User } from './types'

export interface SyncOptions {
  config: () => Promise<AuthConfig>
  calls: SessionCalls
  clock: Clock
  /** `isSecureContext`. */
  secure: boolean
  origin: string
  /** Seconds; 0 is the usual 300. */
  maxAge?: number
}

const usualAge = 300
/** From here on the browser's clock is wrong rather than the network slow. */
const clockSlack = 60_000

/**
 * Keeps the server's session in step with the token of this tab. One call at a
 * time, in order.
 */
export class TokenSync {
  /**
   * The token the server was told of last; null: that nobody is signed in; undefined: nothing yet.
   */
  private last: string | null | undefined
  private failure: { error: unknown } | undefined
  private owesDelete = false
  private readonly inTurn = turns()

  constructor(private readonly options: SyncOptions) {}

  /**
   * Tells the server, unless it knows already. Rejects with the code of what went wrong, also when
   * asked again for the same token.
   */
  run(user: User | null): Promise<void> {
    return this.inTurn(() => this.step(user))
  }

  /**
   * After a change that was called off. A token that is too old, or that the server takes no second
   * time, would leave it with the session of the other person: then it gets none, and the next call
   * of this person makes one.
   */
  restore(user: User | null): Promise<void> {
    return this.inTurn(async () => {
      if (!user || (await this.tooOld(user))) return this.step(null)
      await this.step(user).catch(() => this.step(null))
    })
  }

  /** When there is a network again: the DELETE that did not get through. */
  retry(): Promise<void> {
    return this.inTurn(async () => {
      const path = this.owesDelete ? await this.path() : undefined
      if (path) await this.remove(path)
    })
  }

  /** Whether the server knows this person; `unknown` also when nothing can be asked. */
  async ask(user: User): Promise<Word> {
    const path = await this.path().catch(() => undefined)
    return path ? this.options.calls.read(path, user) : 'unknown'
  }

  /**
   * Where the session lives; undefined when synchronisation is off here. Rejects when the
   * configuration cannot be read.
   */
  private async path(): Promise<string | undefined> {
    const { config, secure, origin } = this.options
    const path = (await config().catch(unlessNotSetUp))?.sessionSyncPath
    if (!path || !secure || !URL.canParse(path, origin) || new URL(path, origin).origin !== origin)
      return undefined
    return path
  }

  private async step(user: User | null): Promise<void> {
    if (!user) return this.signedOut()
    const path = await this.path()
    if (!path || (await this.tooOld(user))) return
    if (user.idToken === this.last) {
      if (this.failure) throw this.failure.error
      return
    }
    this.last = user.idToken
    this.failure = undefined
    this.owesDelete = false // the new session takes the place of the one that had to go
    await this.options.calls.post(path, user).catch((error: unknown) => {
      this.failure = { error }
      throw error
    })
  }

  private async signedOut(): Promise<void> {
    if (this.last === null) return
    this.last = null
    this.owesDelete = true
    const path = await this.path()
    if (path) await this.remove(path)
    else this.owesDelete = false
  }

  private async remove(path: string): Promise<void> {
    await this.options.calls.remove(path).catch((error: unknown) => {
      // the server said something: once more would say the same
      if (!isNetwork(error)) this.owesDelete = false
      throw error
    })
    this.owesDelete = false
  }

  private async tooOld(user: User): Promise<boolean> {
    const { config, clock, maxAge } = this.options
    const { ahead } = await config()
    const age =
      Math.abs(ahead) > clockSlack
        ? (clock.now() - user.receivedAt) / 1000
        : clock.now() / 1000 - user.iat
    return age > (maxAge || usualAge)
  }
}

export const isNetwork = (error: unknown) =>
  error instanceof AuthError && error.code === 'auth/network-request-failed'

/** A site without an identity service has no sessions either. */
function unlessNotSetUp(error: unknown): undefined {
  if (
    error instanceof AuthError &&
    (error.code === 'auth/auth-domain-config-required' || error.code === 'auth/invalid-api-key')
  )
    return undefined
  throw error
}
