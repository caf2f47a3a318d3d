// What we keep of somebody besides sign-ups, in words: as they read it, and as staff do for them.
import { sayConsent } from './consent'
import type { components } from './schema.gen'
import { times, unknown, unknownWords } from './volunteerTimes'

type Schemas = components['schemas']
type Elsewhere = Pick<Schemas['KeptElsewhere'], 'roles' | 'times' | 'keep' | 'consent'>

export const mailNames: Readonly<Record<Schemas['KeptMail']['kind'], string>> = {
  M1: 'Bevestiging',
  M2: 'Tweede bevestiging',
  M3: 'Bericht over een ander adres',
  M4: 'Link naar alles',
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
  M23: 'Alles gewist',
  M24: 'Verhaal weggehaald',
  M30: 'Antwoord op een bericht',
}

/** What somebody chose and agreed to: the question and the answer. */
export function choices({ roles = [], times: ticks = [], keep, consent: c }: Elsewhere) {
  const all: [string, string][] = []
  if (roles.length > 0)
    all.push(['Rollen', roles.map(r => (r === unknown ? unknownWords : r)).join(', ')])
  if (ticks.length > 0) all.push(['Wanneer', times(ticks).replaceAll('\n', '. ')])
  if (keep) all.push(['Langer bewaren', 'Ja, als er nu geen plek is'])
  if (c) all.push(['Toestemming', sayConsent(c)])
  return all
}
