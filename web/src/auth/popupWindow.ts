// The window of a popup sign-in: how it opens, and the little we do with it
// afterwards.
import { AuthError } from './errors'

export interface PopupWindow {
  readonly closed: boolean
  /** Sends it on. Nothing happens when it is gone: the poll finds that out. */
  go(url: string): void
  close(): void
}

const width = 500
const height = 600

/**
 * Opens at once: a browser only allows it inside the click. Throws `popup-blocked`, or
 * `argument-error` where no window can be opened at all.
 */
export function openPopup(): PopupWindow {
  if (typeof window.open !== 'function') throw new AuthError('auth/argument-error')
  const opened = open()
  if (!opened && isHomeScreenApp()) return withoutHandle
  if (!opened || opened.closed) throw new AuthError('auth/popup-blocked')
  try {
    opened.focus()
  } catch {
    /* it is open, that is what counts */
  }
  return {
    get closed() {
      return opened.closed
    },
    go(url) {
      if (opened.closed) return
      try {
        opened.location.replace(url)
      } catch {
        /* gone between the two lines */
      }
    },
    close() {
      try {
        opened.close()
      } catch {
        /* gone already */
      }
    },
  }
}

function open(): Window | null {
  try {
    return window.open('', windowName(), features()) ?? null
  } catch {
    return null
  }
}

/**
 * A name of its own for every window: an old one that is still open is never taken over. Chrome on
 * iOS knows only `_blank`.
 */
function windowName(): string {
  if (/crios\//i.test(navigator.userAgent)) return '_blank'
  return Array.from({ length: 10 }, () => Math.floor(Math.random() * 10)).join('')
}

function features(): string {
  const { availHeight, availWidth } = window.screen
  const list = [
    'location=yes',
    'resizable=yes',
    'statusbar=yes',
    'toolbar=no',
    `width=${width}`,
    `height=${height}`,
    `top=${Math.max((availHeight - height) / 2, 0)}`,
    `left=${Math.max((availWidth - width) / 2, 0)}`,
  ]
  if (/firefox\//i.test(navigator.userAgent)) list.push('scrollbars=yes')
  return list.join(',')
}

function isHomeScreenApp(): boolean {
  return (
    /iphone|ipad|ipod/i.test(navigator.userAgent) &&
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/**
 * An app on the home screen of an iPhone opens a page in Safari and gets no handle: closing can
 * never be noticed.
 */
const withoutHandle: PopupWindow = {
  closed: false,
  go(url) {
    const link = document.createElement('a')
    link.href = url
    link.target = '_blank'
    link.click()
  },
  close() {},
}
