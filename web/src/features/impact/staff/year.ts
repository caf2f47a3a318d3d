import * as limits from '../../../api/limits.gen'
import type { DocOf, Fault } from '../../../staff/drafts'
import type { Speech } from '../../../staff/editor/speech'

/** The figures of one year: published as a whole. */
export type Year = DocOf<'years'>
export type Figure = Year['figures'][number]
export type Share = Year['found'][number]
export type Quote = Year['quotes'][number]

/** What pages look for, with what it means. */
export const known: readonly (readonly [key: string, label: string, definition?: string])[] = [
  ['openDayParts', 'Dagdelen open', 'Een dagdeel is tot 4 uur open.'],
  ['visits', 'Bezoeken', 'Een bezoek is één persoon, één dagdeel.'],
  ['visitsPerDayPart', 'Bezoeken per dagdeel'],
  [
    'visitors',
    'Verschillende bezoekers',
    'Een bezoeker is een verschillende persoon, geschat in twee telweken per jaar.',
  ],
  ['meetings', 'Bijeenkomsten', 'Een bijeenkomst is één keer gehouden.'],
  ['trainees', 'Deelnemers aan trainingen'],
  [
    'trainingFinished',
    'Afgeronde trainingen',
    'Een training is afgerond als iemand bij minstens 75 % van de bijeenkomsten was.',
  ],
  ['volunteers', 'Vrijwilligers'],
  ['volunteerHours', 'Vrijwilligersuren', 'Een vrijwilligersuur is een ingeroosterd uur.'],
  ['becameVolunteer', 'Bezoekers die vrijwilliger werden'],
  ['meals', 'Maaltijden'],
  ['grade', 'Rapportcijfer'],
  ['welcome', 'Ik voel me hier welkom'],
  ['moreContact', 'Ik heb meer contact met anderen'],
]

export const freshFigure = (key: string): Figure => {
  const [, label = '', definition = ''] = known.find(k => k[0] === key) ?? []
  return {
    key: label ? key : ownKey(),
    label,
    definition,
    source: '',
    decimals: key === 'grade' ? 1 : 0,
    estimate: key === 'visitors',
    ...(percents.includes(key) ? { unit: '%' } : {}),
  }
}
const percents = ['welcome', 'moreContact']

/** A figure that no page looks for has a name of its own, which nobody reads. */
const ownKey = () =>
  'eigen' +
  [...crypto.getRandomValues(new Uint8Array(6))]
    .map(n => 'abcdefghijklmnopqrstuvwxyz'[n % 26])
    .join('')

export const freshYear = (year: number): Year => ({ year, figures: [], found: [], quotes: [] })

export const few = 'minder dan 5'

/**
 * What a count that the site made becomes as a figure: all of it, but for what somebody wrote by
 * hand.
 */
export function takeOver(figures: readonly Figure[], counted: Figure): Figure[] {
  const at = figures.findIndex(f => f.key === counted.key)
  if (at < 0) return [...figures, counted]
  const { label, decimals, note } = figures[at]!
  return figures.map((f, i) =>
    i === at
      ? {
          ...counted,
          label,
          decimals: counted.value === undefined ? 0 : decimals,
          ...(counted.note || !note ? {} : { note }),
        }
      : f,
  )
}

/** Whether the figure says what was counted. */
export const isTaken = (figures: readonly Figure[], { key, value, small, source }: Figure) =>
  figures.some(
    f =>
      f.key === key &&
      f.source === source &&
      (small ? !!f.small && f.value === undefined : f.value === value),
  )

/** Numbers of few people are not shown, so that nobody can be recognised. */
export function smallHint({ value, small, unit, n, key }: Figure): string | undefined {
  const few = (x: number | undefined) => x !== undefined && x >= 1 && x < 5
  const counted = unit !== '%' && key !== 'grade' && few(value)
  return (small && value === undefined) ||
    counted ||
    (unit === '%' && n !== undefined && few(((value ?? 0) * n) / 100))
    ? "Dit getal is erg klein. We tonen 'minder dan 5'."
    : undefined
}

const ofFigure: Readonly<Record<string, string>> = {
  key: 'Dit cijfer staat er twee keer. Haal er één weg.',
  label: 'Geef dit cijfer een naam.',
  value: 'Vul een getal van 0 of hoger in.',
  source: 'Schrijf op waar dit cijfer vandaan komt.',
  n: 'Schrijf op hoeveel mensen hierop antwoordden.',
  decimals: 'Kies 0, 1 of 2 cijfers achter de komma.',
  unit: `Maak dit korter: hooguit ${limits.Figure.unit.maxLength} tekens.`,
  definition: `Maak dit korter: hooguit ${limits.Figure.definition.maxLength} tekens.`,
  note: `Maak dit korter: hooguit ${limits.Figure.note.maxLength} tekens.`,
}

const say = ({ name, code }: Fault): string | undefined => {
  const [part, at, field] = name.split('.')
  if (part === 'figures' && at === undefined) return 'Zet er minstens één cijfer in.'
  if (part === 'figures' && field)
    return field === 'source' && code === 'too_long'
      ? `Maak dit korter: hooguit ${limits.Figure.source.maxLength} tekens.`
      : field === 'label' && code === 'too_long'
        ? `Maak de naam korter: hooguit ${limits.Figure.label.maxLength} tekens.`
        : ofFigure[field]
  if (part === 'found' && at === undefined)
    return 'De delen samen zijn geen 100 procent. Kijk ze nog even na.'
  if (part === 'found')
    return field === 'percent'
      ? 'Vul een getal van 0 tot 100 in.'
      : 'Schrijf op hoe mensen ons vonden.'
  if (name === 'foundSource') return 'Schrijf op waar dit cijfer vandaan komt.'
  if (name === 'foundN') return 'Schrijf op hoeveel mensen hierop antwoordden.'
  if (name === 'year')
    return code === 'choice'
      ? 'Van dit jaar zijn er al cijfers.'
      : 'Vul een jaar in, bijvoorbeeld 2026.'
  if (part === 'quotes')
    return field === 'by'
      ? 'Schrijf op van wie dit is, zonder achternaam.'
      : 'Vul het citaat in, of haal het weg.'
  return undefined
}

export const yearSpeech: Speech<Year> = {
  labels: {
    year: 'Jaar',
    figures: 'Cijfers',
    found: 'Hoe mensen ons vonden',
    foundSource: 'Bron',
    foundN: 'Hoeveel mensen antwoordden',
    method: 'Hoe is er geteld?',
    quotes: 'Citaten',
  },
  say,
  show: {
    figures: v =>
      ((v as readonly Figure[] | undefined) ?? [])
        .map(f => `${f.label}: ${f.value ?? (f.small ? few : '–')}${f.unit ? ` ${f.unit}` : ''}`)
        .join('; '),
    found: v =>
      ((v as readonly Share[] | undefined) ?? [])
        .map(s => `${s.label}: ${s.percent ?? '–'} %`)
        .join('; '),
    quotes: v =>
      ((v as readonly Quote[] | undefined) ?? []).map(q => `"${q.text}" ${q.by}`).join('; '),
  },
}
