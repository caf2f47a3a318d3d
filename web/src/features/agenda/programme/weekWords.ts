// What a week of the programme says about itself.
import { some } from '../../../api/count'
import { date } from '../../../api/moment'
import type { PageData } from '../../../pages'

type Soon = PageData<'agenda/programme/AgendaPage'>['agenda']['soon'][number]

/** How many there are in a week; in the week of today: how many are still to come. */
export function countWords(all: number, coming?: number): string {
  const activities = (n: number) => some(n, 'activiteit', 'activiteiten')
  if (all === 0 || coming === 0) return ''
  if (coming === undefined || coming === all) return `${activities(all)} in deze week`
  return `Nog ${activities(coming)} in deze week`
}

/** Ook 1 december, 8 december, 15 december en later. */
export const alsoWords = ({ also, later }: Pick<Soon, 'also' | 'later'>): string | undefined =>
  also.length === 0 ? undefined : `Ook ${also.map(date).join(', ')}${later ? ' en later' : ''}`
