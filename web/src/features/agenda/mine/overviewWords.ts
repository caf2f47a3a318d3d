// What the overview of one address says of each thing on it.
import { mailNames } from '../../../api/kept'
import { clock, fullDay } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { stateWords } from './entryWords'
import { statuses } from './holder'

type Item = components['schemas']['MyRegistration']
type Elsewhere = components['schemas']['KeptElsewhere']

export const itemWords = ({ registration, entry }: Item): string =>
  registration ? statuses[registration.status] + '.' : entry ? stateWords(entry) : ''

/** What comes, and what was. An entry that became a sign-up is told by that. */
export function split(items: readonly Item[]): { coming: Item[]; past: Item[] } {
  const shown = items.filter(i => i.entry?.state !== 'accepted')
  const over = (i: Item) => (i.registration ?? i.entry)?.date.over
  return { coming: shown.filter(i => !over(i)), past: shown.filter(over) }
}

type Mail = components['schemas']['KeptMail']

const mailStates: Readonly<Record<Mail['state'], string>> = {
  held: 'wacht tot',
  queued: 'gaat zo weg',
  sending: 'gaat zo weg',
  sent: 'verstuurd op',
  failed: 'lukt nog niet, weer op',
  dead: 'niet aangekomen, op',
  withdrawn: 'niet verstuurd, op',
}

/** Bevestiging: verstuurd op maandag 16 november 2026, 10.00 uur. Never what it said. */
export const mailLine = ({ kind, state, at }: Mail) =>
  `${mailNames[kind]}: ${mailStates[state]}` +
  (state === 'queued' || state === 'sending' ? '.' : ` ${fullDay(at)}, ${clock(at)} uur.`)

export function elsewhereWords({ kind, day }: Pick<Elsewhere, 'kind' | 'day'>): string {
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
