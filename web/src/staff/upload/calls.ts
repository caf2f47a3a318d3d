// The calls of an upload, each one try. The staff's own `fetch` renews a session on the way.
import type { components } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'
import { headHash } from './head'
import { UploadError } from './errors'

export type Purpose = components['schemas']['File']['kind']

/**
 * What the server keeps of an upload. `working`: whole, and being looked at; `ready`: with the file
 * that it became.
 */
export type UploadProgress<F> = Pick<
  components['schemas']['Upload'],
  'id' | 'received' | 'state' | 'fault'
> & { file?: F }

export type Send = Auth['fetch']

export interface Calls {
  whole(signal: AbortSignal): Promise<Response>
  /** The same file of the same person gives the same upload, with what arrived of it. */
  begin(signal: AbortSignal): Promise<Response>
  progress(id: string, signal: AbortSignal): Promise<Response>
  chunk(id: string, from: number, to: number, signal: AbortSignal): Promise<Response>
  drop(id: string): Promise<Response>
}

export function callsFor(file: File, purpose: Purpose, fetch: Send): Calls {
  const send: Send = (url, init) =>
    fetch(url, init).catch(e => {
      throw signedOut(e) ? new UploadError('storage/unauthenticated') : e
    })
  const one = (id: string) => '/api/uploads/' + encodeURIComponent(id)
  const bytes = { 'content-type': 'application/octet-stream', accept: 'application/json' }
  return {
    whole: signal =>
      send('/api/files?' + new URLSearchParams({ name: file.name, purpose }).toString(), {
        method: 'POST',
        headers: bytes,
        body: file,
        signal,
      }),
    begin: async signal =>
      send('/api/uploads', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          name: file.name,
          size: file.size,
          type: file.type,
          lastModified: file.lastModified,
          headHash: await readHead(file),
          purpose,
        }),
        signal,
      }),
    progress: (id, signal) => send(one(id), { headers: { accept: 'application/json' }, signal }),
    chunk: (id, from, to, signal) =>
      send(one(id), {
        method: 'PUT',
        headers: { ...bytes, 'upload-offset': String(from) },
        body: file.slice(from, to),
        signal,
      }),
    drop: id => send(one(id), { method: 'DELETE' }),
  }
}

/** A file that went away since it was chosen cannot be read: trying again would not help. */
const readHead = (file: File) =>
  headHash(file).catch(() => {
    throw new UploadError('storage/unknown', 'unreadable')
  })

/** The sign-in part rejects with its own codes; without a network it may only be trying. */
function signedOut(e: unknown): boolean {
  const code = String((e as { code?: unknown } | null)?.code ?? '')
  return (
    code.startsWith('auth/') && code !== 'auth/network-request-failed' && code !== 'auth/timeout'
  )
}
