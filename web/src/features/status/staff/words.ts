import { clock } from '../../../api/moment'
import type { State, Trouble } from './report'

export const stateWords: Record<State, string> = {
  good: 'Werkt',
  warn: 'Let op',
  bad: 'Kapot',
  off: 'Niet ingesteld',
  unknown: 'Niet te zien',
}

/** The mails by their number in the list of mails. */
const mailWords: Record<string, string> = {
  M1: 'Bevestiging van een aanmelding',
  M2: 'Nog een keer aangemeld',
  M3: 'Adres weggehaald bij een aanmelding',
  M4: 'Link op verzoek',
  M5: 'Op de wachtlijst gezet',
  M6: 'Stond al op de wachtlijst',
  M7: 'Er is een plek vrij',
  M8: 'Tijd om te antwoorden is voorbij',
  M9: 'Plek gekregen van de wachtlijst',
  M10: 'Afmelding',
  M11: 'Herinnering',
  M12: 'Bevestiging van een bericht',
  M14: 'Bericht aan de vertrouwenspersoon',
  M15: 'Bevestiging aan een vrijwilliger',
  M13: 'Datum gaat niet door',
  M16: 'Datum verplaatst',
  M17: 'Datum gaat toch door',
  M18: 'Bericht aan deelnemers',
  M19: 'Aanmelding voor de nieuwsbrief',
  M20: 'Kreeg de nieuwsbrief al',
  M22: 'Bericht bij een klacht',
  M23: 'Gegevens gewist',
  M24: 'Een verhaal is weggehaald',
  M25: 'Nieuw bericht voor het team',
  M26: 'Er moet gebeld worden',
  M27: 'Bericht aan de beheerder',
  M29: 'Testmail',
  M30: 'Antwoord op een bericht',
}

export const sayMail = (kind: string) => mailWords[kind] ?? `Mail ${kind}`

/** What the site does about it. */
export const sayNext = ({ next }: Trouble) =>
  next ? `Om ${clock(next)} uur weer` : 'Niet aangekomen'

/** 1 keer geprobeerd. */
export const sayTries = ({ tries }: Trouble) => `${tries} keer geprobeerd.`

/** The sentence for an address that is no address yet. */
export const sayAddress = (code: string) =>
  code === 'required'
    ? 'Vul een e-mailadres in.'
    : 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.'

const refusals: Record<string, string> = {
  offline: 'Je hebt nu geen internet. De testmail is niet verstuurd.',
  lost: 'We kregen geen antwoord. Controleer je internet en probeer het opnieuw.',
  too_many: 'Er zijn in het laatste uur al veel testmails verstuurd. Probeer het later opnieuw.',
  forbidden: 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
}

/** The outbox has it; whether it goes out shows later. */
export const sayOnItsWay = (to: string) =>
  `De testmail is onderweg naar ${to}. Kijk ook bij de ongewenste mail. Komt hij niet aan? ` +
  `Druk dan op ‘Kijk opnieuw’ en lees wat er bij mail staat.`

/** The sentence for a refusal of the test mail. A code nobody knows reads as a fault of ours. */
export const sayRefusal = (code: string) =>
  refusals[code] ??
  'De testmail is niet verstuurd. Er ging bij ons iets mis. Probeer het later opnieuw.'
