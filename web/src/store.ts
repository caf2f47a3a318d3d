// Chunks and reads in the browser. Both start in the same render; nothing here ever rejects.
import { loadPage } from './api/read'
import { bareSite, layoutOf } from './layout/site'
import { match } from './match'
import { ready, type Address, type Boot, type Loaded, type PageModule, type Store } from './page'
import type { Page, Site } from './pages'

const modules = import.meta.glob<PageModule>('./features/*/*Page.tsx')

/** During a transition React renders the old page and the new one in turn, and Back must not wait: some loads stay. */
const kept = 8

export function browserStore(boot: Boot | undefined): Store {
  const code = codeStore()
  const layout = layoutStore(layoutOf(boot))
  const loads = new Map<string, Promise<Loaded>>()
  let first = boot
  const firstKey = (history.state as { key?: string } | null)?.key ?? 'default' // as the router reads it
  let shown = { address: '', load: undefined as Promise<Loaded> | undefined }

  function fetchLoad(page: Page, params: Record<string, string>, at: Address): Promise<Loaded> {
    const load: Promise<Loaded> = loadPage(page, params, at.search).then(({ layout: site, ...loaded }) => {
      if (site) layout.set(site)
      const done = ready<Loaded>(loaded)
      if (loads.get(name(at)) === load) loads.set(name(at), done)
      if (shown.load === load) shown.load = done
      return loaded
    })
    return load
  }
  /** The load that came with the page itself, once. */
  function fromPage(at: Address): Promise<Loaded> | undefined {
    if (!first || at.key !== firstKey) return undefined
    const loaded = ready<Loaded>(first)
    first = undefined
    return loaded
  }
  function load(page: Page, params: Record<string, string>, at: Address): Promise<Loaded> {
    const known = loads.get(name(at))
    if (known) return known
    const address = at.pathname + at.search
    const here = at.hash && shown.address === address ? shown.load : undefined // a jump within the page reads nothing
    const start = here ?? fromPage(at) ?? fetchLoad(page, params, at)
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
    },
  }
}

const name = (at: Address) => `${at.key} ${at.pathname}${at.search}`

function codeStore() {
  const code = new Map<string, Promise<PageModule | undefined>>()
  const fetchCode = async (page: string) => {
    const get = modules[`./features/${page}.tsx`]!
    const module = await get().catch(() => get()).catch(() => undefined)
    code.set(page, ready<PageModule | undefined>(module))
    return module
  }
  return {
    get(page: string) {
      const known = code.get(page)
      if (known) return known
      const start = fetchCode(page)
      code.set(page, start)
      return start
    },
    forget: (page: string) => void code.delete(page),
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
