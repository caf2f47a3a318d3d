// What the overview of one address says of each thing on it.
import { fullDay } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { stateWords } from './entryWords'
import type { Registration } from './holder'

type Item = components['schemas']['MyRegistration']
type Elsewhere = components['schemas']['KeptElsewhere']

const statuses: Record<Registration['status'], string> = {
  registered: 'Je bent aangemeld.',
  cancelled: 'Je bent afgemeld.',
  cancelledByHouse: 'Gaat niet door.',
  attended: 'Je was erbij.',
  absent: 'Je was er niet bij.',
}

export const itemWords = ({ registration, entry }: Item): string =>
  registration ? statuses[registration.status] : entry ? stateWords(entry) : ''

/** What comes, and what was. An entry that became a sign-up is told by that. */
export function split(items: readonly Item[]): { coming: Item[]; past: Item[] } {
  const shown = items.filter(i => i.entry?.state !== 'accepted')
  const over = (i: Item) => (i.registration ?? i.entry)?.date.status === 'done'
  return { coming: shown.filter(i => !over(i)), past: shown.filter(over) }
}

export function elsewhereWords({ kind, day }: Elsewhere): string {
  switch (kind) {
    case 'newsletter':
      return `Je krijgt onze nieuwsbrief, sinds ${fullDay(day)}.`
    case 'request':
      return `Je stuurde ons een vraag over je gegevens op ${fullDay(day)}.`
    case 'newsletterPending':
      return `Je vroeg onze nieuwsbrief aan op ${fullDay(day)}. Je zei nog geen ja op de mail daarover.`
    case 'message':
      return `Je stuurde ons een bericht op ${fullDay(day)}.`
    case 'application':
      return `Je meldde je als vrijwilliger op ${fullDay(day)}.`
  }
}
