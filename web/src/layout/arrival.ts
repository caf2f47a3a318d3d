// What happens when a new page has appeared: scroll position, focus, and nothing at the first load.
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from '../router'

let arrivedAt: { key: string; tries: number; pathname: string; heading: string } | undefined
let headingWanted = false
const scrolled = new Map<string, number>()
/** The words behind each list, as it was left: its filter, its week. */
const left = new Map<string, string>()

/** The first page runs. */
export const arrived = () => arrivedAt !== undefined

/** The next arrival focuses the heading whatever else holds: a link of the menu was chosen. */
export const wantHeading = () => void (headingWanted = true)

/**
 * Runs in what Suspense reveals, so the heading is there. Same page and same heading (a filter, a
 * week): focus and scroll stay. `tries` counts the presses of "Probeer opnieuw": each is an arrival
 * of its own.
 */
export function useArrival(tries = 0) {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  useEffect(() => {
    const h1 = document.querySelector<HTMLElement>('#inhoud h1')
    const now = { key, tries, pathname, heading: h1?.textContent ?? '' }
    const before = arrivedAt
    arrivedAt = now
    if (!before || (before.key === key && before.tries === tries)) return
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    const same = before.pathname === now.pathname && before.heading === now.heading
    if (same && !target && !headingWanted) return
    if (!target) window.scrollTo(0, type === 'POP' ? (scrolled.get(key) ?? 0) : 0)
    else target.scrollIntoView()
    focus(target ?? document.querySelector<HTMLElement>('#inhoud [data-result]') ?? h1)
    headingWanted = false
  }, [key, tries, pathname, hash, type])
}

function focus(el: HTMLElement | null) {
  if (!el) return
  if (!el.hasAttribute('tabindex')) el.tabIndex = -1
  el.focus({ preventScroll: true })
}

/** A list as this tab left it. */
export const asLeft = (list: string) => list + (left.get(list) ?? '')

/** Remembers where each address was scrolled to, and how lists were left, in memory only. */
export function useScrollMemory() {
  const { key, pathname, search } = useLocation()
  useLayoutEffect(() => {
    left.set(pathname, search)
    const remember = () => void scrolled.set(key, window.scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key, pathname, search])
}
