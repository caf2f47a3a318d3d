import type { LibraryFile, Place } from '../../../staff/files/library'
import { at } from '../../../screens'

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
  n === 0 ? 'Staat nog nergens' : n === 1 ? 'Staat op 1 plek' : `Staat op ${n} plekken`

export const peopleWords: Readonly<Record<LibraryFile['people'], string>> = {
  unknown: 'Nog niet bekend wie erop staat',
  none: 'Geen herkenbare mensen',
  agreed: 'Herkenbare mensen vinden het goed',
}

export const titleOf = (f: LibraryFile) =>
  f.label || (f.kind === 'image' ? 'Foto is verwijderd' : 'Bestand is verwijderd')

const editors: Readonly<Record<string, (id: string) => string>> = {
  act: id => at('activity', id),
  sty: id => at('story', id),
  nws: id => at('newsItem', id),
  faq: id => at('faqItem', id),
}

const sorts: Readonly<Record<string, string>> = {
  activity: 'Activiteit',
  story: 'Verhaal',
  news: 'Nieuws',
  faq: 'Vraag',
  page: 'Pagina',
  year: 'Impact',
  role: 'Vrijwilligersrol',
  announcement: 'Melding',
  settings: 'Instellingen',
}

/** Where a place can be changed; undefined: it has no screen of its own here. */
export const editorOf = ({ id }: Place): string | undefined => editors[id.slice(0, 3)]?.(id)
export const sortOf = ({ kind }: Place) => sorts[kind] ?? ''
