// How a mail to somebody stands, in words: beside a name, on the page of a person, in their file.
import { mailNames } from '../api/kept'
import { clock, fullDay } from '../api/moment'
import type { components } from '../api/schema.gen'

type PersonMail = components['schemas']['PersonMail']
/** A mail to somebody, whatever screen it stands on. */
export type MailState = Pick<PersonMail, 'kind' | 'state' | 'at' | 'why' | 'heard'>

export const mailName = ({ kind }: MailState) => mailNames[kind]

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
