// The words of copying a week.
import { plural } from '../../../../api/count'
import { many } from '../../../../staff/count'
import { clock, dayNumber, monthName, weekday } from '../../../../api/moment'
import type { components } from '../../../../api/schema.gen'
import { sayTip, type Card } from './words'

type Schemas = components['schemas']
export type WeekCopy = Schemas['WeekCopy']
export type Copied = Schemas['Copied']
type CopyDate = Schemas['CopyDate']
type Leftover = Schemas['CopyLeftover']

/** wo 2 dec 19.30 Lezing: slapen */
export const sayCopyDate = ({ start, title }: Card) =>
  `${weekday(start).slice(0, 2)} ${dayNumber(start)} ${monthName(start).slice(0, 3)} ` +
  `${clock(start)} ${title || 'Zonder titel'}`

/** Let op: niemand ontvangt. */
export function sayCopyTips({ card, changed }: CopyDate): string {
  const tips = card.warnings.map(w => sayTip(w, card))
  const words = tips.length > 0 ? [`Let op: ${tips.join('; ')}.`] : []
  if (changed) words.push('Er staan ook andere wijzigingen klaar. Die gaan mee online.')
  return words.join(' ')
}

/** What does not come, and why, a sentence each. */
export function sayRest(rest: readonly Leftover[]): string[] {
  const made = rest.filter(r => r.why === 'rhythm').length
  const words = rest.filter(r => r.why !== 'rhythm').map(sayOne)
  return [
    ...(made > 0
      ? [plural(made, '1 staat er al, door het ritme.', `${made} staan er al, door hun ritme.`)]
      : []),
    ...new Set(words),
  ]
}

function sayOne({ title, why, weeks }: Leftover): string {
  const name = title || 'Een datum zonder titel'
  switch (why) {
    case 'notWeekly':
      return `${name} is ${weeks ? (weeks === 2 ? 'om de week' : `om de ${weeks} weken`) : 'niet elke week'}.`
    case 'stopped':
      return `${name} heeft in het ritme dan geen datum.`
    case 'cancelled':
      return `${name} ging niet door.`
    case 'closed':
      return `${name}: dan zijn we dicht.`
    case 'past':
      return `${name} is dan al geweest.`
    case 'series':
      return `${name} hoort bij een reeks.`
    case 'gone':
      return `${name} staat niet meer in het programma.`
    case 'notYours':
      return `${name} is niet van jou.`
    default:
      return `${name} staat er al.`
  }
}

export const sayCopied = (n: number) => many(n, '1 datum staat klaar als concept.')
