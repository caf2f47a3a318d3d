import { many } from '../../../staff/count'
import { fieldId } from '../../../staff/fields'
import { sayCount, type DeskDate } from './peopleWords'

/** What is filled in on the line of the desk. */
export const empty = { name: '', contact: '', guests: 0, consent: false, firstTime: false }
export type DeskValues = typeof empty

/** The fields that a refusal may name, with what they are called on the page, in their order. */
export const names = {
  name: 'balie-naam',
  contact: 'balie-contact',
  guests: 'balie-mee',
  consent: 'balie-goed',
} as const
type Field = keyof typeof names

export type DeskFaults = Readonly<Record<string, string>>

/** What to do with somebody: when there is no room for all of them, wait or add a chair. */
export type Way = 'tell' | 'waitlist' | 'chair'

const wrong: DeskFaults = {
  'name required': 'Vul een naam in. Een voornaam is genoeg.',
  'name too_long': 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.',
  'contact phone': 'Dit telefoonnummer klopt nog niet. Een Nederlands nummer heeft 10 cijfers.',
  'contact email': 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
  'contact too_long': 'Dit is te lang voor een e-mailadres of telefoonnummer.',
  'contact required': 'Vul een nummer of adres in. Anders kunnen we je niet bereiken.',
  'consent required':
    'Vraag het even, en zet het vinkje. Liever niet? Dan kan iemand gewoon binnenlopen.',
  'guests choice': 'Zoveel mensen mogen hier niet mee.',
}

export function sayFaults(fields: readonly { name: string; code: string }[]): DeskFaults {
  return Object.fromEntries(
    fields.map(f => [f.name, wrong[`${f.name} ${f.code}`] ?? 'Kijk dit nog even na.']),
  )
}

export function field(name: Field) {
  return document.getElementById(fieldId(names[name]))
}

/** The first field that something is wrong with, else the name. */
export function firstWrong(faults: DeskFaults): Field {
  return (Object.keys(names) as Field[]).find(n => faults[n]) ?? 'name'
}

/** Why not everybody fits; lost: the last place went while somebody was typing. */
export function sayShort(date: DeskDate, way: Way, lost: boolean) {
  if (way === 'tell') return ''
  if (lost) {
    return way === 'waitlist'
      ? 'Net voor jou is de laatste plek weggegaan. Zet op de wachtlijst?'
      : 'Net voor jou is de laatste plek weggegaan.'
  }
  if (date.free === 0) return `Vol: ${sayCount(date.capacity ?? 0, date.capacity)}.`
  return many(date.free!, 'Er is nog 1 plek. ') + 'Samen past het niet.'
}

export const pressWords: Readonly<Record<Way, string>> = {
  tell: 'Meld aan',
  waitlist: 'Zet op de wachtlijst',
  chair: 'Zet een stoel erbij',
}
