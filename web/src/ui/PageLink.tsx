import type { ComponentProps, MouseEvent } from 'react'
import { useLinkClickHandler } from 'react-router-dom'
import { useStore } from '../page'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link within the site that fetches the code of the next page when the visitor points at it. It
 * is written on the router's own click handler: the router's <Link> brings prefetching that only
 * its framework uses, 2 kB on every page.
 */
export function PageLink({ to, onClick, ...rest }: Props) {
  const store = useStore()
  const go = useLinkClickHandler(to)
  const warm = () => store.warm(to.split(/[?#]/)[0]!)
  const click = (e: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(e)
    if (!e.defaultPrevented) go(e)
  }
  return <a {...rest} href={to} onClick={click} onPointerEnter={warm} onFocus={warm} />
}
