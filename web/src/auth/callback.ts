// What the three callback pages do, once, before anything is drawn. Nothing
// here needs the library. The address holds a code: every page takes it out of the address bar
// before it does anything else with the person.

export const callbackPaths = {
  popup: '/auth-popup',
  silent: '/auth-silent',
  redirect: '/auth-callback',
} as const

/**
 * Set before a redirect sign-in leaves the page; sessionStorage, so only this tab can come back.
 */
export const pendingKey = 'pendingRedirect'

export const channelName = (state: string) => `oidc-client-popup-${state}`

/** The address a callback page passes on; nothing when a message is somebody else's. */
export function callbackAddress(data: unknown): string | undefined {
  const { source, url } = (data ?? {}) as { source?: unknown; url?: unknown }
  return source === 'oidc-client' && typeof url === 'string' ? url : undefined
}

/**
 * `/auth-popup`: passes the answer on and closes. False: opened by hand, there is nothing to pass
 * on.
 */
export function answerFromPopup(): boolean {
  const answer = takeAnswer(callbackPaths.popup)
  if (!answer) return false
  const { url, words } = answer
  const message = { source: 'oidc-client', url }
  const opener = window.opener as Window | null
  if (opener) opener.postMessage(message, location.origin)
  else broadcast(words.get('state') ?? '', message)
  // the opener sends this same window there again, if it still holds it
  const goesOn = opener && isExpired(words.get('error'), words.get('error_description'))
  if (!goesOn) window.close()
  return true
}

/** `/auth-silent`, in a hidden frame: passes the answer to the page around it. */
export function answerFromFrame(): boolean {
  const answer = takeAnswer(callbackPaths.silent)
  if (!answer || window.parent === window) return false
  window.parent.postMessage({ source: 'oidc-client', url: answer.url }, location.origin)
  return true
}

let arrived: string | null | undefined

/**
 * `/auth-callback`: the answer this page came back with; null when no sign-in of this tab was under
 * way. Safe to ask again.
 */
export function redirectArrival(): string | null {
  if (arrived === undefined) arrived = arrive()
  return arrived
}

function arrive(): string | null {
  if (location.pathname !== callbackPaths.redirect) return null
  const pending = takePending() // before anything else: one sign-in comes back once
  const answer = takeAnswer(callbackPaths.redirect)
  return pending && answer ? answer.url : null
}

function takePending(): boolean {
  try {
    const pending = sessionStorage.getItem(pendingKey) !== null
    sessionStorage.removeItem(pendingKey)
    return pending
  } catch {
    return false
  }
}

function takeAnswer(path: string): { url: string; words: URLSearchParams } | null {
  if (location.pathname !== path) return null
  const url = location.href
  const words = new URLSearchParams(location.search)
  if (location.search || location.hash) history.replaceState(history.state, '', path)
  return words.has('code') || words.has('state') || words.has('error') ? { url, words } : null
}

function broadcast(state: string, message: unknown): void {
  if (typeof BroadcastChannel !== 'function') return
  const channel = new BroadcastChannel(channelName(state))
  channel.postMessage(message)
  channel.close()
}

/** The person took too long on the provider's page. */
export function isExpired(error: string | null, description: unknown): boolean {
  return error === 'temporarily_unavailable' && description === 'authentication_expired'
}
