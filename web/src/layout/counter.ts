import { useEffect } from 'react'
import { useLocation } from '../router'
import type { Page } from '../pages'
import { hasConsent } from './consent'

/**
 * Tells the page counter which kind of page is looked at, when that was agreed to: the pattern,
 * never the address. Pages with a secret in their address, those of the staff and those on the way
 * of a sign-in are not counted.
 */
export function usePageCounter(page: Page | undefined) {
  const { pathname, search } = useLocation()
  const secret = page?.secret?.some(word => new URLSearchParams(search).has(word))
  const route =
    page && !secret && !page.key && !page.staff && !(page.signin && page.plain)
      ? page.path
      : undefined
  useEffect(() => {
    if (!route || !hasConsent()) return
    const body = JSON.stringify({ route })
    void fetch('/api/pageviews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined)
  }, [pathname, route])
}
