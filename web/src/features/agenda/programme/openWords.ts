import { wall, weekdayNumber } from '../../../api/moment'
import type { Site } from '../../../pages'

/**
 * " De inloop is open op maandag van 13.00 tot 17.00 uur, dinsdag …": days with the same hours are
 * not joined, each stands for itself.
 */
export function openWords(hours: Site['hours']): string {
  const days = hours
    .filter(h => h.blocks.length > 0)
    .map(h => {
      const blocks = h.blocks.map(b => `${wall(b.from)} tot ${wall(b.to)} uur`)
      return `${weekdayNumber(h.weekday)} van ${blocks.join(' en van ')}`
    })
  return days.length > 0 ? ` De inloop is open op ${days.join(', ')}.` : ''
}
