import { createContext, use, useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { components } from '../api/schema.gen'
import type { Auth } from '../auth/types'
import { freshAt, useFresh } from './useFresh'

type Waiting = components['schemas']['Waiting']

const Known = createContext<Waiting['places']>({})

const every = 60_000
const nothing = () => Promise.resolve({ status: 304 as const })

/**
 * Keeps what waits for this person today, for the bar and for "Meer": read at each screen that is
 * opened, and once a minute. Without an answer there are no numbers.
 */
export function WaitingToday({
  auth,
  wanted,
  children,
}: {
  auth: Auth
  /** Somewhere on the screen is a number. */
  wanted: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const load = useCallback(
    (etag?: string) => (wanted ? freshAt<Waiting>(auth, '/api/waiting')(etag) : nothing()),
    [auth, wanted],
  )
  const { data, reload } = useFresh(load, every)
  const asked = useRef(pathname)
  useEffect(() => {
    if (asked.current !== pathname) void reload()
    asked.current = pathname
  }, [pathname, reload])
  return <Known value={data?.places ?? none}>{children}</Known>
}

const none = {}

/** How many things wait at a place; 0 when none do, or nobody knows. */
export const useWaits = (place: string | undefined): number => use(Known)[place ?? ''] ?? 0
