// Starts the demo for all tests, on free ports and in a folder of its own, and stops it again.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A Tuesday morning: dates in every state, and offers go out at once (counted hours). */
const now = '2026-11-24T10:00+01:00'

export default async function startDemo(): Promise<() => Promise<void>> {
  if (process.env['SITE'] && process.env['MAIL']) return async () => {} // one that runs already
  const folder = await mkdtemp(path.join(tmpdir(), 'herstelruimte-e2e-'))
  const args = ['run', './cmd/herstelruimte', 'demo', '--fresh', '--data', path.join(folder, 'data'), '--port', '0', '--send-limits=off', '--now=' + now]
  const demo = spawn('go', args, { cwd: path.join(import.meta.dirname, '../..'), detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { site, mail } = await addresses(demo)
  process.env['SITE'] = site
  process.env['MAIL'] = mail
  return async () => {
    const gone = new Promise(done => demo.once('exit', done))
    process.kill(-demo.pid!, 'SIGINT') // its process group: `go run` and the program
    await gone
    await rm(folder, { recursive: true, force: true })
  }
}

/** The two addresses that the demo prints when everything runs. */
function addresses(demo: ChildProcess): Promise<{ site: string; mail: string }> {
  return new Promise((found, failed) => {
    let said = ''
    const read = (text: Buffer) => {
      said += text.toString()
      const site = /^Site: (http\S+)/m.exec(said)?.[1]
      const mail = /^Mail: (http\S+)/m.exec(said)?.[1]
      if (site && mail) found({ site, mail })
    }
    demo.stdout!.on('data', read)
    demo.stderr!.on('data', read)
    demo.once('error', failed)
    demo.once('exit', code => failed(new Error(`the demo stopped with ${code}:\n${said}`)))
  })
}
