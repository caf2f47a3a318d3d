// One sign-in in a popup, from the click to its end. The library's own navigator
// looks every half second and has no grace.
import { callbackAddress, channelName } from './callback'
import type { Delay } from './delay'
import { AuthError } from './errors'
import { eventOf, type AuthEvent, type AuthEvents } from './events'
import { openPopup, type PopupWindow } from './popupWindow'
import { asAuthError } from './translate'
import type { Clock } from './types'

/**
 * The answer may still be under way when the window is seen closed: it closes itself after sending
 * it.
 */
const graceMs = 8000

/** Where to send the window, and the state its answer will carry. */
export interface Going {
  url: string
  state: string
}

/** What a popup sign-in does besides watching its window. */
export interface Steps<R> {
  /**
   * Domain and storage: side by side with the rest. Whoever fails it is not signed in, however far
   * the rest came.
   */
  check(): Promise<unknown>
  prepare(): Promise<Going>
  /** Turns the answer into a result, or into another round in the same window. */
  finish(event: AuthEvent): Promise<R | { again: Going } | null>
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
  start<R extends object>(steps: Steps<R>): Promise<R> {
    this.cancel()
    let opened: PopupWindow
    try {
      opened = openPopup()
    } catch (e) {
      return Promise.reject(asAuthError(e))
    }
    return new Promise<R>((resolve, reject) => {
      const operation = new Operation<R>(opened, steps, this.clock, this.poll, this.events, {
        over: () => {
          if (this.current === operation) this.current = undefined
        },
        resolve,
        reject,
      })
      this.current = operation
      operation.begin()
    })
  }

  /** Ends the popup that is open, with `cancelled-popup-request`, before this returns. */
  cancel(): void {
    this.current?.cancel()
  }
}

interface End<R> {
  over(): void
  resolve(result: R): void
  reject(error: AuthError): void
}

class Operation<R extends object> {
  private phase: 'waiting' | 'exchanging' | 'over' = 'waiting'
  private stopTimer = () => {}
  private stopListening = () => {}
  private checked: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly popup: PopupWindow,
    private readonly steps: Steps<R>,
    private readonly clock: Clock,
    private readonly pollDelay: Delay,
    private readonly events: AuthEvents,
    private readonly end: End<R>,
  ) {}

  begin(): void {
    this.poll()
    this.checked = this.steps.check()
    this.checked.catch(this.fail)
    // The window goes nowhere before the checks are over: a page that arrives just when it closes
    // keeps it open for good (seen in Chromium).
    Promise.all([this.steps.prepare(), this.checked]).then(([going]) => this.go(going), this.fail)
  }

  cancel(): void {
    this.fail(new AuthError('auth/cancelled-popup-request'))
  }

  private readonly poll = (): void => {
    this.stopTimer = this.popup.closed
      ? this.clock.after(graceMs, () => this.fail(new AuthError('auth/popup-closed-by-user')))
      : this.clock.after(this.pollDelay.get(), this.poll)
  }

  private readonly go = ({ url, state }: Going): void => {
    if (this.phase === 'over') return
    this.stopListening = this.listen(state)
    this.popup.go(url)
  }

  private listen(state: string): () => void {
    const unregister = this.events.register({ type: 'popup', id: state, take: this.take })
    const unhear = hear(state, url => this.events.deliver(eventOf('popup', url)))
    return () => {
      unregister()
      unhear()
    }
  }

  /**
   * From here on the window does not matter any more: however slow the exchange, it is no closed
   * popup.
   */
  private readonly take = (event: AuthEvent): void => {
    if (this.phase !== 'waiting') return
    this.phase = 'exchanging'
    this.stopTimer()
    Promise.all([this.steps.finish(event), this.checked]).then(
      ([result]) => this.finished(result),
      this.fail,
    )
  }

  private finished(result: R | { again: Going } | null): void {
    if (this.phase === 'over') return
    if (!result) return this.fail(new AuthError('auth/internal-error'))
    if (!('again' in result)) return this.close(() => this.end.resolve(result))
    this.phase = 'waiting'
    this.stopListening()
    this.poll()
    this.go(result.again)
  }

  private readonly fail = (e: unknown): void => this.close(() => this.end.reject(asAuthError(e)))

  /** The first end counts; later ones find nothing to do. */
  private close(tell: () => void): void {
    if (this.phase === 'over') return
    this.phase = 'over'
    this.stopTimer()
    this.stopListening()
    this.popup.close()
    this.end.over()
    tell()
  }
}

/**
 * Both ways `/auth-popup` may answer: a message to its opener, or, when the opener was cut off, a
 * channel named after the state. Whose answer it is, the events find out by its state.
 */
function hear(state: string, tell: (url: string) => void): () => void {
  const onData = (data: unknown) => {
    const url = callbackAddress(data)
    if (url) tell(url)
  }
  const onMessage = (message: MessageEvent) => {
    if (message.origin === location.origin) onData(message.data)
  }
  const channel =
    typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName(state)) : undefined
  if (channel) channel.onmessage = message => onData(message.data)
  window.addEventListener('message', onMessage)
  return () => {
    window.removeEventListener('message', onMessage)
    channel?.close()
  }
}
