// Signing in without a popup: this page leaves, and another one comes back.
import { pendingKey } from './callback'
import { AuthError } from './errors'
import { eventOf, type AuthEvent, type AuthEvents, type Going } from './events'

/**
 * Hands the answer this page came back with to the events, where it waits for the first who asks.
 */
export function announceArrival(url: string | null, events: AuthEvents): void {
  if (url) events.deliver(eventOf('redirect', url))
}

/** The redirect answer that is waiting; nobody gets it a second time. */
export function waitingRedirect(events: AuthEvents): AuthEvent | undefined {
  let waiting: AuthEvent | undefined
  const unregister = events.register({
    type: 'redirect',
    id: '',
    take: event => void (waiting = event),
  })
  unregister()
  return waiting
}

/**
 * Marks this tab as on its way, and leaves when `prepare` knows where to. When it fails, nothing
 * navigates and the mark is gone.
 */
export async function leave(prepare: () => Promise<Going>): Promise<never> {
  setPending()
  try {
    const { url } = await prepare()
    location.assign(url)
  } catch (e) {
    clearPending()
    throw e
  }
  return new Promise<never>(() => {}) // the page is on its way out: nobody needs an answer any more
}

function setPending(): void {
  try {
    sessionStorage.setItem(pendingKey, 'true')
  } catch (cause) {
    throw new AuthError('auth/web-storage-unsupported', { cause })
  }
}

function clearPending(): void {
  try {
    sessionStorage.removeItem(pendingKey)
  } catch {
    /* then it was never set either */
  }
}
