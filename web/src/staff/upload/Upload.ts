// One file on its way to the server: in one request when it is small, in growing
// chunks when it is not. What arrived is known by the server alone, so that it goes on after a
// reload, a cut or a restart.
import type { Calls, UploadProgress } from './calls'
import { firstChunk, grown, wholeLimit } from './chunks'
import { errorOf, retryable, UploadError } from './errors'
import { pauseAfter, persist, sleep, uploadTotal, within, type Patience } from './patience'
import { after, type Act, type State } from './state'
import type { Turns } from './turns'

export interface UploadParts<F> extends Patience {
  calls: Calls
  turns: Turns
  /** Left out: nobody wants to know. */
  arrived?(file: F): void
}

/** How it stands, to show. */
export interface Snapshot<F> {
  state: State
  received: number
  total: number
  /** Another tab sends this file; this one watches. */
  follows: boolean
  /** Everything is there; the server looks at it. */
  checking: boolean
  /** Nothing gets through: it waits, and tries again. */
  waits: boolean
  file?: F
  error?: UploadError
}

/** One chunk may take this long before it counts as no contact. */
export const chunkLimit = 5 * 60_000
/** How often a tab that follows, or that waits for the server's check, looks how far it is. */
export const lookEvery = 2000

export class Upload<F> {
  snapshot: Snapshot<F>
  private readonly listeners = new Set<() => void>()
  private id?: string
  private run?: AbortController

  constructor(
    private readonly file: Blob,
    private readonly parts: UploadParts<F>,
  ) {
    this.snapshot = {
      state: 'running',
      received: 0,
      total: file.size,
      follows: false,
      checking: false,
      waits: false,
    }
    this.go()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Stops for now: what arrived stays. True when it was running. */
  pause(): boolean {
    return this.act('pause', {}, () => this.run?.abort())
  }

  /** Goes on where it was. True when it was paused. */
  resume(): boolean {
    return this.act('resume', {}, () => this.go())
  }

  /** Stops for good, and what arrived goes. True when it was running or paused. */
  cancel(): boolean {
    return this.act('cancel', {}, () => {
      this.run?.abort()
      // otherwise it goes by itself after a day
      if (this.id) void this.parts.calls.drop(this.id).catch(() => undefined)
    })
  }

  private act(act: Act, more: Partial<Snapshot<F>>, then?: () => void): boolean {
    const state = after(this.snapshot.state, act)
    if (!state) return false
    this.show({ ...more, state, follows: false, checking: false, waits: false })
    then?.()
    return true
  }

  private show(more: Partial<Snapshot<F>>) {
    this.snapshot = { ...this.snapshot, ...more }
    for (const l of this.listeners) l()
  }

  private go() {
    const run = (this.run = new AbortController())
    this.all(run.signal)
      .then(
        file => {
          if (run.signal.aborted) return
          this.act('finish', { file, received: this.snapshot.total })
          this.parts.arrived?.(file)
        },
        (e: unknown) =>
          void (
            run.signal.aborted ||
            this.act('fail', {
              error: e instanceof UploadError ? e : new UploadError('storage/unknown'),
            })
          ),
      )
      .finally(() => run.abort()) // ends what still waits for a turn
  }

  private async all(signal: AbortSignal): Promise<F> {
    const { calls } = this.parts
    if (this.file.size <= wholeLimit) {
      const sent = await this.ask(s => calls.whole(s), signal)
      this.show({ received: this.snapshot.total })
      return sent.file ?? this.checked((this.id = sent.id), signal)
    }
    const begun = this.id ? undefined : await this.ask(s => calls.begin(s), signal)
    this.id ??= begun!.id
    if (begun) this.see(begun, signal)
    return begun?.file ?? this.inTurn(this.id, !begun, signal)
  }

  /** Sends when this tab has the turn; until then it watches the one that has. */
  private inTurn(id: string, ask: boolean, signal: AbortSignal): Promise<F> {
    let mine = false
    const sending = this.parts.turns.hold(id, signal, () => {
      const waited = this.snapshot.follows
      mine = true
      this.show({ follows: false })
      return this.chunks(id, ask || waited, signal)
    })
    return Promise.race([sending, this.follow(id, () => mine, signal)])
  }

  /** Gives the file when the other tab brought it in; never settles when the turn comes. */
  private async follow(id: string, mine: () => boolean, signal: AbortSignal): Promise<F> {
    for (;;) {
      await sleep(lookEvery, this.parts, signal)
      if (mine()) return new Promise(() => {})
      this.show({ follows: true })
      const now = await this.progress(id, signal)
      if (mine()) return new Promise(() => {})
      if (now.file) return now.file
    }
  }

  private async chunks(id: string, ask: boolean, signal: AbortSignal): Promise<F> {
    const { clock } = this.parts
    let size = firstChunk
    let failures = 0
    let moved = clock.now()
    for (;;) {
      if (ask) await this.progress(id, signal)
      const file =
        this.snapshot.file ??
        (this.snapshot.received < this.snapshot.total ? undefined : await this.checked(id, signal))
      if (file) return file
      const from = this.snapshot.received
      const answer = await within(
        chunkLimit,
        s => this.parts.calls.chunk(id, from, Math.min(from + size, this.snapshot.total), s),
        clock,
        signal,
      )
      if (answer?.ok) {
        this.see(await progressOf<F>(answer), signal)
        ask = this.snapshot.received <= from // an answer that nobody understands
      } else if (answer && answer.status !== 409 && !retryable(answer.status)) {
        throw await errorOf(answer)
      } else ask = true // also after a wrong offset: another tab was quicker
      if (!ask) {
        size = grown(size)
        failures = 0
        moved = clock.now()
        continue
      }
      size = firstChunk
      if (clock.now() - moved >= uploadTotal) throw new UploadError('storage/retry-limit-exceeded')
      const pause = pauseAfter(++failures)
      if (pause > 0) this.show({ waits: true })
      await sleep(pause, this.parts, signal)
    }
  }

  /** Everything arrived: waits until the server has looked at it. */
  private async checked(id: string, signal: AbortSignal): Promise<F> {
    this.show({ checking: true })
    for (;;) {
      const { file, state } = await this.progress(id, signal)
      if (file) return file
      if (this.snapshot.waits) this.show({ waits: false })
      if (state === 'receiving') throw new UploadError('storage/unknown')
      await sleep(lookEvery, this.parts, signal)
    }
  }

  private async progress(id: string, signal: AbortSignal): Promise<UploadProgress<F>> {
    const now = await this.ask(s => this.parts.calls.progress(id, s), signal)
    this.see(now, signal)
    return now
  }

  private see({ received, file }: Partial<UploadProgress<F>>, signal: AbortSignal) {
    if (signal.aborted) return
    if (received !== undefined && received !== this.snapshot.received)
      this.show({ received, waits: false })
    if (file) this.show({ file, received: this.snapshot.total, waits: false })
  }

  private async ask(
    send: (signal: AbortSignal) => Promise<Response>,
    signal: AbortSignal,
  ): Promise<UploadProgress<F>> {
    const waits = () => this.show({ waits: true })
    const answer = await persist(send, { ...this.parts, waits }, signal, uploadTotal)
    return progressOf<F>(answer)
  }
}

/** What the server says of an upload. A file that it refused ends it. */
async function progressOf<F>(answer: Response): Promise<UploadProgress<F>> {
  if (!answer.ok) throw await errorOf(answer)
  const progress = (await answer.json()) as UploadProgress<F>
  if (progress.state === 'refused') throw new UploadError('storage/unknown', progress.fault)
  return progress
}
