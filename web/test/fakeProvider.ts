// For tests: the site's own server and an identity provider behind `fetch`, as strict about PKCE as
// the real one.
import { vi } from 'vitest'

export const issuer = 'https://login.example.nl/realms/herstelruimte'
const endpoint = (name: string) => `${issuer}/protocol/openid-connect/${name}`

export type Reply =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | 'cut'
  | 'hangs'

export interface FakeProvider {
  replies: Record<
    'config' | 'projects' | 'discovery' | 'token',
    Reply | ((form: URLSearchParams) => Reply | Promise<Reply>)
  >
  /** Addresses that were asked for, in order; of the token endpoint also what was sent. */
  calls: { url: string; form: URLSearchParams }[]
  /** The person signs in at this address; gives where the browser is sent back to. */
  signIn(url: string, words?: Record<string, string>): Promise<string>
  /** Claims that the next ID token says differently. */
  claims: Record<string, unknown>
}

export function fakeProvider(): FakeProvider {
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string }>()
  const provider: FakeProvider = {
    claims: {},
    calls: [],
    replies: {
      config: { body: { issuer, clientId: 'herstelruimte-web', sessionSyncPath: '/api/session' } },
      projects: { body: { authorizedDomains: [location.hostname] } },
      discovery: {
        body: {
          issuer,
          jwks_uri: endpoint('certs'),
          authorization_endpoint: endpoint('auth'),
          token_endpoint: endpoint('token'),
          end_session_endpoint: endpoint('logout'),
        },
      },
      token: form => exchange(form),
    },
    async signIn(url, words = {}) {
      const asked = new URL(url).searchParams
      const code = `code-${codes.size + 1}`
      codes.set(code, {
        challenge: asked.get('code_challenge')!,
        nonce: asked.get('nonce')!,
        redirect: asked.get('redirect_uri')!,
      })
      const back = new URL(asked.get('redirect_uri')!)
      back.search = new URLSearchParams({
        state: asked.get('state')!,
        session_state: 'sid-1',
        iss: issuer,
        ...('error' in words ? {} : { code }),
        ...words,
      }).toString()
      return back.href
    },
  }
  async function exchange(form: URLSearchParams): Promise<Reply> {
    if (form.get('grant_type') === 'refresh_token')
      return { body: tokens({ nonce: undefined, ...provider.claims }) }
    const started = codes.get(form.get('code') ?? '')
    const proof = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(form.get('code_verifier') ?? ''),
    )
    const fits =
      started?.challenge === Buffer.from(proof).toString('base64url') &&
      started.redirect === form.get('redirect_uri')
    codes.delete(form.get('code') ?? '')
    return fits
      ? { body: tokens({ nonce: started.nonce, ...provider.claims }) }
      : { status: 400, body: { error: 'invalid_grant', error_description: 'Code not valid' } }
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const form = new URLSearchParams(init.body as URLSearchParams | undefined)
    provider.calls.push({ url, form })
    const reply = provider.replies[nameOf(url)]
    return response(typeof reply === 'function' ? await reply(form) : reply)
  })
  return provider
}

function nameOf(url: string): keyof FakeProvider['replies'] {
  if (url === '/config.json') return 'config'
  if (url.startsWith('/v1/projects')) return 'projects'
  if (url === `${issuer}/.well-known/openid-configuration`) return 'discovery'
  if (url === endpoint('token')) return 'token'
  throw new Error(`nobody lives at ${url}`)
}

function tokens(claims: Record<string, unknown>) {
  const idToken = `e30.${Buffer.from(JSON.stringify({ sub: 'u1', name: 'Noor', ...claims })).toString('base64url')}.s`
  return {
    id_token: idToken,
    access_token: 'access',
    refresh_token: 'refresh',
    expires_in: 900,
    token_type: 'Bearer',
  }
}

function response(reply: Reply): Response | Promise<Response> {
  if (reply === 'cut') return Promise.reject(new TypeError('Failed to fetch'))
  if (reply === 'hangs') return new Promise(() => {})
  const {
    status = 200,
    body,
    text = JSON.stringify(body),
    headers = { 'content-type': 'application/json' },
  } = reply
  return new Response(text, { status, headers })
}
