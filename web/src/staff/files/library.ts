// What the API says of a file of the library, and the calls of its screens.
import type { components } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'
import type { Picture } from '../../ui/Photo'
import { api, asked, ifStill } from '../api/client'
import { get } from '../api/useRead'

type Schemas = components['schemas']
export type LibraryFile = Schemas['File']
/** Who can be recognised on a photo: nobody, or all who can be agree. */
export type People = LibraryFile['people']
export type Place = Schemas['Place']
export type FileChange = Schemas['Changes']

export const fileAt = (id: string) => '/api/files/' + encodeURIComponent(id)

export interface Asked {
  zoek?: string
  soort?: string
  status?: string
  na?: string
}

/**
 * Changes what the library knows of a file. Somebody else changed something in between: theirs
 * stays, and this comes on top, because each word of a file stands by itself.
 */
export async function changeFile(
  auth: Auth,
  file: LibraryFile,
  change: FileChange,
): Promise<LibraryFile> {
  const first = await patch(auth, file, change)
  const { data: now, status } =
    first.status === 412 ? await patch(auth, await readFile(auth, file.id), change) : first
  if (!now) throw new Error(String(status))
  if (change.people) for (const hear of hearers) hear()
  return now
}

const hearers = new Set<() => void>()

/**
 * Hears that somebody said here who is on a photo: what a text that shows it still needs may be
 * less by then.
 */
export function onPeople(hear: () => void): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

const patch = (auth: Auth, { id, version }: LibraryFile, body: FileChange) => {
  const init = { params: { path: { fil: id } }, headers: ifStill(version), body }
  return asked(api(auth).PATCH('/api/files/{fil}', init))
}

/** Rejects with the status of what is no answer. */
export const readFile = async (auth: Auth, id: string): Promise<LibraryFile> =>
  (await get(auth, '/api/files/{fil}', { path: { fil: id } })).data!

/** A file as a picture of a document: the words of the library are the first proposal. */
export const pictureOf = ({ id, alt, decorative }: LibraryFile): Picture => ({
  fileId: id,
  ...(decorative ? { decorative } : { alt }),
})

/** Where a pdf is downloaded. */
export const documentAt = ({ id, document }: LibraryFile) =>
  `/bestanden/${id}/${document?.name ?? 'bestand.pdf'}`
