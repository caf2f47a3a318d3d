// The questions of people about what is kept of them, in words.
import { many } from '../../../staff/count'
import { fullDay } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'

type Schemas = components['schemas']
export type Row = Schemas['RightsRow']
export type Outcome = NonNullable<Row['outcome']>

export const wishes: readonly (readonly [Row['what'], string])[] = [
  ['insight', 'Inzage'],
  ['correct', 'Verbeteren'],
  ['erase', 'Wissen'],
  ['rest', 'Met rust laten'],
]
export const outcomes: readonly (readonly [Outcome, string])[] = [
  ['done', 'Gedaan'],
  ['nothing', 'We bewaren niets van deze persoon'],
  ['refused', 'Niet gedaan: we weten niet zeker wie het is'],
  ['ended', 'Hoeft niet meer, of een vergissing'],
]
const ended: Readonly<Record<Outcome, string>> = {
  done: 'gedaan',
  nothing: 'we bewaren niets',
  refused: 'niet gedaan',
  ended: 'hoefde niet meer',
}
const by: Readonly<Record<Row['via'], string>> = {
  site: 'via de site',
  telefoon: 'per telefoon',
  balie: 'aan de balie',
}

export const sayWish = (what: Row['what']) => wishes.find(([w]) => w === what)![1]

/** Gevraagd op 1 november 2026, per telefoon */
export const sayAsked = ({ day, via }: Row) => `Gevraagd op ${fullDay(day)}, ${by[via]}`

/** How much of the month is left. */
export function sayLeft({ daysLeft: n }: Row): string {
  if (n === 0) return 'vandaag is de laatste dag'
  const days = many(Math.abs(n), '1 dag')
  return n > 0 ? `nog ${days}` : `${days} te laat`
}

/** Afgehandeld op 3 november 2026: gedaan. */
export const sayDone = (row: Row) =>
  row.outcome && row.doneOn
    ? `Afgehandeld op ${fullDay(row.doneOn)}: ${ended[row.outcome]}.`
    : undefined
