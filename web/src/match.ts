// Which line of the site map shows an address. Server and browser ask here; Go does the same with
// chi. Its paths know `:param` and, at the end, `/*`: the router's own matcher knows more, and that
// would be weight on every page.
import { pages, type Page } from './pages'

export interface Match {
  page: Page
  params: Record<string, string>
}

/** The first line whose path fits and whose prefix fits the last param. */
export function match(pathname: string): Match | undefined {
  for (const page of pages as readonly Page[]) {
    const params = paramsOf(page.path, pathname)
    const last = Object.values(params ?? {}).at(-1) ?? ''
    if (params && last.startsWith(page.prefix ?? '')) return { page, params }
  }
  return undefined
}

/** The params of an address, as they stand in it; undefined when it does not fit this path. */
export function paramsOf(path: string, pathname: string): Record<string, string> | undefined {
  const names: string[] = []
  const shape = path
    .replace(/\/\*$/, '(?:/.*)?')
    .replace(/:(\w+)/g, (_, name: string) => (names.push(name), '([^/]+)'))
  const values = RegExp(`^${shape}/*$`).exec(pathname)?.slice(1)
  return (
    values && Object.fromEntries(names.map((name, i) => [name, values[i]!.replace(/%2F/g, '/')]))
  )
}
