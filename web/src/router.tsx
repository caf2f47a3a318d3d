// Where somebody is, and how to go elsewhere: the history of the browser as React needs it. Which
// page an address is, the site map says (match.ts).
import {
  createContext,
  startTransition,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'

export interface Location {
  pathname: string
  search: string
  hash: string
  state: unknown
  /** Of this place in the history, also after a reload. */
  key: string
}
type Way = 'POP' | 'PUSH' | 'REPLACE'
type Place = readonly [at: Location, way: Way]
/** What stands in the history; `idx` is how far in. */
interface Entry {
  usr: unknown
  key: string
  idx: number
}

const PlaceContext = createContext<Place>(null!)
export const useLocation = () => useContext(PlaceContext)[0]
export const useNavigationType = () => useContext(PlaceContext)[1]
export const useNavigate = () => navigate
export function useSearch() {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

const partsOf = (address: string) => {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  return { pathname, search: search === '?' ? '' : search, hash }
}

const entry = () => history.state as Partial<Entry> | null

function here(): Place {
  const { pathname, search, hash } = location
  const { usr = null, key = 'default' } = entry() ?? {}
  return [{ pathname, search, hash, state: usr, key }, 'POP']
}

const listeners = new Set<(place: Place) => void>()
const tell = (place: Place) => {
  for (const hear of listeners) hear(place)
}

/** To an own path, or so many steps through the history. */
function navigate(
  to: string | number,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  if (typeof to === 'number') return history.go(to)
  const parts = partsOf(to)
  const at = {
    ...parts,
    pathname: parts.pathname || location.pathname,
    state,
    key: Math.random().toString(36).slice(2, 10),
  }
  const idx = (entry()?.idx ?? 0) + (replace ? 0 : 1)
  const next: Entry = { usr: state, key: at.key, idx }
  const address = at.pathname + at.search + at.hash
  if (replace) history.replaceState(next, '', address)
  else history.pushState(next, '', address)
  tell([at, replace ? 'REPLACE' : 'PUSH'])
}

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, set] = useState(here)
  useLayoutEffect(() => {
    // what comes by a link of the page or before scripts has no place yet
    if (entry()?.idx === undefined) history.replaceState({ ...entry(), idx: 0 }, '')
    const hear = (next: Place) => startTransition(() => set(next))
    const back = () => tell(here())
    listeners.add(hear)
    addEventListener('popstate', back)
    return () => {
      listeners.delete(hear)
      removeEventListener('popstate', back)
    }
  }, [])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

/** One address that nobody leaves: on the server, and in tests. */
export const StaticRouter = ({ location, children }: { location: string; children: ReactNode }) => (
  <PlaceContext value={[{ ...partsOf(location), state: null, key: 'default' }, 'POP']}>
    {children}
  </PlaceContext>
)
