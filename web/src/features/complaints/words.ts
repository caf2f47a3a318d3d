import type { components } from '../../api/schema.gen'
import type { Words } from '../../api/problem'

export type Received = components['schemas']['ComplaintReceived']
export type Handled = components['schemas']['ComplaintHandled']

export const aboutLabel = 'Waar gaat het over?'
export const contactLabel = 'Wil je dat we contact opnemen?'

export const subjects = [
  ['treatment', 'Bejegening: hoe iemand met je omging'],
  ['activity', 'Activiteit'],
  ['safety', 'Veiligheid'],
  ['privacy', 'Privacy'],
  ['building', 'Gebouw'],
  ['other', 'Anders'],
] as const

/** How far a complaint is. */
export const states: Readonly<Record<Handled['state'], string>> = {
  received: 'Je klacht is binnen.',
  handling: 'Je klacht is in behandeling.',
  asking: 'We willen je iets vragen.',
  answered: 'We hebben antwoord gegeven.',
  closed: 'Je klacht is afgesloten.',
}

export const words: Words = {
  labels: { about: aboutLabel, contactWish: contactLabel },
  fields: {
    code: (_, { code }) =>
      code === 'required'
        ? 'Vul je nummer in. Het begint met een K.'
        : 'Deze code klopt niet of is niet meer geldig. Bel ons gerust.',
  },
  trouble: {
    closed: a => `Deze klacht is afgesloten. Schrijf gerust een nieuwe, of bel ons op ${a.phone}.`,
  },
}
