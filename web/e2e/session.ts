// Signs staff in by the calls that the sign-in part of the site makes, without drawing one of its
// pages. Signing in itself is what signin-*.spec.ts and staff-sign-in.spec.ts go through.
import { createHash, randomBytes } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { User } from '../src/auth/types'

/** What lies in the token says who somebody is. */
interface Claims {
  sub: string
  name: string
  roles?: User['roles']
  iat: number
  auth_time: number
}

/**
 * A sign-in of its own each time: a token that one browser renews is nobody else's. Afterwards the
 * cookies of `request`, whose base is the site, are those of a browser that signed in.
 */
export async function signInByCalls(
  request: APIRequestContext,
  login: string,
): Promise<Omit<User, 'receivedAt' | 'expiresAt'> & { life: number }> {
  const config = (await (await request.get('/config.json')).json()) as Record<string, string>
  const { issuer, clientId: client_id } = config as { issuer: string; clientId: string }
  const site = new URL((await request.get('/robots.txt')).url()).origin
  const redirect_uri = site + '/auth-callback'
  const code_verifier = randomBytes(48).toString('base64url')
  const question = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid profile email',
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const sentBack = await request.post(`${issuer}/authorize?${question}`, {
    form: { account: login },
    maxRedirects: 0,
  })
  const code = new URL(sentBack.headers()['location'] ?? 'none:').searchParams.get('code')
  expect(code, `the sign-in service lets ${login} in`).not.toBeNull()
  const answer = await request.post(`${issuer}/token`, {
    form: { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier, code: code! },
  })
  const tokens = (await answer.json()) as Record<string, string> & { expires_in: number }
  const idToken = tokens['id_token']!
  const session = await request.post('/api/session', {
    headers: { authorization: 'Bearer ' + idToken },
  })
  expect(session.status(), `${login} gets a session`).toBe(204)
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString()) as Claims
  return {
    uid: claims.sub,
    name: claims.name,
    roles: claims.roles ?? [],
    idToken,
    accessToken: tokens['access_token']!,
    refreshToken: tokens['refresh_token']!,
    iat: claims.iat,
    authTime: claims.auth_time,
    shared: false,
    life: tokens.expires_in * 1000,
  }
}

/** This browser is signed in, and keeps what the sign-in part keeps (src/auth). */
export async function keepSignedIn(page: Page, login: string) {
  const user = await signInByCalls(page.request, login)
  await page.goto('/robots.txt') // of the site, and runs nothing that looks who is signed in
  await page.evaluate(keepHere, user)
}

/** Runs in the page. */
export function keepHere({ life, ...user }: Awaited<ReturnType<typeof signInByCalls>>) {
  return new Promise<void>((done, failed) => {
    const receivedAt = Date.now()
    localStorage.setItem('hr:staff', '1')
    const opening = indexedDB.open('hr-auth', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('records', { keyPath: 'key' })
    opening.onerror = () => failed(opening.error)
    opening.onsuccess = () => {
      const writing = opening.result.transaction('records', 'readwrite')
      const value = { ...user, receivedAt, expiresAt: receivedAt + life }
      writing.objectStore('records').put({ key: 'hr:user', value })
      writing.onabort = () => failed(writing.error)
      writing.oncomplete = () => {
        opening.result.close()
        done()
      }
    }
  })
}
