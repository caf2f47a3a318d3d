import type { components } from '../../../api/schema.gen'

export type Row = components['schemas']['MessageRow']
export type Message = components['schemas']['Message']

/** What a message is about, as staff read it. */
export const subjects: Readonly<Record<Row['subject'], string>> = {
  activity: 'vraag over een activiteit',
  firstVisit: 'eerste bezoek',
  story: 'mijn verhaal delen',
  cooperation: 'samenwerken',
  press: 'pers',
  other: 'iets anders',
}

/** Texts to begin an answer with. */
export const snippets: readonly (readonly [name: string, text: string])[] = [
  [
    'Kom langs',
    'Dank je wel voor je bericht.\n\nKom gerust een keer binnenlopen. ' +
      'Je hoeft je niet aan te melden. Er is altijd iemand die je welkom heet.',
  ],
  [
    'We bellen je',
    'Dank je wel voor je bericht.\n\nWe bellen je graag even. Wanneer komt dat uit?',
  ],
  [
    'Aanmelden',
    'Dank je wel voor je bericht.\n\nJe kunt je aanmelden via het programma op onze site. ' +
      'Lukt het niet? Bel ons, dan doen we het samen.',
  ],
  [
    'Je verhaal',
    'Wat fijn dat je wilt vertellen.\n\nWe maken het verhaal samen. ' +
      'Jij beslist wat erin staat en wanneer het weer weg moet. Wanneer kunnen we je bellen?',
  ],
]
