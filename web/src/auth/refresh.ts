import { AuthError, type AuthCode } from './errors'
import type { Lock } from './lock'
import { isNetwork } from './sync'
import type { Clock, User } from './types'

export interface RefreshOptions {
  clock: Clock
  lock: Lock
  /** Who is signed in here. */
  current: () => User | null
  /** Who is kept. `newest`: also after asking the tabs that keep a copy of their own. */
  kept: (newest: boolean) => Promise<User | null>
  /** New tokens from the provider. */
  renew: (user: User) => Promise<User>
  save: (user: User) => Promise<void>
  /** The person here is this one from now on: renewed, or as another tab left it. */
  adopt: (user: User | null) => void
  /** The provider refused for good. */
  ended: (why: AuthCode) => void
  log: (error: unknown) => void
}

const early = 300_000
const onDemand = 30_000
const firstPause = 30_000
const lastPause = 960_000

/**
 * Renews the tokens five minutes before they expire, for as long as somebody is signed in.
 */
export class Refresher {
  private at = Infinity
  private timers: (() => void)[] = []
  private tries = 0
  private turn = 0
  private running: Promise<void> | undefined

  constructor(private readonly options: RefreshOptions) {}

  /**
   * From now on this person's tokens; null stops. What is under way for another person comes to
   * nothing.
   */
  follow(user: User | null): void {
    this.rest()
    this.tries = 0
    this.turn++
    if (user) this.arm(user.expiresAt - early)
  }

  /**
   * The page wakes up: timers may have slept, or the clock jumped. `online`: the network is back,
   * so a pause is no use any more.
   */
  wake(online = false): void {
    if (this.timers.length === 0) return
    const { clock } = this.options
    const left = this.at - clock.now()
    if (left <= 0 || (online && this.tries > 0)) return this.fire()
    this.timers[1]?.()
    // beside the first timer: whichever of the two clocks is right, it is not too late
    this.timers[1] = clock.after(left, this.fire)
  }

  /**
   * Before the token is used: renews it when less than 30 s are left. While the provider is out of
   * reach nobody waits for it.
   */
  async demand(): Promise<void> {
    const user = this.options.current()
    if (user && this.tries === 0 && user.expiresAt - this.options.clock.now() < onDemand)
      await this.refresh(user)
  }

  /** Renews, unless this tab or another one did so since `stale`. One at a time in this tab. */
  refresh(stale: User): Promise<void> {
    this.running ??= this.renewLocked(stale).finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async renewLocked(stale: User): Promise<void> {
    const { lock, kept, renew, save, adopt } = this.options
    const turn = this.turn
    if (this.options.current()?.idToken !== stale.idToken) return
    await lock(async () => {
      const before = await kept(true)
      if (turn !== this.turn) return
      if (before?.idToken !== stale.idToken) return adopt(before)
      if (!before.refreshToken) throw new AuthError('auth/user-token-expired')
      const fresh = await renew(before)
      const now = await kept(false)
      if (now?.idToken === stale.idToken && turn === this.turn) {
        await save(fresh)
        adopt(fresh)
      } else if (turn === this.turn) {
        adopt(now) // signed out or signed in anew meanwhile: that counts, not this answer
      }
    })
  }

  private readonly fire = (): void => {
    const user = this.options.current()
    const turn = this.turn
    this.rest()
    if (user)
      void this.refresh(user).catch((error: unknown) => {
        if (turn === this.turn) this.failed(error)
      })
  }

  private failed(error: unknown) {
    const ours = error instanceof AuthError
    if (!ours) this.options.log(error) // a store that could not be read: that passes, too
    if (!ours || isNetwork(error)) {
      const pause = Math.min(firstPause * 2 ** this.tries, lastPause)
      this.tries++
      return this.arm(this.options.clock.now() + pause)
    }
    const code = endingCode(error)
    if (code) this.options.ended(code)
    else this.options.log(error) // and the timer stays off
  }

  private arm(at: number) {
    const { clock } = this.options
    this.at = at
    this.timers = [clock.after(Math.max(0, at - clock.now()), this.fire)]
  }

  private rest() {
    for (const stop of this.timers) stop()
    this.timers = []
  }
}

/** The codes by which the provider says that this person is no longer signed in. */
export function endingCode(error: unknown): AuthCode | undefined {
  const code = error instanceof AuthError ? error.code : undefined
  return code === 'auth/user-token-expired' || code === 'auth/user-disabled' ? code : undefined
}
