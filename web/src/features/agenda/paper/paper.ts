// The words on paper.
import { clock, date, fullDay } from '../../../api/moment'
import type { PageData } from '../../../pages'
import { movedWords, seriesWords, statusWords, type Line } from '../../../programme/words'

export type Print = PageData<'agenda/paper/PrintPage'>['print']

/** november 2026 */
export const monthName = (day: string) => `${date(day).split(' ')[1]} ${day.slice(0, 4)}`

/** Stand van zondag 22 november 2026, 10.05 uur. */
export const asOfWords = (at: string) => `Stand van ${fullDay(at)}, ${clock(at)} uur`

/**
 * What the screen says in badges: Inloop · Reeks van 8, nu de 4e. A cancelled one says so in its
 * own, larger words.
 */
export function paperStatus(line: Line): string {
  if (line.status === 'cancelled') return ''
  const { words, more } = statusWords(line)
  return [more ? `${words} ${more}` : words, movedWords(line), seriesWords(line)]
    .filter(Boolean)
    .join(' · ')
}
