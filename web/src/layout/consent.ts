// What a visitor chose about statistics, and whether the strip was read.
import { useSyncExternalStore } from 'react'
import { useStore } from '../page'
import { cookie } from './cookie'
import { stripRead } from './stripRead'

export const consentCookie = 'cookieConsent'

/**
 * Whether anything optional may be done. The cookie alone says so, and anything but `true` is no.
 */
export const hasConsent = () => cookie(consentCookie) === 'true'

export type Notice = 'banner' | 'strip'

/** What a button of this page made of a notice: hidden while storage is blocked, or shown again. */
const forced: Partial<Record<Notice, boolean>> = {}
const listeners = new Set<() => void>()

/** Whether nothing is kept yet about a notice, whatever is shown now. */
export const unanswered: Record<Notice, () => boolean> = {
  banner: () => cookie(consentCookie) === undefined,
  strip: () => !stripRead(),
}

export const shows = (notice: Notice) => forced[notice] ?? unanswered[notice]()

/** Hides a notice on this page, shows it again, or (undefined) lets what is kept decide. */
export function force(notice: Notice, shown: boolean | undefined) {
  forced[notice] = shown
  for (const tell of [...listeners]) tell()
}

/** Calls after a change, also one of another tab. */
function subscribe(changed: () => void) {
  const tells = [
    [window, 'storage'],
    [window, 'focus'],
    [(window as { cookieStore?: EventTarget }).cookieStore, 'change'],
  ] as const
  listeners.add(changed)
  for (const [from, name] of tells) from?.addEventListener(name, changed)
  return () => {
    listeners.delete(changed)
    for (const [from, name] of tells) from?.removeEventListener(name, changed)
  }
}

/** Whether a notice is to be shown. The server knows the cookie, and writes every strip. */
export function useNotice(notice: Notice): boolean {
  const ask = useStore().first?.ask
  return useSyncExternalStore(
    subscribe,
    () => shows(notice),
    () => notice === 'strip' || ask === true,
  )
}
