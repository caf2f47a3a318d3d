// Which line of the site map shows an address. Server and browser ask here; Go does the same with
// chi.
import { matchPath } from 'react-router-dom'
import { pages, type Page } from './pages'

export interface Match {
  page: Page
  params: Record<string, string>
}

/** The first line whose path fits and whose prefix fits the last param. */
export function match(pathname: string): Match | undefined {
  for (const page of pages as readonly Page[]) {
    const params = matchPath({ path: page.path, caseSensitive: true }, pathname)?.params as
      Record<string, string> | undefined
    const last = Object.values(params ?? {}).at(-1) ?? ''
    if (params && last.startsWith(page.prefix ?? '')) return { page, params }
  }
  return undefined
}
