import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from '../router'
import type { components } from '../api/schema.gen'
import type { Auth } from '../auth/types'
import { useRead } from './api/useRead'

type Waiting = components['schemas']['Waiting']

const Known = createContext<Waiting['places']>({})

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
  const { data, again } = useRead(auth, '/api/waiting', { every: 60_000, off: !wanted })
  const asked = useRef(pathname)
  useEffect(() => {
    if (asked.current !== pathname) void again()
    asked.current = pathname
  }, [pathname, again])
  return <Known value={data?.places ?? none}>{children}</Known>
}

const none = {}

/** How many things wait at a place; 0 when none do, or nobody knows. */
export const useWaits = (place: string | undefined): number => use(Known)[place ?? ''] ?? 0
