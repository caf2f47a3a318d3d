// The worker's side of messaging.ts. Part of the staff service worker: types only from elsewhere.
import type { Outcome, Reply, Request } from './messaging'

export type Handler = (data: unknown) => unknown

/** Answers messages of the types that have a handler; silent for all others. */
export class Receiver {
  private readonly handlers = new Map<string, Set<Handler>>()
  private readonly hear = (event: Event) =>
    void this.answer(event as MessageEvent<Partial<Request> | null>)

  constructor(private readonly scope: EventTarget) {}

  /** Gives the function that takes the handler away. */
  on(eventType: string, handler: Handler): () => void {
    if (this.handlers.size === 0) this.scope.addEventListener('message', this.hear)
    const all = this.handlers.get(eventType) ?? new Set()
    this.handlers.set(eventType, all.add(handler))
    return () => {
      all.delete(handler)
      if (all.size === 0) this.handlers.delete(eventType)
      if (this.handlers.size === 0) this.scope.removeEventListener('message', this.hear)
    }
  }

  private async answer(event: MessageEvent<Partial<Request> | null>): Promise<void> {
    const { eventType, eventId, data } = event.data ?? {}
    const handlers = this.handlers.get(eventType ?? '')
    const port = event.ports[0]
    if (!handlers || !eventId || !port) return
    port.postMessage({ status: 'ack', eventId } satisfies Reply)
    const work = Promise.allSettled([...handlers].map(async handler => await handler(data)))
    // a worker may be stopped as soon as it has nothing to do
    if ('waitUntil' in event)
      (event as unknown as { waitUntil(work: Promise<unknown>): void }).waitUntil(work)
    const response = (await work).map((end): Outcome =>
      end.status === 'fulfilled'
        ? { fulfilled: true, value: end.value }
        : { fulfilled: false, reason: String(end.reason) },
    )
    port.postMessage({ status: 'done', eventId, response } satisfies Reply)
    port.close()
  }
}
