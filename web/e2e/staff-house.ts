// A demo of its own for tests of signing in: they put the sign-in service in trouble, end sessions
// and start the house again, which no other test may notice.
import { rm } from 'node:fs/promises'
import { lastingPort, now, ownFolder, quick, runDemo, type Demo } from './demo'

export class House {
  private before = ''
  private opening = 0

  private constructor(
    private readonly folder: string,
    private began: Began,
    private demo: Demo,
  ) {}

  static async open(): Promise<House> {
    const folder = await ownFolder()
    const began = beginAt(now)
    const house = new House(folder, began, await run(folder, await lastingPort(), now))
    house.opening = Date.now() - began.machine
    return house
  }

  /** So long before a moment a start comes in time for it: by how slow this machine is. */
  get margin(): number {
    return Math.max(15_000, 4 * this.opening)
  }

  /** What its clock says, or a little later: it begins when the program does. */
  get clock(): number {
    return this.began.clock + Date.now() - this.began.machine
  }

  get site() {
    return this.demo.site
  }
  /** The address of the mail catcher. */
  get mail() {
    return this.demo.mail
  }
  /** The address of the sign-in service. */
  get signIn() {
    return this.demo.signIn
  }
  /** All that the program wrote. */
  get log() {
    return this.before + this.demo.log()
  }

  /** As a power cut does it. Until `restart` nobody answers. */
  kill(): Promise<void> {
    return this.demo.kill()
  }

  /** Nobody answers any more. */
  async stop(): Promise<void> {
    await this.demo.stop()
  }

  /**
   * The same data and the same address, in new processes. Left out, the clock goes on: whoever
   * signed in before must not come from the future.
   */
  async start(at = new Date(this.clock + 1000).toISOString()): Promise<void> {
    this.before = this.log
    this.began = beginAt(at)
    this.demo = await run(this.folder, new URL(this.site).port, at)
  }

  async restart(at?: string): Promise<void> {
    await this.stop()
    await this.start(at)
  }

  async close(): Promise<void> {
    await this.demo.stop()
    for (const kept of [this.folder, this.demo.data])
      await rm(kept, { recursive: true, force: true })
  }

  /** A button of the sign-in service's first page: what an administrator does, or bad luck. */
  async press(button: string, form: Record<string, string> = {}): Promise<void> {
    const answer = await fetch(`${this.signIn}/demo/${button}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    if (answer.status !== 303) throw new Error(`${button}: ${answer.status} ${await answer.text()}`)
  }

  trouble(kind: 'down' | 'slow' | 'html' | 'none'): Promise<void> {
    return this.press('trouble', { kind, seconds: '600' })
  }
}

interface Began {
  clock: number
  machine: number
}
const beginAt = (at: string): Began => ({ clock: Date.parse(at), machine: Date.now() })

const run = (folder: string, port: string, at: string) =>
  runDemo(folder, [...quick, '--port', port, '--now=' + at])
