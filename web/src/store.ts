// Chunks and reads in the browser. Both start in the same render; nothing here ever rejects.
import { loadPage } from './api/read'
import { parts } from './layout/parts'
import { sessionSource } from './layout/session'
import { bareSite, layoutOf } from './layout/site'
import { match } from './match'
import {
  ready,
  type Address,
  type Boot,
  type Flash,
  type Loaded,
  type PageModule,
  type Part,
  type Parts,
  type StaffModule,
  type Store,
} from './page'
import type { Page, Site } from './pages'

const modules = import.meta.glob<PageModule>([
  './features/*/*Page.tsx',
  './features/*/*/*Page.tsx',
  '!./features/*/staff/*',
])
const area = 'staff'

/**
 * During a transition React renders the old page and the new one in turn, and Back must not wait:
 * some loads stay.
 */
const kept = 8

export function browserStore(boot: Boot | undefined): Store {
  const code = codeStore<PageModule>(page => modules[`./features/${page}.tsx`]!())
  const staff = codeStore<StaffModule>(() => import('./staff'))
  const part = codeStore<Parts[Part]>(name => parts[name as Part]())
  const layout = layoutStore(layoutOf(boot))
  const loads = new Map<string, Promise<Loaded>>()
  let first = boot
  // as the router reads it
  const firstKey = (history.state as { key?: string } | null)?.key ?? 'default'
  let shown = { address: '', load: undefined as Promise<Loaded> | undefined }

  function fetchLoad(
    page: Page,
    params: Record<string, string>,
    at: Address,
    flash?: Flash,
  ): Promise<Loaded> {
    const load: Promise<Loaded> = loadPage(page, params, at.search).then(
      ({ layout: site, ...read }) => {
        if (site) layout.set(site)
        const loaded = { ...read, flash }
        const done = ready<Loaded>(loaded)
        if (loads.get(name(at)) === load) loads.set(name(at), done)
        if (shown.load === load) shown.load = done
        return loaded
      },
    )
    return load
  }
  /**
   * The load that came with the page itself, once. The shell brings the layout, and what was just
   * done: the rest is read here.
   */
  function fromPage(
    page: Page,
    params: Record<string, string>,
    at: Address,
  ): Promise<Loaded> | undefined {
    if (!first || at.key !== firstKey) return undefined
    const loaded = first
    first = undefined
    return loaded.shell && page.data
      ? fetchLoad(page, params, at, loaded.flash)
      : ready<Loaded>(loaded)
  }
  function load(page: Page, params: Record<string, string>, at: Address): Promise<Loaded> {
    const known = loads.get(name(at))
    if (known) return known
    const address = at.pathname + at.search
    // a jump within the page reads nothing
    const here = at.hash && shown.address === address ? shown.load : undefined
    const start = here ?? fromPage(page, params, at) ?? fetchLoad(page, params, at)
    loads.set(name(at), start)
    shown = { address, load: start }
    for (const old of loads.keys()) {
      if (loads.size <= kept) break
      loads.delete(old)
    }
    return start
  }
  return {
    origin: boot?.origin ?? location.origin,
    ...(boot ? { first: boot } : {}),
    module: code.get,
    part: <P extends Part>(name: P) => part.get(name) as Promise<Parts[P] | undefined>,
    staff: () => staff.get(area),
    session: sessionSource(() => import('./auth').then(m => m.auth)),
    load,
    layout,
    warm(path) {
      const module = match(path)?.page.module
      if (module) void code.get(module)
    },
    retry(page, at) {
      loads.delete(name(at))
      shown = { address: '', load: undefined }
      if (page.module) code.forget(page.module)
      if (page.staff) staff.forget(area)
      for (const name of Object.keys(parts)) part.forget(name)
    },
  }
}

const name = (at: Address) => `${at.key} ${at.pathname}${at.search}`

/** Code by name, fetched once, at the second try when the first failed. */
function codeStore<M>(fetchOne: (name: string) => Promise<M>) {
  const code = new Map<string, Promise<M | undefined>>()
  const fetchCode = async (name: string) => {
    const module = await fetchOne(name)
      .catch(() => fetchOne(name))
      .catch(() => undefined)
    code.set(name, ready<M | undefined>(module))
    return module
  }
  return {
    get(name: string) {
      const known = code.get(name)
      if (known) return known
      const start = fetchCode(name)
      code.set(name, start)
      return start
    },
    forget: (name: string) => void code.delete(name),
  }
}

function layoutStore(first: Site | undefined) {
  let site = first ?? bareSite
  const listeners = new Set<() => void>()
  return {
    get: () => site,
    set(next: Site) {
      if (JSON.stringify(next) === JSON.stringify(site)) return
      site = next
      for (const tell of listeners) tell()
    },
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}
