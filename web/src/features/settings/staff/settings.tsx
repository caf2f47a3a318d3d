import type { ReactNode } from 'react'
import * as limits from '../../../api/limits.gen'
import { wall } from '../../../api/moment'
import type { DocOf, Fault } from '../../../staff/drafts'
import type { Speech } from '../../../staff/editor/speech'

export type Settings = DocOf<'settings'>
export type Block = keyof Settings

/** What each block is called. */
export const titles: Readonly<Record<Block, string>> = {
  hours: 'Openingstijden',
  house: 'Naam, adres en contact',
  anbi: 'Gegevens van de stichting (ANBI)',
  rooms: 'Ruimtes',
  crisis: 'Hulpnummers',
  forms: 'Formulieren',
  terms: 'Bewaartermijnen',
  processing: 'Server en bedrijven die helpen',
  search: 'Zoekwoorden',
  waitlist: 'Wachtlijst',
  technical: 'Techniek',
}

/**
 * The last word of the address of the list of hard words: it stands among the settings, and is a
 * document of its own.
 */
export const wordList = 'woordenlijst'

export const days = [
  'maandag',
  'dinsdag',
  'woensdag',
  'donderdag',
  'vrijdag',
  'zaterdag',
  'zondag',
] as const

/** Each term: what is kept for so long, its unit, and from when it counts. */
export const terms = {
  registrationDays: ['Aanmeldingen', 'dagen', 'na de laatste bijeenkomst'],
  waitlistDays: ['Plekken op de wachtlijst', 'dagen', 'na de laatste bijeenkomst'],
  supportDays: ['Wat iemand nodig heeft', 'dagen', 'na de laatste bijeenkomst'],
  messageDays: ['Berichten met een antwoord', 'dagen', 'na het antwoord'],
  unansweredDays: ['Berichten zonder antwoord', 'dagen', 'nadat het bericht binnenkwam'],
  volunteerDays: ["Vrijwilligers met 'nu niet' of 'gestart'", 'dagen', 'daarna'],
  volunteerKeepDays: ['Vrijwilligers die bewaard willen blijven', 'dagen', "na 'nu niet'"],
  volunteerIdleMonths: ['Andere vrijwilligers', 'maanden', 'nadat iemand er iets aan deed'],
  complaintDays: ['Klachten', 'dagen', 'nadat de klacht is afgesloten'],
  subscriberDays: ['Nieuwsbrief zonder bevestiging', 'dagen', 'na de aanvraag'],
  auditDays: ['Logboek', 'dagen', 'nadat iets gebeurde'],
  trashDays: ['Prullenbak', 'dagen', 'tot iets echt weg is'],
  undoMinutes: ['Maak ongedaan', 'minuten', 'na een druk op de knop'],
} as const

export type Term = keyof typeof terms

/** 7 tot en met 90 dagen */
export const span = (of: Term) =>
  `${limits.Terms[of].minimum} tot en met ${limits.Terms[of].maximum} ${terms[of][1]}`

const sentences: Readonly<Record<string, string>> = {
  'name required': 'Vul de naam in.',
  phone: 'Dit telefoonnummer klopt niet. Een voorbeeld: 0123 45 67 89.',
  email: 'Dit e-mailadres klopt niet. Een voorbeeld: naam@voorbeeld.nl.',
  address: 'Vul het adres in, op hooguit zes regels.',
  rooms: 'Vul minstens één ruimte in.',
  crisis: 'Vul minstens één hulpnummer in.',
  exitUrl: 'Vul een adres in dat begint met https://.',
  crisisChecked: 'Kies een dag.',
  hoursChecked: 'Kies een dag.',
  noticeEmail: 'Dit e-mailadres klopt niet. Een voorbeeld: naam@voorbeeld.nl.',
  confidantEmail: 'Dit e-mailadres klopt niet. Een voorbeeld: naam@voorbeeld.nl.',
  confidantPhone: 'Dit telefoonnummer klopt niet. Een voorbeeld: 0123 45 67 89.',
  'mailSender.name': 'Vul de naam van de afzender in.',
  'mailSender.address': 'Dit e-mailadres klopt niet. Een voorbeeld: post@voorbeeld.nl.',
  network: 'Dit is geen netwerk. Een voorbeeld: 192.0.2.0/24.',
  countedUntil: 'De eindtijd ligt vóór de begintijd.',
  shortHours: 'Deze tijden passen niet bij elkaar.',
  'socials.facebook': 'Vul een adres in dat begint met https://.',
  'socials.instagram': 'Vul een adres in dat begint met https://.',
  'credit.url': 'Vul een adres in dat begint met https://.',
  'credit.text': 'Vul in wie de site maakte.',
  legalName: 'Vul de naam van de stichting in.',
  rsin: 'Een RSIN heeft negen cijfers.',
  kvk: 'Een KvK-nummer heeft acht cijfers.',
  aim: 'Schrijf op wat het doel is.',
  plan: 'Schrijf op hoe jullie dat doen.',
  board: 'Noem hooguit twintig mensen.',
  pay: 'Schrijf op wie betaald krijgt.',
  reportYear: 'Vul een jaar in, bijvoorbeeld 2025.',
  accounts: 'Schrijf hooguit dertig regels.',
  serverCountry: 'Vul het land in waar de server staat.',
  processors: 'Noem hooguit twaalf bedrijven.',
  synonyms: 'Schrijf hooguit tweehonderd regels.',
  reportUrl: 'Kies een pdf uit de bibliotheek.',
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/^exceptions\.\d+\.day$/, 'Kies een dag. Elke dag mag één keer.'],
  [
    /^(hours|exceptions)\.\d+\.blocks/,
    'De eindtijd ligt vóór de begintijd, of twee tijden lopen door elkaar.',
  ],
  [
    /^exceptions\.\d+\.reason$/,
    `Houd de reden kort: hooguit ${limits.Exception.reason.maxLength} tekens.`,
  ],
  [/^rooms\.\d+\.name$/, 'Vul de naam van de ruimte in, of haal hem weg.'],
  [/^crisis\.\d+\.phone$/, 'Schrijf het nummer ook precies zo in de tekst.'],
  [/^crisis\.\d+\.text$/, 'Vul de tekst in, of haal de regel weg.'],
  [/^crisis\.\d+\.url$/, 'Vul een adres in dat begint met https://.'],
  [/^board\.\d+\.name$/, 'Vul de naam in, of haal deze persoon weg.'],
  [/^board\.\d+\.role$/, 'Vul de functie in, bijvoorbeeld voorzitter.'],
  [/^processors\.\d+\.name$/, 'Vul de naam in, of haal dit bedrijf weg.'],
  [/^processors\.\d+\.purpose$/, 'Schrijf op wat dit bedrijf voor ons doet.'],
  [/^processors\.\d+\.country$/, 'Vul het land in, bijvoorbeeld Nederland.'],
  [/^processors\.\d+\.since$/, 'Kies de dag van de afspraak op papier.'],
  [
    /^accounts\.\d+$/,
    `Maak elke regel korter: hooguit ${limits.ANBI.accounts.items.maxLength} tekens.`,
  ],
  [
    /^address\.\d+$/,
    `Maak elke regel korter: hooguit ${limits.ContactBlock.address.items.maxLength} tekens.`,
  ],
  [
    /^synonyms\.\d+$/,
    'Schrijf op elke regel minstens twee woorden met een komma ertussen. ' +
      `Hooguit ${limits.SearchBlock.synonyms.items.maxLength} tekens.`,
  ],
  [/Hours$/, 'Kies een aantal uren.'],
]

const say = ({ name, code }: Fault): string | undefined =>
  sentences[`${name} ${code}`] ??
  (code === 'too_long' ? undefined : sentences[name]) ??
  patterns.find(([p]) => p.test(name))?.[1] ??
  (name in terms ? `Kies ${span(name as Term)}.` : undefined)

/** A value that two versions are compared by: what stands in it, line by line. */
function lines(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.flatMap(lines)
  if (typeof value !== 'object')
    return [value === true ? 'ja' : value === false ? 'nee' : String(value)]
  const of = value as Record<string, unknown>
  if ('weekday' in of)
    return [`${days[Number(of['weekday']) - 1]}: ${lines(of['blocks']).join(', ') || 'dicht'}`]
  if ('from' in of && 'to' in of)
    return [`${wall(String(of['from']))} tot ${wall(String(of['to']))}`]
  if ('day' in of)
    return [
      `${String(of['day'])}: ` +
        `${lines(of['blocks']).join(', ') || 'dicht'}${of['reason'] ? ` (${String(of['reason'])})` : ''}`,
    ]
  return Object.entries(of).flatMap(([k, v]) => {
    const label = terms[k as keyof typeof terms]?.[0]
    return label ? [`${label}: ${String(v)}`] : lines(v)
  })
}

const Lines = (value: unknown): ReactNode => (
  <>
    {lines(value).map((l, i) => (
      <p key={i}>{l}</p>
    ))}
  </>
)

export const speech: Speech<Settings> = {
  labels: { ...titles, name: 'Naam', routeText: 'Route', doorText: 'Binnenkomen' },
  say,
  show: Object.fromEntries(Object.keys(titles).map(block => [block, Lines])),
}
