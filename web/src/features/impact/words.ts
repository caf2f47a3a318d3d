// What the figures of a year say, in sentences. Everything follows from the numbers themselves.
import { plural } from '../../api/count'
import { capital } from '../../api/moment'
import { number, percent } from '../../api/number'
import type { PageData } from '../../pages'

type Read = PageData<'impact/ImpactPage'>['impact']
/** A published year. */
export type Impact = Read & { year: number }
export type Figure = Impact['figures'][number]
export type Share = Impact['found'][number]
export type Visits = Impact['visits'][number]

export const isPublished = (impact: Read): impact is Impact =>
  impact.year !== undefined && impact.figures.length > 0

/** The six that stand large, in this order: opened day-parts always beside visits. */
export const large = [
  'openDayParts',
  'visits',
  'visitors',
  'meetings',
  'volunteers',
  'grade',
] as const
/** What visitors say, of everybody who filled in the questionnaire. */
export const opinions = ['welcome', 'moreContact'] as const

export const pick = (figures: readonly Figure[], keys: readonly string[]): Figure[] =>
  keys.flatMap(key => figures.find(f => f.key === key) ?? [])

/** The years of a chart: at most five, the shown one among them. */
export function nearby(visits: readonly Visits[], year: number): readonly Visits[] {
  const end = Math.max(5, visits.findIndex(v => v.year === year) + 1)
  return visits.slice(Math.max(0, end - 5), end)
}

/** Bezoeken per dagdeel: 18,2; nothing when the house was never open. */
export const perDayPart = (v: Visits) =>
  v.openDayParts > 0 ? number(v.visits / v.openDayParts, 1) : '–'

/** Meer bezoeken dan in 2024 */
export function visitsTitle(visits: readonly Visits[], year: number): string {
  const of = (y: number) => visits.find(v => v.year === y)?.visits
  const [now, before] = [of(year), of(year - 1)]
  if (now === undefined || before === undefined)
    return `${number(now ?? 0)} ${plural(now ?? 0, 'bezoek', 'bezoeken')} in ${year}`
  if (now === before) return `Evenveel bezoeken als in ${year - 1}`
  return `${now > before ? 'Meer' : 'Minder'} bezoeken dan in ${year - 1}`
}

/** Hoe mensen ons vonden: het vaakst zelf of via bekenden */
export function foundTitle(found: Impact['found']): string {
  const most = Math.max(...found.map(f => f.percent ?? 0))
  const top = found.filter(f => f.percent === most)
  return 'Hoe mensen ons vonden' + (top.length === 1 ? `: het vaakst ${small(top[0]!.label)}` : '')
}

/** 95 van de 100 mensen voelen zich hier welkom */
export function opinionTitle(shown: readonly Figure[]): string {
  const welcome = shown.find(f => f.key === opinions[0])
  return welcome?.value !== undefined
    ? `${number(welcome.value)} van de 100 mensen voelen zich hier welkom`
    : 'Wat bezoekers zeggen'
}

/** What belongs under a number that stands large. */
export function underneath(f: Figure, { visits, year }: Impact): string[] {
  const now = visits.find(v => v.year === year)
  const told = [f.note, f.estimate && 'Dit is een schatting.']
  if (f.key === 'visits' && now && now.openDayParts > 0)
    told.unshift(`Dat zijn er ${perDayPart(now)} per dagdeel.`)
  if (f.key === 'grade' && f.n)
    told.push(plural(f.n, 'Iemand gaf een cijfer.', `${number(f.n)} mensen gaven een cijfer.`))
  return told.flatMap(t => (t ? sentence(t) : []))
}

/** Where a figure comes from, with how many people answered. */
export const source = (from: string, n = 0) =>
  sentence(from + (n ? `, ${number(n)} ${plural(n, 'antwoord', 'antwoorden')}` : ''))

/**
 * Where the six large figures and the answers come from, each source once: "Dagdelen open,
 * vrijwilligers: rooster."
 */
export function sources({ figures, found, foundSource, foundN }: Impact): string[] {
  const told = new Map<string, Set<string>>()
  const tell = (from: string, n: number | undefined, label: string) => {
    const words = source(from, n)
    told.set(words, (told.get(words) ?? new Set()).add(label))
  }
  for (const f of pick(figures, large)) tell(f.source, f.n, f.label)
  for (const f of pick(figures, opinions)) tell(f.source, f.n, 'Wat bezoekers zeggen')
  if (found.length > 0 && foundSource) tell(foundSource, foundN, 'Hoe mensen ons vonden')
  return [...told].map(([words, labels]) => `${listed([...labels])}: ${small(words)}`)
}

/** Bezoeken, vrijwilligers */
const listed = (labels: readonly string[]) =>
  labels.map((l, i) => (i === 0 ? l : small(l))).join(', ')

/**
 * The part of all people that found us in one way. A small one is not told, nor the one from which
 * it could be computed.
 */
export const share = (s: Share) => (s.percent === undefined ? 'niet getoond' : percent(s.percent))

/** A year that is over or running, but whose figures are not published. */
export const missingWords = (year: number) =>
  `Deze cijfers zijn van ${year}. Die van ${year + 1} volgen.`

/** First letter large, one full stop at the end. */
export const sentence = (s: string) => capital(s.replace(/\.?\s*$/, '.'))

/** A label inside a sentence, or behind its number. */
export const small = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** 19 chairs of 20: each stands for five of a hundred people. */
export const chairs = (share: number) => Math.round(Math.min(100, Math.max(0, share)) / 5)
