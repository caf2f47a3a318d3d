import { many } from '../../../staff/count'
import type { components } from '../../../api/schema.gen'

export type Row = components['schemas']['ComplaintRow']
export type File = components['schemas']['ComplaintFile']

export const subjects: Readonly<Record<Row['about'], string>> = {
  treatment: 'bejegening',
  activity: 'activiteit',
  safety: 'veiligheid',
  privacy: 'privacy',
  building: 'gebouw',
  other: 'anders',
}

export const states: Readonly<Record<Row['state'], string>> = {
  received: 'ontvangen',
  confirmed: 'bevestigd',
  talk: 'gesprek',
  asked: 'vraag gesteld',
  answered: 'antwoord gegeven',
  closed: 'afgesloten',
}

/** What a handler can do next, and what the person reads of it with the number. */
export const steps: readonly (readonly [Exclude<Row['state'], 'received'>, string, string])[] = [
  ['confirmed', 'Bevestig dat de klacht binnen is', 'De melder leest: in behandeling.'],
  ['asked', 'Stel een vraag', 'De melder leest: we willen je iets vragen.'],
  ['talk', 'Er is een gesprek', 'De melder leest: in behandeling.'],
  ['answered', 'Geef antwoord', 'De melder leest: we hebben antwoord gegeven.'],
  ['closed', 'Sluit de klacht af', 'De melder kan daarna niet meer schrijven.'],
]

/** The next term that counts. */
export function nextTerm(c: Row): { words: string; on: string; within: number } | undefined {
  if (c.state === 'closed' || c.state === 'answered') return undefined
  if (c.state === 'received')
    return { words: 'Bevestigen voor', on: c.confirmBy, within: c.confirmIn }
  return { words: 'Antwoord voor', on: c.answerBy, within: c.answerIn }
}

/** Of those that nobody took up yet. */
export const sayNew = (n: number) => many(n, '1 klacht is nieuw.')

/** geen · minder dan 5 · 12 */
export const sayYear = ({ count, small }: { count: number; small?: boolean | undefined }) =>
  small ? 'minder dan 5' : count === 0 ? 'geen' : String(count)
