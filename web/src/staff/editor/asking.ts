// What the working copy asks the server, with an end to the wait.
import type { Clock } from '../../auth/types'
import { draftAt, type Draft, type Kind } from '../drafts'

/** What a working copy is given. */
export interface Parts<T> {
  kind: Kind
  id: string
  /** Of a new one. */
  fresh?: T | undefined
  uid: string
  fetch(url: string, init?: RequestInit): Promise<Response>
  clock: Clock
  store: { read(): string | undefined; keep(text: string): void; drop(): void }
  /** Says whether there is text that the server does not have. */
  hold(): () => void
}

/** What has no whole answer by then counts as lost: it would keep everything after it waiting. */
export const answerWithin = 30_000

/** An answer of which nothing is still under way, and the draft that a good one holds. */
export interface Answer<T> extends Pick<Response, 'ok' | 'status'> {
  json(): Promise<unknown>
  draft: Draft<T> | undefined
}

/** The answer, or nothing when none came in time. */
export async function ask<T>(
  { clock, fetch, kind, id }: Parts<T>,
  rest: string,
  init?: RequestInit,
): Promise<Answer<T> | undefined> {
  const end = new AbortController()
  const late = new Promise<never>((_, no) =>
    end.signal.addEventListener('abort', () => no(new Error('no answer in time'))),
  )
  const stop = clock.after(answerWithin, () => end.abort())
  const asked = fetch(draftAt(kind, id) + rest, {
    ...init,
    signal: end.signal,
    headers: { accept: 'application/json', ...init?.headers },
  })
  try {
    return await Promise.race([asked.then(answer => whole<T>(answer)), late])
  } catch {
    return undefined
  } finally {
    stop()
  }
}

async function whole<T>(answer: Response): Promise<Answer<T>> {
  const { ok, status } = answer
  const text = await answer.text()
  const json = async () => JSON.parse(text) as unknown
  const body = ok ? await json().catch(() => undefined) : undefined
  return { ok, status, json, draft: body as Draft<T> | undefined }
}
