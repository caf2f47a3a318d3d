import { some } from '../../../api/count'
import { many } from '../../../staff/count'
import type { components } from '../../../api/schema.gen'

type Count = components['schemas']['ForgetCount']

const kinds: Readonly<Record<Count['kind'], readonly [one: string, many: string]>> = {
  needs: ['antwoord over eten of hulp', 'antwoorden over eten of hulp'],
  entries: ['plek op een wachtlijst', 'plekken op een wachtlijst'],
  registrations: ['aanmelding', 'aanmeldingen'],
  messages: ['bericht', 'berichten'],
  applications: ['aanmelding van een vrijwilliger', 'aanmeldingen van vrijwilligers'],
  requests: ['vraag over gegevens', 'vragen over gegevens'],
  holds: ['keer langer bewaren die voorbij is', 'keren langer bewaren die voorbij zijn'],
  complaints: ['klacht', 'klachten'],
  subscribers: [
    'adres voor de nieuwsbrief dat niet bevestigd is',
    'adressen voor de nieuwsbrief die niet bevestigd zijn',
  ],
  consents: ['toestemming voor een verhaal', 'toestemmingen voor een verhaal'],
  audit: ['regel in het logboek', 'regels in het logboek'],
}

export const sayKind = ({ kind, n }: Count) => some(n, ...kinds[kind])

/** The heading above the last night. */
export function sayGone(gone: readonly Count[]): string {
  const n = gone.reduce((sum, c) => sum + c.n, 0)
  return `Afgelopen nacht: ${many(n, '1 ding gewist')}`
}
