// Other hours of one day: what is typed, and what lies outside them.
import { clock, wall } from '../../../../api/moment'
import type { components } from '../../../../api/schema.gen'
import { timeOf } from '../../../../staff/localTime'
import { toWall } from '../model'
import type { Card } from './words'

export type OpeningDay = components['schemas']['OpeningDay']
export interface Block {
  from: string
  to: string
}

/** 9 and 9:30 become 09.00 and 09.30; what is no time stays as it is. */
export function tidyTime(typed: string): string {
  const m = /^(\d{1,2})(?:[.:](\d{2}))?(?:\s*uur)?$/.exec(typed.trim())
  return m ? `${m[1]!.padStart(2, '0')}.${m[2] ?? '00'}` : typed.trim()
}

/** 13.00 tot 17.00 uur; dicht */
export const sayBlocks = (blocks: readonly Block[]) =>
  blocks.length > 0
    ? `${blocks.map(b => `${wall(b.from)} tot ${wall(b.to)}`).join(' en ')} uur`
    : 'dicht'

/** What lies in the hours as they are and no longer in the new ones, a sentence each. It stays. */
export function sayOutside(
  cards: readonly Card[],
  was: readonly Block[],
  next: readonly Block[],
): string[] {
  return cards.flatMap(({ start, end, state, title }) => {
    if (state === 'cancelled' || state === 'over') return []
    const from = toWall(timeOf(start))
    // past midnight it lies behind everything
    const to = end.slice(0, 10) > start.slice(0, 10) ? '24.00' : toWall(timeOf(end))
    const name = title || 'Iets zonder titel'
    if (!was.some(b => from < b.to && b.from < to)) return []
    if (next.some(b => b.from <= from && to <= b.to)) return []
    return next.some(b => b.from <= from && from < b.to)
      ? `${name} duurt dan tot ${clock(end)} uur. Dat blijft zo staan.`
      : `${name} begint dan om ${clock(start)} uur. Dat blijft zo staan.`
  })
}
