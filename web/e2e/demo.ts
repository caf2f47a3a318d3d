// Starts the demo for all tests, on free ports and in a folder of its own, and stops it again.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A Tuesday morning: dates in every state, and offers go out at once (counted hours). */
export const now = '2026-11-24T10:00+01:00'

/** Nobody sends as often as a test, or as soon after opening a form. */
export const quick = ['--send-limits=off', '--form-age=off']

export default async function startDemo(): Promise<() => Promise<void>> {
  if (process.env['SITE'] && process.env['MAIL']) return async () => {} // one that runs already
  const folder = await ownFolder()
  const demo = await runDemo(folder, [...quick, '--now=' + now])
  process.env['SITE'] = demo.site
  process.env['MAIL'] = demo.mail
  process.env['SIGNIN'] = demo.signIn
  process.env['DESK_CODE'] = demo.deskCode
  return async () => {
    await demo.stop()
    for (const kept of [folder, demo.data]) await rm(kept, { recursive: true, force: true })
  }
}

export interface Demo extends Addresses {
  /** Where its data are: in the folder, but for root, to whose folders the database has no way. */
  data: string
  /** All that it wrote: its log. */
  log(): string
  stop(): Promise<void>
  /** Ends it as a power cut does. Its database notices, and is gone too. */
  kill(): Promise<void>
}
interface Addresses {
  site: string
  mail: string
  signIn: string
  /** Opens the sign-up of somebody who came to the desk. */
  deskCode: string
}

/**
 * A free port that no system gives away by itself: after a stop it is still there to come back to.
 */
export async function lastingPort(): Promise<string> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise<boolean>(tell => {
      const server = createServer().once('error', () => tell(false))
      server.listen(port, '127.0.0.1', () => server.close(() => tell(true)))
    })
    if (free) return String(port)
  }
}

export const ownFolder = () => mkdtemp(path.join(tmpdir(), 'herstelruimte-e2e-'))

/** The program: one that is built already, else from the sources. */
function program(): [string, ...string[]] {
  const built = process.env['HERSTELRUIMTE_BINARY']
  return built ? [built] : ['go', 'run', './cmd/herstelruimte']
}

/** Runs a demo on what the folder holds. Without `--port` it takes any. */
export async function runDemo(folder: string, words: string[]): Promise<Demo> {
  const [command, ...first] = program()
  const args = [...first, 'demo', '--data', path.join(folder, 'data'), '--port', '0', ...words]
  const demo = spawn(command, args, {
    cwd: path.join(import.meta.dirname, '../..'),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [demo.stdout!, demo.stderr!])
    stream.on('data', (text: Buffer) => {
      log += text.toString()
    })
  const gone = new Promise(done => demo.once('exit', done))
  const found = await addresses(demo)
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    // its process group: perhaps `go run`, and the program
    if (demo.exitCode === null && demo.signalCode === null) process.kill(-demo.pid!, signal)
    await gone
  }
  const data = /^Data: (\S+)/m.exec(log)![1]!
  const kill = async () => {
    await end('SIGKILL')
    const lock = path.join(data, 'data/postmaster.pid')
    for (const until = Date.now() + 30_000; existsSync(lock) && Date.now() < until;)
      await new Promise(done => setTimeout(done, 50))
  }
  return { ...found, data, log: () => log, stop: () => end('SIGINT'), kill }
}

/**
 * The addresses that the demo prints when everything runs, and a code. The one to sign in at is
 * empty when nobody can.
 */
function addresses(demo: ChildProcess): Promise<Addresses> {
  return new Promise((found, failed) => {
    let said = ''
    const read = (text: Buffer) => {
      said += text.toString()
      const site = /^Site: (http\S+)/m.exec(said)?.[1]
      const mail = /^Mail: (http\S+)/m.exec(said)?.[1]
      const signIn = /^Sign-in: (?:(http\S+)|not set up).*\n/m.exec(said)
      const deskCode = /^Desk codes: ([0-9A-Z-]+)/m.exec(said)?.[1] ?? ''
      if (site && mail && signIn) found({ site, mail, signIn: signIn[1] ?? '', deskCode })
    }
    demo.stdout!.on('data', read)
    demo.stderr!.on('data', read)
    demo.once('error', failed)
    demo.once('exit', code => failed(new Error(`the demo stopped with ${code}:\n${said}`)))
  })
}
