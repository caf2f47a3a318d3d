// `/config.json`: which identity service, and under which name we are known there.
import { ask, members, readOnce } from './ask'
import type { Delays } from './delay'
import { AuthError } from './errors'
import type { AuthConfig, Clock } from './types'

export const configSource = (clock: Clock, delays: Delays): (() => Promise<AuthConfig>) =>
  readOnce(() => readConfig(clock, delays))

async function readConfig(clock: Clock, delays: Delays): Promise<AuthConfig> {
  const { status, body, headers } = await ask(clock, delays.network.get(), '/config.json', {
    cache: 'no-store',
    headers: { accept: 'application/json' },
  })
  const { issuer, clientId, sessionSyncPath = '' } = members(body)
  if (
    status !== 200 ||
    typeof issuer !== 'string' ||
    typeof clientId !== 'string' ||
    typeof sessionSyncPath !== 'string'
  )
    throw new AuthError('auth/internal-error')
  if (!isWebAddress(issuer)) throw new AuthError('auth/auth-domain-config-required')
  if (clientId === '' || clientId.includes(':')) throw new AuthError('auth/invalid-api-key')
  return { issuer, clientId, sessionSyncPath, ahead: aheadBy(headers.get('date'), clock.now()) }
}

/**
 * Addresses of the provider go into a window's location: anything but the web would run as a script
 * there.
 */
export function isWebAddress(text: unknown): text is string {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  return /^https?:$/.test(new URL(text).protocol)
}

function aheadBy(date: string | null, now: number): number {
  const server = Date.parse(date ?? '')
  return Number.isNaN(server) ? 0 : server - now
}
