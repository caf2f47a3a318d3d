// What a waitlist entry is told: its states, and the answers to an offer.
import { clock, fullDay } from '../../../api/moment'
import type { Entry } from './holder'

const closed = 'De wachtlijst is gesloten.'

/** The words of a state, without an open offer. */
const states: Record<Entry['state'], string> = {
  waiting: 'Je staat op de wachtlijst.',
  offered: '',
  accepted: 'Je hebt de plek.',
  declined: 'Je hebt nee gezegd. Prima. Je bent altijd weer welkom.',
  expired: 'De plek is nu voor iemand anders.',
  unreached: 'We konden je niet bereiken.',
  left: 'Je staat niet meer op de lijst.',
  closed,
}

const answers: Record<string, string> = {
  accepted: 'Gelukt! Je plek is geregeld.',
  declined: 'Dank je wel voor je bericht. Je bent altijd weer welkom.',
  deferred: 'Je blijft op de lijst. Deze plek gaat nu naar iemand anders.',
  left: states.left,
  changed: 'Je gegevens zijn veranderd.',
}

/** What a press just did. An answer that came too late has its own words. */
export function answerWords(kind: string | undefined, state: Entry['state']): string | undefined {
  if (kind === 'late')
    return state === 'waiting' ? `${states.expired} Je staat weer op de lijst.` : states.expired
  return answers[kind ?? '']
}

/** The state as the title of its page. */
export function titleOf({ state, date }: Pick<Entry, 'state' | 'date'>): string {
  if (state === 'closed' && date.status === 'cancelled') return 'Gaat niet door'
  return titles[state as keyof typeof titles] ?? 'Wachtlijst'
}

const titles = {
  waiting: 'Je staat op de wachtlijst',
  offered: 'Er is een plek voor je',
  accepted: 'Je bent aangemeld',
} as const

export const untilWords = ({ offer }: Pick<Entry, 'offer'>) =>
  offer && `We houden hem voor je vast tot ${fullDay(offer.until)} ${clock(offer.until)} uur.`

export function stateWords(entry: Pick<Entry, 'state' | 'offer' | 'date'>): string {
  const { state, offer, date } = entry
  if (state === 'offered' && offer)
    return `${titles.offered} op ${fullDay(date.day)}. ${untilWords(entry)}`
  if (state === 'closed' && date.status === 'cancelled')
    return `${closed} De activiteit gaat niet door. ${date.changeReason ?? ''}`.trim()
  return states[state] || states.waiting
}

export const aheadWords = (ahead: number) =>
  ahead < 5 ? 'Er zijn minder dan 5 mensen vóór je.' : `Er zijn ongeveer ${ahead} mensen vóór je.`

/** One place for somebody who wants to come with others. */
export const aloneWords = ({ guests, offer }: Pick<Entry, 'guests' | 'offer'>) =>
  offer && offer.seats < guests + 1 && offer.seats === 1
    ? 'Er is één plek vrij. Kom je alleen?'
    : undefined
