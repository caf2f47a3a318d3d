// The words of a date that moves, for staff.
import { people } from '../../../../staff/count'
import { clock, day } from '../../../../api/moment'
import type { components } from '../../../../api/schema.gen'
import { dayOf, timeOf } from '../../../../staff/localTime'
import { toWall } from '../model'
import type { DateChoices } from './words'

type Schemas = components['schemas']
export type MoveCheck = Schemas['MoveCheck']

/** Where it goes, as somebody filled it in; kept in the tab. */
export interface NewPlace {
  day: string
  /** 13.30 */
  from: string
  to: string
  /** Empty: where it is now. */
  room: string
  /** Also the dates that have a time or a room of their own. */
  own?: boolean
}

/** Where it is now: what is not changed stays. */
export const firstPlace = ({ date }: DateChoices): NewPlace => ({
  day: dayOf(date.start),
  from: toWall(timeOf(date.start)),
  to: toWall(timeOf(date.end)),
  room: '',
})

/** Het Atelier is dan vrij. We zijn dan open. */
export function sayGoing({ room, warnings }: MoveCheck): string[] {
  const by = (code: string) => warnings.find(w => w.code === code)
  const taken = by('room')
  const host = by('host')
  return [
    taken ? `In ${room} is dan ook ${taken.activity}.` : `${room} is dan vrij.`,
    by('closed')
      ? 'Op deze dag zijn we dicht volgens de openingstijden.'
      : by('outside')
        ? 'Dit valt buiten de openingstijden.'
        : 'We zijn dan open.',
    ...(by('holiday') ? ['Dit is een feestdag.'] : []),
    ...(host ? [`${host.who} staat dan ook bij ${host.activity}.`] : []),
  ]
}

/** Of the dates that the rule makes later. */
export const sayRule = (rule: MoveCheck['rule']) =>
  rule === 'goes'
    ? 'Datums die er later bij komen, gaan mee.'
    : rule === 'stays'
      ? 'Het ritme verandert niet: de gekozen datum had al een eigen tijd of plek.'
      : ''

/** Kan tot maandag 30 november, 13.30 uur. */
export const sayCloses = (at: string) => `Kan tot ${day(at)}, ${clock(at)} uur.`

/** Verplaats en vertel het 8 mensen */
export const sayMovePress = ({ mail, call }: MoveCheck) =>
  mail + call === 0 ? 'Verplaats' : `Verplaats en vertel het ${people(mail + call)}`

/** Why a day, a time or a room was refused. */
export function sayMoveFault(field: string, code: string): string {
  switch (code) {
    case 'order':
      return field === 'day'
        ? 'Dit is al voorbij. Kies een dag en tijd die nog komen.'
        : 'De eindtijd moet na de begintijd liggen.'
    case 'choice':
      return field === 'room'
        ? 'Kies een ruimte uit de lijst.'
        : 'Deze tijd bestaat niet op die dag: de klok gaat dan een uur vooruit.'
    case 'taken':
      return 'Daar staat het al. Kies een andere dag, tijd of ruimte.'
    case 'email':
    case 'phone':
      return 'Zet geen nummer en geen mailadres bij de ruimte.'
  }
  return field === 'day'
    ? 'Kies een dag.'
    : field === 'room'
      ? 'Kies een ruimte.'
      : 'Vul een tijd in.'
}
