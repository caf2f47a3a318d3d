// One tab at a time may use the refresh token: each works once only.
import type { Clock } from './types'

export type Lock = <T>(run: () => Promise<T>) => Promise<T>

/** What is used of a BroadcastChannel. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

export interface LockOptions {
  locks: Pick<LockManager, 'request'> | undefined
  channel: Channel | undefined
  clock: Clock
}

const name = 'hr-auth-refresh'
/** How long a tab listens for others before it takes its turn. */
const listenMs = 200
/** A tab that was closed in its turn never says that it is over. */
const freeMs = 1000

export function browserLock({ locks, channel, clock }: LockOptions): Lock {
  if (locks) return async run => await locks.request(name, run)
  // a browser with neither: at least not twice in this tab
  if (!channel) return turns()
  const election = new Election(channel, clock)
  const inTurn = turns()
  return run => inTurn(() => election.hold(run))
}

/** One at a time within this tab, in order; one that fails does not keep the next. */
export function turns(): Lock {
  let queue: Promise<unknown> = Promise.resolve()
  return run => {
    const turn = queue.then(run)
    queue = turn.catch(() => undefined)
    return turn
  }
}

type Call = { say: 'want'; id: string } | { say: 'held' } | { say: 'free' }

/**
 * Without navigator.locks: who wants a turn says so, the lowest number wins, and who holds it says
 * no to the rest.
 */
class Election {
  private state: 'idle' | 'asking' | 'holding' = 'idle'
  private id = ''
  private lost = false
  private onFree = () => {}

  constructor(
    private readonly channel: Channel,
    private readonly clock: Clock,
  ) {
    channel.addEventListener('message', e => this.hear((e as MessageEvent<Call>).data))
  }

  async hold<T>(run: () => Promise<T>): Promise<T> {
    while (!(await this.wins())) await this.freed()
    try {
      return await run()
    } finally {
      this.state = 'idle'
      this.say({ say: 'free' })
    }
  }

  private async wins(): Promise<boolean> {
    this.id = crypto.randomUUID()
    this.lost = false
    this.state = 'asking'
    this.say({ say: 'want', id: this.id })
    await new Promise<void>(go => this.clock.after(listenMs, go))
    this.state = this.lost ? 'idle' : 'holding'
    return !this.lost
  }

  private freed(): Promise<void> {
    return new Promise(go => {
      const stop = this.clock.after(freeMs, go)
      this.onFree = () => {
        stop()
        go()
      }
    })
  }

  private hear(call: Call) {
    if (call.say === 'free') this.onFree()
    else if (call.say === 'held') this.lost = true
    else if (this.state === 'holding') this.say({ say: 'held' })
    else if (this.state === 'asking' && call.id < this.id) this.lost = true
    else if (this.state === 'asking') this.say({ say: 'want', id: this.id }) // it may not have heard us: we were first
  }

  private say(call: Call) {
    this.channel.postMessage(call)
  }
}
