// On which hosts people may sign in.
import { ask, members, readOnce } from './ask'
import type { Delays } from './delay'
import { AuthError } from './errors'
import type { AuthConfig, Clock } from './types'

/**
 * Gives the check of a page: it rejects with `unauthorized-domain` when its host is not on the
 * list. A list that was read stays for the life of the page; a failed call is not kept.
 */
export function domainCheck(
  clock: Clock,
  delays: Delays,
  config: () => Promise<Pick<AuthConfig, 'clientId'>>,
): (page: string) => Promise<void> {
  const list = readOnce(async () => {
    const { clientId } = await config()
    const { status, body } = await ask(
      clock,
      delays.network.get(),
      `/v1/projects?key=${encodeURIComponent(clientId)}`,
      { headers: { accept: 'application/json' } },
    )
    const { authorizedDomains, code } = members(body)
    if (code === 'auth/invalid-api-key') throw new AuthError('auth/invalid-api-key')
    if (status !== 200 || !Array.isArray(authorizedDomains))
      throw new AuthError('auth/network-request-failed')
    return authorizedDomains as unknown[]
  })
  return async page => {
    if (!(await list()).some(entry => matches(entry, page)))
      throw new AuthError('auth/unauthorized-domain')
  }
}

/**
 * Whether an entry allows a page. `example.nl` allows `www.example.nl`, not `badexample.nl`. Port
 * and path do not count.
 */
export function matches(entry: unknown, page: string): boolean {
  const { protocol, hostname } = new URL(page)
  const host = hostOf(entry)
  if (!protocol.startsWith('http') || !host) return false
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return hostname === host
  return hostname === host || hostname.endsWith('.' + host)
}

/** Lower case, as the browser writes it; nothing for an entry that cannot be read. */
function hostOf(entry: unknown): string | undefined {
  if (typeof entry !== 'string') return undefined
  const address = entry.includes('://') ? entry : `http://${entry}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}
