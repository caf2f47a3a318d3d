// How a mail to somebody stands, in words: beside a name, on the page of a person, in their file.
import { clock, fullDay } from '../api/moment'
import type { components } from '../api/schema.gen'

type PersonMail = components['schemas']['PersonMail']
/** A mail to somebody, whatever screen it stands on. */
export type MailState = Pick<PersonMail, 'kind' | 'state' | 'at' | 'why' | 'heard'>

const names: Readonly<Record<PersonMail['kind'], string>> = {
  M1: 'Bevestiging',
  M2: 'Tweede bevestiging',
  M3: 'Bericht over een ander adres',
  M5: 'Wachtlijst',
  M6: 'Wachtlijst, nog een keer',
  M7: 'Aanbod van een plek',
  M8: 'Aanbod is voorbij',
  M9: 'Bevestiging van de plek',
  M10: 'Bericht van afmelden',
  M11: 'Herinnering',
  M12: 'Bericht ontvangen',
  M13: 'Gaat niet door',
  M15: 'Aanmelding als vrijwilliger ontvangen',
  M16: 'Nieuwe datum of plek',
  M17: 'Gaat toch door',
  M18: 'Bericht',
  M19: 'Nieuwsbrief bevestigen',
  M20: 'Staat al op de nieuwsbrief',
  M21: 'Nieuwsbrief',
  M30: 'Antwoord op een bericht',
}
export const mailName = ({ kind }: MailState) => names[kind]

const reasons: Readonly<Record<NonNullable<PersonMail['why']>, string>> = {
  address: 'dit adres bestaat niet',
  box: 'de brievenbus is vol',
  refused: 'hun mailserver weigert',
  spam: 'gemeld als ongewenst',
  ours: 'onze mail werkt even niet',
  undone: 'het is teruggedraaid',
  untrue: 'het klopte niet meer',
  forgotten: 'het adres is veranderd',
  stopped: 'tegengehouden door het team',
}

const heard: Readonly<Record<NonNullable<PersonMail['heard']>, string>> = {
  delayed: ' Hun mailserver probeert het nog.',
  complaint: ' Gemeld als ongewenst: er komen geen herinneringen meer.',
}

/** Verstuurd op vrijdag 20 november 2026, 14.02 uur. Without the full stop at the end. */
export function sayState(m: MailState): { words: string; look: 'ok' | 'wait' | 'bad' | '' } {
  switch (m.state) {
    case 'held':
      return { words: `Wacht tot ${clock(m.at)} uur`, look: 'wait' }
    case 'queued':
    case 'sending':
      return { words: 'Gaat zo weg', look: 'wait' }
    case 'sent':
      return { words: `Verstuurd op ${fullDay(m.at)}, ${clock(m.at)} uur`, look: 'ok' }
    case 'failed':
      return {
        words: `Lukt nog niet. We proberen het om ${clock(m.at)} uur weer`,
        look: 'bad',
      }
    case 'dead':
      return { words: `Niet aangekomen: ${reasons[m.why ?? 'ours']}`, look: 'bad' }
    case 'withdrawn':
      return { words: `Niet verstuurd: ${reasons[m.why ?? 'untrue']}`, look: '' }
  }
}

/** What was heard of a mail after it went; empty when nothing was. */
export const sayHeard = (m: MailState) => (m.heard ? heard[m.heard] : '')

const lower = (s: string) => s.charAt(0).toLowerCase() + s.slice(1)

/** Bevestiging: verstuurd op vrijdag 20 november 2026, 14.02 uur. */
export const sayMail = (m: MailState) =>
  `${mailName(m)}: ${lower(sayState(m).words)}.${sayHeard(m)}`
