// The acts behind the notices and behind "Mijn keuzes".
import { consentCookie, force, shows } from './consent'
import { keepCookie } from './cookie'
import { dismissedCookie } from './dismissed'
import { stripKey } from './stripRead'

const year = 365

/** The last choice on its way to the server. */
let asked: AbortController | undefined

/**
 * Keeps the choice, and hides the banner also where nothing can be kept. The server sends the
 * cookie once more: some browsers forget within a week what a script of the page kept.
 */
export function choose(yes: boolean) {
  asked?.abort() // its answer would put back what was chosen before
  keepCookie(consentCookie, String(yes), year)
  force('banner', undefined)
  if (shows('banner')) return force('banner', false)
  const body = new URLSearchParams({ [consentCookie]: String(yes) })
  void fetch('/api/cookie-choice', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
    keepalive: true,
    signal: (asked = new AbortController()).signal,
  }).catch(() => undefined)
}

export function readStrip() {
  try {
    localStorage.setItem(stripKey, 'accepted')
    force('strip', undefined)
  } catch {
    force('strip', false)
  }
}

/**
 * Keys of a staff sign-in: they stay until somebody signs out. The drafts of forms are a visitor's.
 */
const staffs = (key: string) =>
  key === 'pendingRedirect' || (/^hr[:.]/.test(key) && !key.startsWith('hr:draft:'))

/**
 * Removes all that this site keeps for a visitor on this device. False when the browser refuses.
 */
export function wipe(): boolean {
  asked?.abort()
  for (const name of [consentCookie, dismissedCookie]) keepCookie(name, '', 0)
  let done = true
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      for (const key of Object.keys(storage())) if (!staffs(key)) storage().removeItem(key)
    } catch {
      done = false
    }
  }
  force('banner', undefined)
  force('strip', undefined)
  dispatchEvent(new StorageEvent('storage')) // whoever shows what was kept reads again
  return done
}
