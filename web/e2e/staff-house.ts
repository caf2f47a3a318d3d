// A demo of its own for tests of signing in: they put the sign-in service in trouble, end sessions and start the house again,
// which no other test may notice.
import { rm } from 'node:fs/promises'
import { now, ownFolder, runDemo, type Demo } from './demo'

export class House {
  private before = ''

  private constructor(private readonly folder: string, private readonly opened: number, private demo: Demo) {}

  static async open(): Promise<House> {
    const folder = await ownFolder()
    const opened = Date.now()
    return new House(folder, opened, await run(folder, '0', now))
  }

  get site() { return this.demo.site }
  /** The address of the mail catcher. */
  get mail() { return this.demo.mail }
  /** The address of the sign-in service. */
  get signIn() { return this.demo.signIn }
  /** All that the program wrote. */
  get log() { return this.before + this.demo.log() }

  /** The same data and the same address, in new processes. The clock goes on: whoever signed in before must not come from the future. */
  async restart(): Promise<void> {
    await this.demo.stop()
    this.before = this.log
    const at = new Date(Date.parse(now) + Date.now() - this.opened + 1000)
    this.demo = await run(this.folder, new URL(this.site).port, at.toISOString())
  }

  async close(): Promise<void> {
    await this.demo.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** A button of the sign-in service's first page: what an administrator does, or bad luck. */
  async press(button: string, form: Record<string, string> = {}): Promise<void> {
    const answer = await fetch(`${this.signIn}/demo/${button}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    if (answer.status !== 303) throw new Error(`${button}: ${answer.status} ${await answer.text()}`)
  }

  trouble(kind: 'down' | 'slow' | 'html' | 'none'): Promise<void> {
    return this.press('trouble', { kind, seconds: '600' })
  }
}

const run = (folder: string, port: string, at: string) => runDemo(folder, ['--send-limits=off', '--port', port, '--now=' + at])
