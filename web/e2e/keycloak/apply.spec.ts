// deploy/keycloak/apply: a realm from before passkeys comes to what the realm file says.
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from './acts'
import { apiOf, linked } from './admin'
import { addressOf, root } from './services'
import { inLong } from '../long'

const name = 'herstelruimte-oud'
const api = apiOf(name)

interface Step {
  displayName: string
  requirement: string
  level: number
  authenticationConfig?: string
}

/** The folder, with a realm file that names another realm: the one of the site is left alone. */
async function scripts(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'herstelruimte-apply-'))
  for (const part of ['apply', 'admin.sh', 'mail.sh'])
    await cp(path.join(root, 'deploy/keycloak', part), path.join(folder, part))
  const file = path.join(root, 'deploy/keycloak/herstelruimte-realm.json')
  const realm = JSON.parse(await readFile(file, 'utf8')) as object
  const renamed = JSON.stringify({ ...realm, realm: name })
  await writeFile(path.join(folder, 'herstelruimte-realm.json'), renamed)
  return folder
}

const apply = (folder: string) =>
  new Promise<string>((done, failed) => {
    const child = spawn(path.join(folder, 'apply'), [addressOf('keycloak')])
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += part.toString()))
    child.once('error', failed)
    child.once('exit', code => (code === 0 ? done(said) : failed(new Error(said))))
  })

interface Client {
  clientId: string
  directAccessGrantsEnabled: boolean
  protocolMappers?: { name: string; protocolMapper: string; config: object }[]
}

/** What the tokens of the site tell. */
const mappersOf = (clients: Client[]) =>
  (clients.find(c => c.clientId === 'herstelruimte-web')?.protocolMappers ?? [])
    .map(({ name, protocolMapper, config }) => ({ name, protocolMapper, config }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

/** All that signing in hangs on; ids are those of a making. */
async function state(user: string) {
  const realm = await api<Record<string, unknown>>('GET', '')
  const flows = await api<{ alias: string }[]>('GET', '/authentication/flows')
  const clients = await api<Client[]>('GET', '/clients')
  return {
    realm,
    flows: flows.map(f => f.alias).filter(alias => alias.startsWith('herstelruimte')),
    steps: await api<Step[]>(
      'GET',
      `/authentication/flows/${encodeURIComponent(realm['browserFlow'] as string)}/executions`,
    ),
    mappers: mappersOf(clients),
    direct: clients.filter(c => c.directAccessGrantsEnabled).map(c => c.clientId),
    own: await api<{ id: string; type: string }[]>('GET', `/users/${user}/credentials`),
  }
}

test(
  'an older realm gets the second step for everybody, twice the same, and nobody loses an app',
  inLong,
  async () => {
    const folder = await scripts()
    const master = apiOf('')
    const old = await readFile(path.join(import.meta.dirname, 'old-realm.json'), 'utf8')
    await api('DELETE', '').catch(() => undefined)
    await master('POST', '', JSON.parse(old))
    try {
      await api('POST', '/users', {
        username: 'al-lang-hier',
        enabled: true,
        credentials: [linked('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')],
      })
      const [{ id } = { id: '' }] = await api<{ id: string }[]>('GET', '/users')
      const before = await state(id)
      expect(before.direct).toEqual(['admin-cli'])
      expect(before.steps.map(s => s.displayName)).toContain('Condition - user role')

      await apply(folder)
      const once = await state(id)
      expect(once.own).toEqual(before.own)
      expect(once.own.map(c => c.type)).toEqual(['otp'])
      expect(once.direct).toEqual([])
      expect(once.flows.toSorted()).toEqual([
        'herstelruimte aan de deur',
        'herstelruimte nieuw wachtwoord',
      ])
      // step for step what Keycloak itself made of the file at its first start
      const shape = (all: Step[]) =>
        all.map(s => [s.level, s.displayName, s.requirement, Boolean(s.authenticationConfig)])
      expect(shape(once.steps)).toEqual(
        shape(
          await apiOf('herstelruimte')<Step[]>(
            'GET',
            '/authentication/flows/herstelruimte%20aan%20de%20deur/executions',
          ),
        ),
      )
      expect(once.mappers).toEqual(
        mappersOf(await apiOf('herstelruimte')<Client[]>('GET', '/clients')),
      )
      expect(once.mappers.map(m => m.protocolMapper)).toContain('oidc-amr-mapper')
      expect(once.realm).toMatchObject({
        webAuthnPolicyPasswordlessPasskeysEnabled: true,
        webAuthnPolicyPasswordlessUserVerificationRequirement: 'required',
        webAuthnPolicyPasswordlessResidentKey: 'required',
        passwordPolicy: expect.stringContaining('passwordBlacklist(gewone-wachtwoorden.txt)'),
      })
      const [client] = await api<{ id: string }[]>('GET', '/clients?clientId=herstelruimte-web')
      expect(await api('GET', `/clients/${client!.id}/roles`), 'the helper role is gone').toEqual(
        [],
      )

      await apply(folder)
      expect(await state(id)).toEqual(once)
    } finally {
      await api('DELETE', '').catch(() => undefined)
      await rm(folder, { recursive: true })
    }
  },
)
