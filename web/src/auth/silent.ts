// The silent check: the provider is asked in a hidden frame whether this browser is signed in
// there.
import { AuthError } from './errors'
import type { AuthEvent, AuthEvents, Going } from './events'
import type { Clock } from './types'

/**
 * The answer; null when `signal` called the question off; rejects with `network-request-failed`
 * when none came in `ms`. The frame is gone in each case.
 */
export function askInFrame(
  { url, state }: Going,
  ms: number,
  clock: Clock,
  events: AuthEvents,
  signal?: AbortSignal,
): Promise<AuthEvent | null> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve(null)
    const frame = hiddenFrame(url)
    const end = (tell: () => void) => {
      stopTimer()
      stopListening()
      signal?.removeEventListener('abort', callOff)
      frame.remove()
      tell()
    }
    const callOff = () => end(() => resolve(null))
    const stopTimer = clock.after(ms, () =>
      end(() => reject(new AuthError('auth/network-request-failed'))),
    )
    const stopListening = events.listen(
      { type: 'silent', id: state, take: event => end(() => resolve(event)) },
      source => source === frame.contentWindow,
    )
    signal?.addEventListener('abort', callOff)
    document.body.append(frame)
  })
}

/** Hidden by attribute: a style would be refused by the CSP. */
function hiddenFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.tabIndex = -1
  frame.title = 'Inlogcontrole'
  frame.src = url
  return frame
}
