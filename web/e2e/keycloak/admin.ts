// What an administrator does in Keycloak, through its admin API.
import { createHmac, randomInt } from 'node:crypto'
import { addressOf } from './services'

async function token(): Promise<string> {
  const answer = await fetch(
    `${addressOf('keycloak')}/realms/master/protocol/openid-connect/token`,
    {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password: 'admin',
      }),
    },
  )
  return ((await answer.json()) as { access_token: string }).access_token
}

async function call<T>(realm: string, method: string, at: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${addressOf('keycloak')}/admin/realms${realm}${at}`, {
    method,
    headers: { Authorization: 'Bearer ' + (await token()), 'Content-Type': 'application/json' },
    body: JSON.stringify(body) ?? null,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

/** Of one realm; without a name: of all of them. */
export const apiOf =
  (name: string) =>
  <T>(method: string, at: string, body?: unknown) =>
    call<T>(name && '/' + name, method, at, body)

export const api = apiOf('herstelruimte')

export interface Person {
  id: string
  login: string
  name: string
  password: string
  /** Of the app for codes, when the person has one. */
  key?: string
}

interface More {
  roles?: string[]
  requiredActions?: string[]
  /** False: has no second step yet. */
  app?: boolean
}

/** A person for one test, always new: a test that failed left nothing behind. */
export async function person(
  login: string,
  { roles = ['gastheer'], requiredActions = [], app = true }: More = {},
): Promise<Person> {
  const password = `wachtwoord van ${login}`
  const key = Array.from({ length: 32 }, () => letters[randomInt(32)]).join('')
  for (const old of await api<{ id: string }[]>('GET', `/users?exact=true&username=${login}`))
    await api('DELETE', '/users/' + old.id)
  await api('POST', '/users', {
    username: login,
    email: `${login}@herstelruimte.example`,
    firstName: 'Proef',
    lastName: login,
    enabled: true,
    emailVerified: true,
    requiredActions,
    credentials: [{ type: 'password', value: password }, ...(app ? [linked(key)] : [])],
  })
  const [made] = await api<{ id: string }[]>('GET', `/users?exact=true&username=${login}`)
  const wanted = await Promise.all(roles.map(role => api('GET', '/roles/' + role)))
  await api('POST', `/users/${made!.id}/role-mappings/realm`, wanted)
  return { id: made!.id, login, name: `Proef ${login}`, password, ...(app ? { key } : {}) }
}

/** An app for codes, as Keycloak keeps it. */
export const linked = (key: string) => ({
  type: 'otp',
  userLabel: 'Telefoon',
  secretData: JSON.stringify({ value: key }),
  credentialData: JSON.stringify({
    subType: 'totp',
    digits: 6,
    counter: 0,
    period: 30,
    algorithm: 'HmacSHA1',
    secretEncoding: 'BASE32',
  }),
})

/** What a person signs in with, the password left out. */
export const stepsOf = async ({ id }: { id: string }) =>
  (await api<{ type: string }[]>('GET', `/users/${id}/credentials`))
    .map(c => c.type)
    .filter(type => type !== 'password')
    .sort()

/** Ends the lock after wrong passwords. */
export const unlock = (p: Person) => api('DELETE', '/attack-detection/brute-force/users/' + p.id)

export const isLocked = async (p: Person) =>
  (await api<{ disabled: boolean }>('GET', '/attack-detection/brute-force/users/' + p.id)).disabled

export const disable = (p: Person) => api('PUT', '/users/' + p.id, { enabled: false })

/** Tells the site through the back channel. */
export const logOut = (p: Person) => api('POST', `/users/${p.id}/logout`)

/** Tells nobody. */
export const logOutEverybody = () => api('POST', '/logout-all')

export const sessionsOf = (p: Person) => api<{ id: string }[]>('GET', `/users/${p.id}/sessions`)

/** Keycloak files these under no user: whose token it was stands in the details. */
export async function refusedRefreshes(p: Person) {
  const all = await api<{ details: Record<string, string> }[]>(
    'GET',
    '/events?type=REFRESH_TOKEN_ERROR&max=1000',
  )
  return all.filter(e => e.details['refresh_token_sub'] === p.id)
}

const rotated = 'proef-nieuwe-sleutel'

/** Signs with a new key from now on; gives its id. */
export async function newKey(): Promise<string> {
  await dropNewKey()
  await api('POST', '/components', {
    name: rotated,
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['1000'], keySize: ['2048'] },
  })
  const { active } = await api<{ active: Record<string, string> }>('GET', '/keys')
  return active['RS256']!
}

export async function dropNewKey() {
  for (const c of await api<{ id: string }[]>(
    'GET',
    `/components?type=org.keycloak.keys.KeyProvider&name=${rotated}`,
  ))
    await api('DELETE', '/components/' + c.id)
}

/**
 * The code that an app shows for a key; `ahead`: windows of 30 s from now (Keycloak takes each code
 * once, and the next one early).
 */
export function totp(key: string, ahead = 0): string {
  const bits = [...key.replace(/\s/g, '')]
    .map(c => letters.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', Buffer.from(bits.match(/.{8}/g)!.map(b => parseInt(b, 2))))
    .update(moment)
    .digest()
  return String((hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const given = new Set<string>()

/** A code that was not given before: of now, early, or of the window before. */
export async function freshCode(key: string): Promise<string> {
  for (;;) {
    for (const ahead of [0, 1, -1]) {
      const code = totp(key, ahead)
      if (given.has(key + code)) continue
      given.add(key + code)
      return code
    }
    await new Promise(done => setTimeout(done, 1000))
  }
}
