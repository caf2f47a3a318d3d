// On which hosts people may sign in.
import { ask, members } from './ask'
import type { Delays } from './delay'
import { AuthError } from './errors'
import type { Clock } from './types'

/** A list that was read stays for the life of the page; a failed call is not kept. */
export class Domains {
  private list: Promise<unknown[]> | undefined

  constructor(
    private readonly clock: Clock,
    private readonly delays: Delays,
  ) {}

  /** Rejects with `unauthorized-domain` when this page's host is not on the list. */
  async check(clientId: string, page: string): Promise<void> {
    this.list ??= this.read(clientId).catch((e: unknown) => {
      this.list = undefined
      throw e
    })
    const list = await this.list
    if (!list.some(entry => matches(entry, page))) throw new AuthError('auth/unauthorized-domain')
  }

  private async read(clientId: string): Promise<unknown[]> {
    const { status, body } = await ask(
      this.clock,
      this.delays.network.get(),
      `/v1/projects?key=${encodeURIComponent(clientId)}`,
      { headers: { accept: 'application/json' } },
    )
    const { authorizedDomains, code } = members(body)
    if (code === 'auth/invalid-api-key') throw new AuthError('auth/invalid-api-key')
    if (status !== 200 || !Array.isArray(authorizedDomains))
      throw new AuthError('auth/network-request-failed')
    return authorizedDomains
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
