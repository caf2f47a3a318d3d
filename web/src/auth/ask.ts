// One call for JSON, with an end to the waiting. What is no answer of the service itself is
// `network-request-failed`.
import { AuthError } from './errors'
import type { Clock } from './types'

export interface Answer {
  status: number
  /** Undefined when the body is no JSON. */
  body: unknown
  headers: Headers
}

/** Reads once; a failed read is forgotten, so that the next call starts clean. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read().catch((e: unknown) => {
      reading = undefined
      throw e
    })
    return reading
  }
}

/** Statuses by which a proxy says that nobody is at home behind it. */
const nobodyHome = [502, 503, 504]

/**
 * Rejects with `network-request-failed` (no connection, `ms` over, 502, 503, 504, a page instead of
 * JSON) and `too-many-requests`.
 */
export async function ask(
  clock: Clock,
  ms: number,
  url: string,
  init: RequestInit = {},
): Promise<Answer> {
  const stop = new AbortController()
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => {
      reject(new AuthError('auth/network-request-failed'))
      stop.abort()
    })
  })
  try {
    return await Promise.race([late, answered(url, { ...init, signal: stop.signal })])
  } finally {
    cancel()
  }
}

async function answered(url: string, init: RequestInit): Promise<Answer> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, init)
    text = await response.text()
  } catch (cause) {
    throw new AuthError('auth/network-request-failed', { cause })
  }
  const { status, headers } = response
  const retryAfter = secondsToWait(headers)
  if (status === 429) throw new AuthError('auth/too-many-requests', { retryAfter })
  if (nobodyHome.includes(status) || isPage(headers, text))
    throw new AuthError('auth/network-request-failed', { retryAfter })
  return { status, headers, body: parsed(text) }
}

function secondsToWait(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** A proxy's error page, or the sign-in page of a hotel's wifi. */
function isPage(headers: Headers, text: string): boolean {
  return (
    /^text\/html\b/i.test(headers.get('content-type') ?? '') || text.trimStart().startsWith('<')
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The members of an answer; none when it is no object. */
export function members(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
