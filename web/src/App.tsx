// The looks of everything come first: parts and pages build on them.
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/print.css'
import { Suspense, use, useState } from 'react'
import { useLocation } from './router'
import {
  passedFlash,
  useStore,
  type Asked,
  type Flash,
  type Head,
  type Loaded,
  type PageModule,
} from './page'
import { match, type Match } from './match'
import type { Page } from './pages'
import { useHead } from './head'
import { CrashBoundary } from './layout/Crash'
import { Layout } from './layout/Layout'
import { Loading } from './layout/Loading'
import { Failed, lostHead } from './layout/Failed'
import { StaffLoading } from './layout/StaffLoading'
import { useArrival } from './layout/arrival'

/**
 * No route table of a router: the site map is the table, and `match` reads it the same way on both
 * sides.
 */
export const App = () => (
  <CrashBoundary>
    <Layout>
      <Shown />
    </Layout>
  </CrashBoundary>
)

/** The line of the site map for this address, inside its boundary. */
function Shown() {
  const { pathname } = useLocation()
  const bare = useStore().bare
  const found = match(pathname)
  if (found?.page.staff && !bare)
    return (
      <Suspense key={pathname} fallback={<StaffLoading />}>
        <Gate page={found.page} />
      </Suspense>
    )
  const filled = !found ? (
    <Unknown />
  ) : found.page.staff ? (
    <Gate page={found.page} />
  ) : (
    <Filled {...found} />
  )
  // A new key is a new boundary: the empty container shows at once, also during a transition.
  return bare ? (
    filled
  ) : (
    <Suspense key={pathname} fallback={<Loading />}>
      {filled}
    </Suspense>
  )
}

function Filled({ page, params }: Match) {
  const store = useStore()
  const at = useLocation()
  const [tries, again] = useState(0)
  // both start before either is waited for
  const code = page.module ? store.module(page.module) : undefined
  const load = store.load(page, params, at)
  const loaded = use(load)
  const module = code && use(code)
  const extra: Asked = {
    search: at.search,
    form: loaded.form,
    ticket: loaded.ticket,
    answer: loaded.answer,
    flash: loaded.flash ?? passedFlash(at.state),
  }
  const shown = whatToShow(page, loaded, module, params, extra)
  const words = new URLSearchParams(at.search)
  useHead(
    page.secret?.some(word => words.get(word)) ? { ...shown.head, robots: 'noindex' } : shown.head,
  )
  useArrival(tries)
  if (shown.kind === 'page') {
    const Component = module!.default
    return <Component data={loaded.data ?? {}} params={params} {...extra} />
  }
  const retry = () => {
    store.retry(page, at)
    again(n => n + 1)
  }
  return shown.kind === 'lost' ? (
    <Lost page={page} loaded={loaded} flash={extra.flash} retry={retry} />
  ) : (
    <Failed retry={retry} />
  )
}

type Outcome = { kind: 'page' | 'lost' | 'failed'; head: Head }

/**
 * A page is shown when all its reads are there, or when it outlives the read that is gone.
 */
function whatToShow(
  page: Page,
  loaded: Loaded,
  module: PageModule | undefined,
  params: Record<string, string>,
  extra: Asked,
): Outcome {
  const whole = Object.keys(page.data ?? {}).every(name => loaded.data && name in loaded.data)
  const outlived = extra.flash !== undefined && page.outlives?.includes(extra.flash.kind)
  if ((whole || outlived) && module)
    return { kind: 'page', head: module.default.head(loaded.data ?? {}, params, extra) }
  const lost = loaded.status === 404 || loaded.status === 410
  return { kind: lost ? 'lost' : 'failed', head: lostHead(page, lost ? loaded.status : 500) }
}

function Unknown() {
  useHead(lostHead(undefined, 404))
  useArrival()
  return (
    <Lost page={undefined} loaded={{ status: 404, data: null }} retry={() => location.reload()} />
  )
}

// Two parts with code of their own. Without it there is only one thing to say.
function Lost({
  retry,
  ...lost
}: {
  page: Page | undefined
  loaded: Loaded
  flash?: Flash | undefined
  retry(): void
}) {
  const code = use(useStore().part('lost'))
  return code ? <code.Lost {...lost} /> : <Failed retry={retry} />
}

function Gate({ page }: { page: Page }) {
  const code = use(useStore().part('gate'))
  return code ? <code.StaffGate page={page} /> : <Failed retry={() => location.reload()} />
}
