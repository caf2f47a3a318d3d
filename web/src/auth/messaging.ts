// The page's side of talking to the staff service worker. The worker's side is
// receiver.ts: the worker is one file of its own, so the two share no code.
import { browserClock, type Clock } from './types'

export type MessagingCode =
  'connection_unavailable' | 'unsupported_event' | 'timeout' | 'invalid_response'

export class MessagingError extends Error {
  constructor(readonly code: MessagingCode) {
    super(code)
    this.name = `storage-messaging/${code}` // the log shows the name of an error, never its text
  }
}

/** What one handler of the receiver came to. */
export type Outcome = { fulfilled: true; value: unknown } | { fulfilled: false; reason: unknown }

export type Reply =
  { status: 'ack'; eventId: string } | { status: 'done'; eventId: string; response: Outcome[] }

export interface Request {
  eventType: string
  eventId: string
  data: unknown
}

const ackMs = 50
const longAckMs = 800
const doneMs = 3000

/** Whom to send to: a service worker. */
export type Target = Pick<ServiceWorker, 'postMessage'>

export class Sender {
  private pinged = false
  private answered = false

  constructor(
    private readonly target: Target,
    private readonly clock: Clock = browserClock,
  ) {}

  /**
   * Outcomes of all handlers. Rejects with a MessagingError. A worker that may have to start first
   * gets time for its ACK: at the first ping, and once it has shown that it is there.
   */
  async send(eventType: string, data: unknown = {}): Promise<Outcome[]> {
    if (typeof MessageChannel === 'undefined') throw new MessagingError('connection_unavailable')
    const ping = eventType === 'ping'
    const patience = this.answered || (ping && !this.pinged) ? longAckMs : ackMs
    if (ping) this.pinged = true
    const outcomes = await this.exchange(
      { eventType, eventId: crypto.randomUUID(), data },
      patience,
    )
    if (ping) this.answered = true
    return outcomes
  }

  private exchange(request: Request, patience: number): Promise<Outcome[]> {
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        stopTimer()
        port1.removeEventListener('message', hear)
        port1.close()
        settle()
      }
      const fail = (code: MessagingCode) => end(() => reject(new MessagingError(code)))
      const hear = ({ data }: MessageEvent<Reply>) => {
        if (data?.eventId !== request.eventId) return
        if (data.status === 'done') end(() => resolve(data.response))
        else if (data.status === 'ack') {
          stopTimer()
          stopTimer = this.clock.after(doneMs, () => fail('timeout'))
        } else fail('invalid_response')
      }
      let stopTimer = this.clock.after(patience, () => fail('unsupported_event'))
      port1.addEventListener('message', hear)
      port1.start()
      this.target.postMessage(request, [port2])
    })
  }
}
