// The two programs the tests need: a real Keycloak and the demo that signs in there. Tests may stop
// and start them again on the same port and data, so what belongs to them stands in a file that
// outlives every process.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../../..')
const scripts = path.join(root, 'deploy/keycloak')

interface Service {
  address: string
  /** Answers 200 when the service is ready. */
  health: string
  command: string[]
  env: Record<string, string>
  log: string
  pid?: number
}
type Name = 'keycloak' | 'site'
type Services = Record<Name, Service>

/** A folder is given on to the workers by the environment. */
const file = () => path.join(process.env['SERVICES']!, 'services.json')
const read = () => JSON.parse(readFileSync(file(), 'utf8')) as Services
const write = (s: Services) => writeFileSync(file(), JSON.stringify(s))

export const addressOf = (name: Name) => read()[name].address

export async function setUp(folder: string) {
  process.env['SERVICES'] = folder
  const [port, health, site] = await Promise.all([freePort(), freePort(), freePort()])
  const built = process.env['HERSTELRUIMTE_BINARY']
  const program = built ?? path.join(folder, 'herstelruimte')
  const keycloak = `http://localhost:${port}`
  const here = `http://localhost:${site}`
  write({
    keycloak: {
      address: keycloak,
      health: `http://localhost:${health}/health/ready`,
      env: { SITE_URL: here },
      log: path.join(folder, 'keycloak.log'),
      command: [
        path.join(scripts, 'run'),
        '--port',
        String(port),
        '--management-port',
        String(health),
        '--data',
        database(),
      ],
    },
    site: {
      address: here,
      health: `${here}/readyz`,
      env: {},
      log: path.join(folder, 'site.log'),
      command: [
        program,
        'demo',
        '--data',
        path.join(folder, 'data'),
        '--port',
        String(site),
        '--keycloak=' + keycloak,
        '--send-limits=off',
      ],
    },
  })
  if (!built) build(program)
  await start('keycloak')
  await start('site')
  // Keycloak's mail lands there, too
  process.env['MAIL'] = /^Mail: (http\S+)/m.exec(readFileSync(read().site.log, 'utf8'))![1]
}

function build(program: string) {
  const built = spawnSync('go', ['build', '-o', program, './cmd/herstelruimte'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stderr)
}

/**
 * The database is kept between runs, which saves most of a first start; another realm file gets
 * another one.
 */
function database() {
  const cache =
    process.env['HERSTELRUIMTE_KEYCLOAK_CACHE'] ||
    path.join(homedir(), '.cache/herstelruimte/keycloak')
  const name =
    'check-' +
    createHash('sha256')
      .update(readFileSync(path.join(scripts, 'herstelruimte-realm.json')))
      .digest('hex')
      .slice(0, 12)
  mkdirSync(path.join(cache, name), { recursive: true })
  for (const other of readdirSync(cache)) {
    if (other.startsWith('check-') && other !== name)
      rmSync(path.join(cache, other), { recursive: true })
  }
  return path.join(cache, name)
}

/** Starts a service and waits until it is ready. */
export async function start(name: Name) {
  const all = read()
  const s = all[name]
  const log = openSync(s.log, 'a')
  const child = spawn(s.command[0]!, s.command.slice(1), {
    cwd: root,
    env: { ...process.env, ...s.env },
    detached: true,
    stdio: ['ignore', log, log],
  })
  write({ ...all, [name]: { ...s, pid: child.pid } })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.unref()
  for (const end = Date.now() + 180_000; ; await pause(250)) {
    if ((await fetch(s.health).catch(() => null))?.ok) return
    if (ended || Date.now() > end)
      throw new Error(`${name} did not start:\n${readFileSync(s.log, 'utf8').slice(-3000)}`)
  }
}

/** Asks a service to stop and waits until it is gone. One that ended by itself is gone already. */
export async function stop(name: Name) {
  const all = read()
  const { pid, ...s } = all[name]
  if (!pid) return
  if (alive(pid)) process.kill(-pid, 'SIGTERM')
  for (const end = Date.now() + 60_000; alive(pid); await pause(100)) {
    if (Date.now() > end) throw new Error(`${name} does not stop`)
  }
  write({ ...all, [name]: s })
}

/** A dead child of ours that nobody asked about yet is not alive. */
function alive(pid: number) {
  try {
    process.kill(-pid, 0)
  } catch {
    return false
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** A port below those that the system hands out by itself: it is used again after a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise<boolean>(answer => {
      const server = createServer().once('error', () => answer(false))
      server.listen(port, '127.0.0.1', () => server.close(() => answer(true)))
    })
    if (free) return port
  }
}
