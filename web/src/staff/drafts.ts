// The drafts of the desk, as the API describes them, and where they are.
import type { components, operations } from '../api/schema.gen'
import type { DraftKinds } from '../screens'

type Schemas = components['schemas']

/** A kind of document as addresses name it: `/api/drafts/stories`. */
export type Kind = operations['draft']['parameters']['path']['kind']

/** The same kind as a draft names itself; one screen shows the blocks of the settings and words. */
type Named = DraftKinds & { settings: 'settings'; words: 'words' }

/** The document of a kind. */
export type DocOf<K extends Kind> = Extract<Schemas['Draft'], { kind: Named[K] }>['doc']

/** A draft with a document of any kind. */
export type Draft<T> = Omit<Schemas['Draft'], 'doc'> & { doc: T }
export type Revision<T> = Omit<Schemas['Revision'], 'doc'> & { doc: T }

/** What stands beside the text: moments as the API writes them ("2026-11-24T10:00:00+01:00"). */
export type Place = Omit<Schemas['Saving'], 'doc'>

export type Person = Schemas['Member']
export type Fault = Schemas['Field']
export type Row = Schemas['DraftRow']
export type Status = Row['status']
export type Undo = Schemas['UndoOf']

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
export async function refusalOf(answer: {
  status: number
  json(): Promise<unknown>
}): Promise<Refusal> {
  const body = (await answer.json().catch(() => undefined)) as
    { code?: string; fields?: Fault[] } | undefined
  return { status: answer.status, code: body?.code ?? 'unavailable', fields: body?.fields ?? [] }
}
