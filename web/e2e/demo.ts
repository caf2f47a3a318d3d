// Starts the demo for all tests, on free ports and in a folder of its own, and stops it again.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A Tuesday morning: dates in every state, and offers go out at once (counted hours). */
export const now = '2026-11-24T10:00+01:00'

export default async function startDemo(): Promise<() => Promise<void>> {
  if (process.env['SITE'] && process.env['MAIL']) return async () => {} // one that runs already
  const folder = await ownFolder()
  const demo = await runDemo(folder, ['--send-limits=off', '--now=' + now])
  process.env['SITE'] = demo.site
  process.env['MAIL'] = demo.mail
  process.env['SIGNIN'] = demo.signIn
  return async () => {
    await demo.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Demo extends Addresses {
  /** All that it wrote: its log. */
  log(): string
  stop(): Promise<void>
}
interface Addresses { site: string; mail: string; signIn: string }

export const ownFolder = () => mkdtemp(path.join(tmpdir(), 'herstelruimte-e2e-'))

/** Runs a demo on what the folder holds. Without `--port` it takes any. */
export async function runDemo(folder: string, words: string[]): Promise<Demo> {
  const args = ['run', './cmd/herstelruimte', 'demo', '--data', path.join(folder, 'data'), '--port', '0', ...words]
  const demo = spawn('go', args, { cwd: path.join(import.meta.dirname, '../..'), detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [demo.stdout!, demo.stderr!]) stream.on('data', (text: Buffer) => { log += text.toString() })
  const found = await addresses(demo)
  const stop = async () => {
    const gone = new Promise(done => demo.once('exit', done))
    process.kill(-demo.pid!, 'SIGINT') // its process group: `go run` and the program
    await gone
  }
  return { ...found, log: () => log, stop }
}

/** The addresses that the demo prints when everything runs. The one to sign in at is empty when nobody can. */
function addresses(demo: ChildProcess): Promise<Addresses> {
  return new Promise((found, failed) => {
    let said = ''
    const read = (text: Buffer) => {
      said += text.toString()
      const site = /^Site: (http\S+)/m.exec(said)?.[1]
      const mail = /^Mail: (http\S+)/m.exec(said)?.[1]
      const signIn = /^Sign-in: (?:(http\S+)|not set up).*\n/m.exec(said)
      if (site && mail && signIn) found({ site, mail, signIn: signIn[1] ?? '' })
    }
    demo.stdout!.on('data', read)
    demo.stderr!.on('data', read)
    demo.once('error', failed)
    demo.once('exit', code => failed(new Error(`the demo stopped with ${code}:\n${said}`)))
  })
}
