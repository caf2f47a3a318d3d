import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from '../router'
import { useStore } from '../page'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link within the site, an own path, that fetches the code of the next page when the visitor
 * points at it. The router's <Link> brings prefetching that only its framework uses, and its click
 * handler reads relative paths: 3 kB on every page.
 */
export function PageLink({ to, onClick, ...rest }: Props) {
  const store = useStore()
  const go = useNavigate()
  const { pathname, search, hash } = useLocation()
  const warm = () => store.warm(to.split(/[?#]/)[0]!)
  const click = (e: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(e)
    // another button or key asks the browser for a tab, a window or a file
    if (e.defaultPrevented || e.button || e.metaKey || e.altKey || e.ctrlKey || e.shiftKey) return
    e.preventDefault()
    void go(to, { replace: to === pathname + search + hash })
  }
  return <a {...rest} href={to} onClick={click} onPointerEnter={warm} onFocus={warm} />
}
