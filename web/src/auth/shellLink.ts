// The page's side of the staff service worker. Best effort: what fails is logged, and the person
// sees nothing of it.
import { turns } from './lock'
import { Sender } from './messaging'
import type { Clock } from './types'

export type ShellNews = 'signedIn' | 'changed' | 'signedOut'

export interface ShellLinkOptions {
  /** Undefined where there are no service workers. */
  container: Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined
  /** Paths of what this page has loaded. */
  assets: () => string[]
  clock: Clock
  log: (error: unknown) => void
}

const script = '/staff-worker.js'
/** Where staff write: the area itself, and the editors outside it. */
const scope = '/beheer'
const editors = ['/editactivity/', '/addStory', '/editstory/', '/addnewsitem', '/editnews/']
const installMs = 3000

export class ShellLink {
  private sender: { worker: ServiceWorker; sender: Sender } | undefined
  private readonly inTurn = turns()

  constructor(private readonly options: ShellLinkOptions) {}

  /**
   * Never rejects. After `signedOut` there is no worker any more. The one of the area is told: what
   * it keeps is kept for all.
   */
  tell(news: ShellNews): Promise<void> {
    return this.inTurn(() => (news === 'signedOut' ? this.end() : this.pass(news))).catch(
      this.options.log,
    )
  }

  private async pass(news: ShellNews): Promise<void> {
    const { container, clock, assets } = this.options
    if (!container) return
    const worker = await active(await container.register(script, { scope }), clock)
    try {
      if (worker) await (await this.senderTo(worker)).send(news, { assets: assets() })
    } finally {
      // they take from the same cache; a worker that is slow to answer keeps none of them away
      await Promise.all(editors.map(path => container.register(script, { scope: path })))
    }
  }

  private async end(): Promise<void> {
    const { container } = this.options
    const [area, ...others] = await Promise.all(
      [scope, ...editors].map(path => container?.getRegistration(path)),
    )
    try {
      if (area?.active) await (await this.senderTo(area.active)).send('signedOut')
    } finally {
      this.sender = undefined
      await Promise.all([area, ...others].map(r => r?.unregister()))
    }
  }

  private async senderTo(worker: ServiceWorker): Promise<Sender> {
    if (this.sender?.worker !== worker) {
      const sender = new Sender(worker, this.options.clock)
      await sender.send('ping')
      this.sender = { worker, sender }
    }
    return this.sender.sender
  }
}

/**
 * The worker that answers; a new one is installed first. Undefined when that fails or takes too
 * long.
 */
function active(
  { installing, waiting, active: now }: ServiceWorkerRegistration,
  clock: Clock,
): Promise<ServiceWorker | undefined> {
  const coming = installing ?? waiting
  if (!coming) return Promise.resolve(now ?? undefined)
  return new Promise(settle => {
    const end = (worker: ServiceWorker | null) => {
      stop()
      coming.removeEventListener('statechange', look)
      settle(worker ?? undefined)
    }
    const stop = clock.after(installMs, () => end(now))
    const look = () => {
      if (coming.state === 'activated') end(coming)
      else if (coming.state === 'redundant') end(now)
    }
    coming.addEventListener('statechange', look)
    look()
  })
}
