// What is told about an activity: its category, for whom it is, what it costs. Apart from the words
// of a date, which more pages carry.
import { capital, money } from '../api/moment'
import type { Line } from './words'

export const categoryWords: Record<Line['category'], string> = {
  ontmoeting: 'Ontmoeting',
  'praten-en-delen': 'Praten en delen',
  leren: 'Leren',
  creatief: 'Creatief',
  bewegen: 'Bewegen',
  'samen-eten': 'Samen eten',
  naasten: 'Naasten',
  praktisch: 'Praktisch',
  uitstapje: 'Uitstapje',
}

type Audience = Line['audience'][number]
const people: Record<Audience, string> = {
  everyone: 'iedereen',
  relatives: 'naasten',
  youngAdults: 'mensen van 18 t/m 30 jaar',
  firstTimers: 'mensen die voor het eerst komen',
  volunteers: 'vrijwilligers',
}

/** Voor iedereen en voor naasten, ook als je voor het eerst komt. Een naaste is … */
export function audienceWords(audience: readonly Audience[]): string {
  const also = audience.includes('everyone') && audience.includes('firstTimers')
  const groups = audience.filter(a => !(also && a === 'firstTimers')).map(a => 'voor ' + people[a])
  const last = groups.pop() ?? ''
  const list = groups.length > 0 ? `${groups.join(', ')} en ${last}` : last
  return (
    `${capital(list)}${also ? ', ook als je voor het eerst komt' : ''}.` +
    (audience.includes('relatives')
      ? ' Een naaste is familie, een partner, een vriend of een buur.'
      : '')
  )
}

/** After the cost of what is not free. */
export const costHelp = ({ cost }: Pick<Line, 'cost'>) =>
  cost > 0 ? ' Geld mag geen reden zijn. Vraag ernaar.' : ''

/** gratis · € 1 voor materiaal */
export const costWords = (line: Pick<Line, 'cost' | 'costNote'>) =>
  [money(line.cost), line.costNote].filter(Boolean).join(' ')
