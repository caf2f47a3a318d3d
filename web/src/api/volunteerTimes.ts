// When a volunteer can, in words: on the form, and in what we keep of somebody.
import { capital, weekdayNumber } from './moment'

/** Stand for no choice yet. */
export const unknown = 'unknown'
export const talk = 'talk'
export const unknownWords = 'Weet ik nog niet'
export const talkWords = 'Dat wissel ik liever af'

export const days = [1, 2, 3, 4, 5, 6, 7].map(n => [n, weekdayNumber(n)] as const)
export const parts = [
  ['morning', 'ochtend'],
  ['afternoon', 'middag'],
  ['evening', 'avond'],
] as const

/** Maandag ochtend en middag, dinsdag avond: the ticks in words, a line for each day. */
export function times(ticks: readonly string[]): string {
  const lines = days.flatMap(([n, name]) => {
    const then = parts.filter(([part]) => ticks.includes(`${n}-${part}`)).map(([, words]) => words)
    return then.length > 0 ? [`${capital(name)}: ${then.join(', ')}`] : []
  })
  return [...lines, ...(ticks.includes(talk) ? [talkWords] : [])].join('\n')
}
