/** Gives the focus back to where it was, or to the heading of the page when that is gone. */
export function refocus(origin: Element | null) {
  if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true })
  if (origin && origin === document.activeElement) return
  const heading = document.querySelector<HTMLElement>('main:not([hidden]) h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
