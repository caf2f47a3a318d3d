// One sign-in in a popup, from the click to its end. The library's own navigator
// looks every half second and has no grace.
import { channelName } from './callback'
import type { Delay } from './delay'
import { AuthError } from './errors'
import type { AuthEvent, AuthEvents, Navigate } from './events'
import { openPopup, type PopupWindow } from './popupWindow'
import { asAuthError } from './translate'
import type { Clock } from './types'

/**
 * The answer may still be under way when the window is seen closed: it closes itself after sending
 * it.
 */
const graceMs = 8000

/** What a popup sign-in does besides watching its window. */
export interface Steps<R> {
  /**
   * Domain and storage: side by side with the rest. Whoever fails it is not signed in, however far
   * the rest came.
   */
  check(): Promise<unknown>
  /** May navigate more than once. */
  signIn(navigate: Navigate): Promise<R | null>
}

/** At most one popup at a time: the newest. */
export class Popups {
  private current: { cancel(): void } | undefined

  constructor(
    private readonly clock: Clock,
    private readonly poll: Delay,
    private readonly events: AuthEvents,
  ) {}

  /** Call it inside the click. Every rejection is an AuthError. */
  async start<R>(steps: Steps<R>): Promise<R> {
    this.cancel()
    const operation = new Operation<R>(openPopup(), this.clock, this.poll, this.events)
    this.current = operation
    return operation.run(steps)
  }

  /** Ends the popup that is open, with `cancelled-popup-request`, before this returns. */
  cancel(): void {
    this.current?.cancel()
  }
}

class Operation<R> {
  private over = false
  private rounds = 0
  private stopTimer = () => {}
  private stopListening = () => {}
  private checked: Promise<unknown> | undefined
  private reject = (_: AuthError) => {}

  constructor(
    private readonly popup: PopupWindow,
    private readonly clock: Clock,
    private readonly pollDelay: Delay,
    private readonly events: AuthEvents,
  ) {}

  run({ check, signIn }: Steps<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.reject = reject
      this.poll()
      this.checked = check()
      Promise.all([signIn(this.navigate), this.checked]).then(([result]) => {
        if (result) this.end(() => resolve(result))
        else this.fail(new AuthError('auth/internal-error'))
      }, this.fail)
    })
  }

  cancel(): void {
    this.fail(new AuthError('auth/cancelled-popup-request'))
  }

  private readonly poll = (): void => {
    this.stopTimer = this.popup.closed
      ? this.clock.after(graceMs, () => this.fail(new AuthError('auth/popup-closed-by-user')))
      : this.clock.after(this.pollDelay.get(), this.poll)
  }

  private readonly navigate: Navigate = async ({ url, state }) => {
    // The window goes nowhere before the checks are over: a page that arrives just when it closes
    // keeps it open for good (seen in Chromium).
    await this.checked
    return new Promise(answered => {
      if (this.over) return
      if (this.rounds++ > 0) this.poll()
      this.stopListening()
      this.stopListening = hear(this.events, state, event => {
        // From here on the window does not matter any more: however slow the exchange, it is no
        // closed popup.
        this.stopTimer()
        answered(event)
      })
      this.popup.go(url)
    })
  }

  private readonly fail = (e: unknown): void => this.end(() => this.reject(asAuthError(e)))

  /** The first end counts; later ones find nothing to do. */
  private end(tell: () => void): void {
    if (this.over) return
    this.over = true
    this.stopTimer()
    this.stopListening()
    this.popup.close()
    tell()
  }
}

/**
 * Both ways `/auth-popup` may answer: a message to its opener, or, when the opener was cut off, a
 * channel named after the state.
 */
function hear(events: AuthEvents, state: string, take: (event: AuthEvent) => void): () => void {
  const stop = events.listen({ type: 'popup', id: state, take }, () => true)
  if (typeof BroadcastChannel !== 'function') return stop
  const channel = new BroadcastChannel(channelName(state))
  channel.onmessage = ({ data }) => events.post('popup', data)
  return () => {
    stop()
    channel.close()
  }
}
