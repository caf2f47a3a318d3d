// Answers of the provider on their way to whoever asked.
import { callbackAddress } from './callback'
import type { Clock } from './types'

export type EventType = 'popup' | 'redirect' | 'silent'

export interface AuthEvent {
  type: EventType
  /** The operation it answers; empty for a redirect: the page that asked is gone. */
  id: string
  state: string
  sessionState: string
  /** The whole address the provider sent the browser to. Holds a code: never log it. */
  url: string
}

/** Where to send the browser, and the state its answer will carry. */
export interface Going {
  url: string
  state: string
}

/** Takes the browser there and brings the answer; null: the question was called off. */
export type Navigate = (going: Going) => Promise<AuthEvent | null>

export interface Consumer {
  type: EventType
  /** Empty: takes every event of its type. */
  id: string
  take(event: AuthEvent): void
}

export function eventOf(type: EventType, url: string): AuthEvent {
  const words = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  const state = words.get('state') ?? ''
  return {
    type,
    id: type === 'redirect' ? '' : state,
    state,
    sessionState: words.get('session_state') ?? '',
    url,
  }
}

/** An identity is remembered until nothing was handled for this long. */
const rememberMs = 600_000

export class AuthEvents {
  private readonly consumers = new Set<Consumer>()
  private readonly handled = new Set<string>()
  private lastHandled = 0
  private waiting: AuthEvent | undefined
  private redirectSeen = false

  constructor(private readonly clock: Clock) {}

  /** Gives the function that takes the consumer away again. */
  register(consumer: Consumer): () => void {
    this.consumers.add(consumer)
    const event = this.waiting
    if (event && fits(event, consumer)) {
      this.waiting = undefined
      this.hand(event, consumer)
    }
    return () => void this.consumers.delete(consumer)
  }

  /**
   * Whether somebody took it, or will: the first redirect nobody asked for yet waits for its
   * consumer, once per page.
   */
  deliver(event: AuthEvent): boolean {
    if (this.clock.now() - this.lastHandled >= rememberMs) this.handled.clear()
    if (this.handled.has(identity(event))) return false
    const takers = [...this.consumers].filter(consumer => fits(event, consumer))
    for (const taker of takers) this.hand(event, taker)
    if (event.type !== 'redirect' || this.redirectSeen) return takers.length > 0
    this.redirectSeen = true
    if (takers.length === 0) this.waiting = event
    return true
  }

  /**
   * Registers for one answer, and hears what the callback page posts from a window that `posts` may
   * be. Whose answer it is shows by its state.
   */
  listen(consumer: Consumer, posts: (source: unknown) => boolean): () => void {
    const unregister = this.register(consumer)
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && posts(source)) this.post(consumer.type, data)
    }
    window.addEventListener('message', hear)
    return () => {
      unregister()
      window.removeEventListener('message', hear)
    }
  }

  /** What a callback page said; anything else is nothing. */
  post(type: EventType, data: unknown): void {
    const url = callbackAddress(data)
    if (url) this.deliver(eventOf(type, url))
  }

  private hand(event: AuthEvent, consumer: Consumer): void {
    this.handled.add(identity(event))
    this.lastHandled = this.clock.now()
    consumer.take(event)
  }
}

const fits = (event: AuthEvent, consumer: Consumer) =>
  consumer.type === event.type && (consumer.id === '' || consumer.id === event.id)

const identity = ({ type, state, sessionState }: AuthEvent) =>
  [type, state, sessionState].filter(Boolean).join('-')
