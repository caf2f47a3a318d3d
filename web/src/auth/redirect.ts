// Signing in without a popup: this page leaves, and another one comes back.
import { pendingKey } from './callback'
import { AuthError } from './errors'
import type { Going } from './events'

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
