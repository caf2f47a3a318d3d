import { many } from '../../../staff/count'
import type { LibraryFile, Place } from '../../../staff/files/library'
import { editOf, screenOf } from '../../../screens'

/** Foto · Pdf */
export const kindWords = { image: 'Foto', document: 'Pdf' } as const

export const statuses = [
  ['', 'Alles'],
  ['unused', 'Niet in gebruik'],
  ['trashed', 'Prullenbak'],
  ['withdrawn', 'Weggehaald'],
] as const
export const kinds = [
  ['', "Foto's en pdf's"],
  ['image', "Foto's"],
  ['document', "Pdf's"],
] as const

/** Staat op 1 plek · Staat op 3 plekken · Staat nog nergens */
export const usesWords = (n: number) =>
  n === 0 ? 'Staat nog nergens' : `Staat op ${many(n, '1 plek')}`

export const peopleWords: Readonly<Record<LibraryFile['people'], string>> = {
  unknown: 'Nog niet bekend wie erop staat',
  none: 'Geen herkenbare mensen',
  agreed: 'Herkenbare mensen vinden het goed',
}

export const titleOf = (f: LibraryFile) =>
  f.label || (f.kind === 'image' ? 'Foto is verwijderd' : 'Bestand is verwijderd')

/** Kinds that are called here otherwise than their screen is. */
const sorts: Readonly<Record<string, string>> = {
  news: 'Nieuws',
  year: 'Impact',
  role: 'Vrijwilligersrol',
  settings: 'Instellingen',
}

/** Where a place can be changed; undefined: it has no screen of its own here. */
export const editorOf = ({ kind, id }: Place): string | undefined => editOf(kind, id)
export const sortOf = ({ kind }: Place) => sorts[kind] ?? screenOf(kind)?.title ?? ''
