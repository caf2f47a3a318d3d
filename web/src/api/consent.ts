// What somebody agreed to, in words. Apart from what else is kept: more pages carry it.
import { capital, fullDay } from './moment'
import type { components } from './schema.gen'

type Consent = components['schemas']['KeptConsent']

export const sources: Readonly<Record<Consent['source'], string>> = {
  site: 'via de site',
  telefoon: 'per telefoon',
  balie: 'aan de balie',
}

/** Maandag 3 november 2026, via de site (aanmelding-1-30). Ik vind het goed dat … */
export const sayConsent = ({ at, source, version, text }: Consent) =>
  `${capital(fullDay(at))}, ${sources[source]} (${version}). ${text}`
