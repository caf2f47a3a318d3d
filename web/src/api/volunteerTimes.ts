// When a volunteer can, in words: on the form, and in what we keep of somebody.
import { capital, weekdayNumber } from './moment'

/** Stand for no choice yet. */
export const unknown = 'unknown'
export const talk = 'talk'
export const unknownWords = 'Weet ik nog niet'
export const talkWords = 'Dat wissel ik liever af'

export const parts = [
  ['morning', 'Ochtend'],
  ['afternoon', 'Middag'],
  ['evening', 'Avond'],
] as const
export const often = [
  ['often', 'Vaak'],
  ['sometimes', 'Soms'],
  ['never', 'Niet'],
] as const
/** Days that never can. */
export const neverDays = [1, 2, 3, 4, 5, 6, 7].map(
  n => [`never-${n}`, capital(weekdayNumber(n))] as const,
)

/** Ochtend vaak, avond soms. Nooit op maandag, zondag. Of what somebody chose, a line for each. */
export function times(chosen: readonly string[]): string {
  const then = parts.flatMap(([part, name]) =>
    often.filter(([how]) => chosen.includes(`${part}-${how}`)).map(([, how]) => `${name} ${how}`),
  )
  const never = neverDays.filter(([n]) => chosen.includes(n)).map(([, day]) => day.toLowerCase())
  return [
    capital(then.join(', ').toLowerCase()),
    never.length > 0 && `Nooit op ${never.join(', ')}`,
    chosen.includes(talk) && talkWords,
  ]
    .filter(Boolean)
    .join('\n')
}
