import type { components } from '../../../api/schema.gen'

export type Row = components['schemas']['VolunteerRow']
export type Volunteer = components['schemas']['Volunteer']
export type State = Row['state']

/** The columns of the board, in their order. */
export const states: readonly (readonly [State, string])[] = [
  ['new', 'Nieuw'],
  ['called', 'Gebeld'],
  ['meeting', 'Kennismaking'],
  ['trial', 'Meedraaien'],
  ['started', 'Gestart'],
  ['notNow', 'Nu niet'],
]
export const sayState = (s: State) => states.find(([code]) => code === s)?.[1] ?? ''
