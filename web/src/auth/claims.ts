// What an ID token says. Nobody has checked its signature here: the server does that.

/**
 * The claims of a token; none when it is no token. The library's own profile leaves `auth_time` and
 * `nonce` out.
 */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(text, c => c.charCodeAt(0))),
    )
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
