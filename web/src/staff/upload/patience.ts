// How long is waited between tries, by a clock that tests move.
import type { Clock } from '../../auth/types'
import { retryable, UploadError } from './errors'

export interface Patience {
  clock: Clock
  /** 0 up to 1: the part of a second that keeps many browsers from asking at once. */
  random(): number
  /** Says `online` when there is a network again: nobody waits on then. */
  network: EventTarget
  /** Hears that a request failed, and that the next try is some time away. */
  waits?(): void
}

const second = 1000
const minute = 60 * second
/** How long requests for an upload are repeated. */
export const uploadTotal = 10 * minute
const longest = 64

/** 0, 1, 2, 4 … 64 s between chunks that failed one after the other. */
export const pauseAfter = (failures: number) =>
  failures <= 1 ? 0 : Math.min(2 ** (failures - 2), longest) * second

/** 2, 4, 8 … 64 s and up to one more between tries of one request. */
export const waitAfter = (failures: number, random: number) =>
  (Math.min(2 ** failures, longest) + random) * second

/** Rejects with the signal's reason when that comes first. */
export function sleep(
  ms: number,
  { clock, network }: Pick<Patience, 'clock' | 'network'>,
  signal: AbortSignal,
): Promise<void> {
  if (ms <= 0) return Promise.resolve().then(() => signal.throwIfAborted())
  return new Promise((done, failed) => {
    const leave = (act: () => void) => () => {
      stop()
      network.removeEventListener('online', over)
      signal.removeEventListener('abort', broken)
      act()
    }
    const over = leave(done)
    const broken = leave(() => failed(signal.reason))
    const stop = clock.after(ms, over)
    network.addEventListener('online', over)
    signal.addEventListener('abort', broken)
    if (signal.aborted) broken()
  })
}

/**
 * Repeats a request until it is answered by something else than trouble. After `total` ms it gives
 * up: `storage/retry-limit-exceeded`, also when the last try still hangs.
 */
export async function persist(
  send: (signal: AbortSignal) => Promise<Response>,
  patience: Patience,
  signal: AbortSignal,
  total: number,
): Promise<Response> {
  const until = patience.clock.now() + total
  for (let failures = 1; ; failures++) {
    const left = until - patience.clock.now()
    if (left <= 0) throw new UploadError('storage/retry-limit-exceeded')
    const answer = await within(left, send, patience.clock, signal)
    if (answer && !retryable(answer.status)) return answer
    patience.waits?.()
    await sleep(
      Math.min(waitAfter(failures, patience.random()), Math.max(0, until - patience.clock.now())),
      patience,
      signal,
    )
  }
}

/** One try of at most `ms`. Undefined: no contact. Rejects only when `signal` ends it. */
export async function within(
  ms: number,
  send: (signal: AbortSignal) => Promise<Response>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const own = new AbortController()
  const broken = () => own.abort(signal.reason)
  const stop = clock.after(ms, () => own.abort())
  signal.addEventListener('abort', broken)
  try {
    signal.throwIfAborted()
    return await send(own.signal)
  } catch (e) {
    signal.throwIfAborted()
    if (e instanceof UploadError) throw e
    return undefined
  } finally {
    stop()
    signal.removeEventListener('abort', broken)
  }
}
