import { weekdayNumber } from '../../../api/moment'
import type { Site } from '../../../pages'

/**
 * " De inloop is open op maandag van 13.00 tot 17.00 uur, dinsdag …": days with the same hours are
 * not joined, each stands for itself.
 */
export function openWords(hours: Site['hours']): string {
  const days = hours
    .filter(h => h.blocks.length > 0)
    .map(
      h =>
        `${weekdayNumber(h.weekday)} van ${h.blocks.map(b => `${b.from} tot ${b.to} uur`).join(' en van ')}`,
    )
  return days.length > 0 ? ` De inloop is open op ${days.join(', ')}.` : ''
}
