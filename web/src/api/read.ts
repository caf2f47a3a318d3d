import type { Loaded } from '../page'
import type { Page, Site } from '../pages'

/** The addresses of a page's reads: params filled in, only the query words it knows. */
export function readsOf(
  page: Page,
  params: Record<string, string>,
  search: string,
): [name: string, url: string][] {
  const given = new URLSearchParams(search)
  const words = (page.query ?? []).flatMap(q =>
    given.get(q) ? [[q, given.get(q)!] as [string, string]] : [],
  )
  const query = words.length ? '?' + new URLSearchParams(words).toString() : ''
  const fill = { ...params, ...page.fixed }
  return Object.entries(page.data ?? {}).map(([name, path]) => [
    name,
    path.replace(/\{(\w+)\}/g, (_, p: string) => encodeURIComponent(fill[p] ?? '')) + query,
  ])
}

interface Answer {
  status: number
  data: unknown
}

async function once(url: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const r = await fetch(url, { headers: { accept: 'application/json', ...headers } })
    return { status: r.status, data: r.ok ? await r.json() : null }
  } catch {
    return { status: 503, data: null } // no network: the same to a visitor as a server that is away
  }
}

/** One automatic retry when the server or the network failed; a 404 is an answer, not a failure. */
async function getJson(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const first = await once(url, headers)
  if (first.status < 500) return first
  await new Promise(done => setTimeout(done, 400))
  return once(url, headers)
}

/**
 * All reads of a page and the layout's, side by side. A failing layout read fails nothing: the last
 * known one stays.
 */
export async function loadPage(
  page: Page,
  params: Record<string, string>,
  search: string,
): Promise<Loaded & { layout?: Site }> {
  const last = Object.values(params).at(-1)
  const headers: Record<string, string> =
    page.key && last ? { authorization: 'Aanmelding ' + encodeURIComponent(last) } : {}
  const reads = readsOf(page, params, search)
  const [site, ...answers] = await Promise.all([
    getJson('/api/site'),
    ...reads.map(([, url]) => getJson(url, headers)),
  ])
  const good = reads.flatMap(([name], i) =>
    answers[i]!.status === 200 ? [[name, answers[i]!.data] as const] : [],
  )
  const status = Math.max(200, ...answers.map(a => a.status))
  return {
    status,
    data: Object.fromEntries(good),
    ...(site.status === 200 ? { layout: site.data as Site } : {}),
  }
}
