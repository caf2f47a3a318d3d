// What the desk (internal/editing) answers, for any kind. `T` is the document of the kind.

export interface Person {
  uid: string
  name: string
}
export interface Fault {
  name: string
  code: string
}
export type Status =
  'draft' | 'scheduled' | 'published' | 'over' | 'hidden' | 'trashed' | 'withdrawn'

/** What stands beside the text: moments as the API writes them ("2026-11-24T10:00:00+01:00"). */
export interface Place {
  from?: string | undefined
  until?: string | undefined
  pinned?: boolean | undefined
  position?: number | undefined
}

export interface Draft<T> extends Place {
  id: string
  kind: string
  version: number
  status: Status
  /** What visitors read differs from this text. */
  changed: boolean
  doc: T
  /** What keeps it from being published. */
  faults: readonly Fault[]
  createdAt: string
  createdBy: Person
  updatedAt: string
  updatedBy: Person
  publishedAt?: string
  publishedBy?: Person
  trashedAt?: string
  /** In the trash: when it is really gone. */
  goneAt?: string
  undo?: Undo
}

export interface Undo {
  id: string
  act: string
  until: string
}

export interface Row extends Place {
  id: string
  title: string
  status: Status
  changed: boolean
  updatedAt: string
  updatedBy: Person
  goneAt?: string
}

export interface Revision {
  version: number
  at: string
  by: Person
  act: string
  changed: readonly string[]
  auto: boolean
}
export interface Link {
  kind: string
  id: string
  title: string
  published: boolean
}

/** A refusal of the API. `offline`: there was no answer. */
export interface Refusal {
  status: number
  code: string
  fields: readonly Fault[]
}

export const draftsOf = (kind: string) => '/api/drafts/' + encodeURIComponent(kind)
export const draftAt = (kind: string, id: string) => draftsOf(kind) + '/' + encodeURIComponent(id)

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** An id for a new document, made here so that a repeated save makes no second one. */
export function newId(prefix: string): string {
  const few = [...crypto.getRandomValues(new Uint8Array(20))].map(n => letters[n % letters.length])
  return prefix + few.join('')
}

/** What a refusal says; a proxy in between may answer without words. */
export async function refusalOf(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => undefined)) as
    { code?: string; fields?: Fault[] } | undefined
  return { status: answer.status, code: body?.code ?? 'unavailable', fields: body?.fields ?? [] }
}
