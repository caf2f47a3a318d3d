// The words of activities and dates for staff.
import { plural } from '../../../api/count'
import { many } from '../../../staff/count'
import { capital, clock, day } from '../../../api/moment'
import * as limits from '../../../api/limits.gen'
import { categoryWords } from '../../../programme/aboutWords'
import type { Fault } from '../../../staff/drafts'
import type { Speech } from '../../../staff/editor/speech'
import type { Activity, DateWarning, NewSession, Options } from './model'
import { hours } from './model'
import { sayRhythm } from './rhythmWords'

export const modes = [
  ['walkin', 'Inloop'],
  ['signup', 'Aanmelden per keer'],
  ['series', 'Aanmelden voor een reeks'],
] as const
export const categories = Object.entries(categoryWords)
export const audiences = [
  ['everyone', 'Iedereen'],
  ['relatives', 'Naasten'],
  ['youngAdults', '18 t/m 30'],
  ['firstTimers', 'Eerste keer'],
  ['volunteers', 'Vrijwilligers'],
] as const
export const facts = [
  ['lift', 'Lift'],
  ['wheelchair', 'Rolstoel'],
  ['adaptedToilet', 'Aangepast toilet'],
  ['hearingLoop', 'Ringleiding'],
  ['lowStimulus', 'Prikkelarm'],
  ['assistanceDog', 'Hulphond'],
] as const
/** Kept with the ways to get in: both are ticks of what is so. */
export const languages = [
  ['easyDutch', 'Rustig en in gewone woorden'],
  ['english', 'Ook Engels'],
  ['signLanguage', 'Tolk gebarentaal'],
] as const

/** How many fit well, by the sort of activity. */
export function suggested(category: string): number | undefined {
  if (category === 'samen-eten') return 16
  if (category === 'praten-en-delen' || category === 'naasten') return 8
  return category === '' || category === 'ontmoeting' ? undefined : 12
}

export const labels = {
  title: 'Titel',
  summary: 'Korte uitleg',
  inShort: 'In het kort',
  body: 'Uitleg',
  category: 'Soort',
  audience: 'Voor wie',
  image: 'Foto',
  slug: 'Kort adres',
  linkOnly: 'Alleen met de link',
  rhythm: 'Hoe vaak?',
  newDates: 'Datums',
  location: 'Waar',
  host: 'Wie ontvangt je?',
  mode: 'Hoe komen mensen binnen?',
  capacity: 'Aantal plekken',
  minParticipants: 'Minimaal aantal',
  waitlist: 'Wachtlijst',
  waitlistLimit: 'Plekken op de wachtlijst',
  callsFirst: 'Hoe bieden we vrije plekken aan?',
  opens: 'Aanmelden kan vanaf',
  closes: 'Aanmelden kan tot',
  meetFirst: 'Eerst kennismaken',
  askSupport: 'Vragen naar ondersteuning',
  askDiet: 'Vragen naar eten',
  maxGuests: 'Mensen die mee mogen',
  cost: 'Kosten in euro',
  costNote: 'Uitleg bij de kosten',
  bring: 'Wat neem je mee?',
  ownSentence: 'Zin in de bevestiging en herinnering',
  facts: 'Toegankelijkheid en taal',
  firstTimeText: 'Zo gaat het de eerste keer',
  staff: 'Wie mag dit beheren?',
} as const

/** The sentence of a fault: those of a date by the last part of its name. */
export function sayFault({ name, code }: Fault): string | undefined {
  const part = name.split('.').at(-1)!
  if (name.startsWith('rhythm') && part !== 'from' && part !== 'to')
    return sayRhythmFault(part, code)
  switch (part) {
    case 'to':
      return code === 'order'
        ? 'De eindtijd moet na de begintijd liggen.'
        : 'Vul in tot hoe laat, bijvoorbeeld 16.00.'
    case 'from':
      return 'Vul in vanaf hoe laat, bijvoorbeeld 13.30.'
    case 'day':
      return code === 'order'
        ? 'Deze bijeenkomst begint voordat de vorige klaar is. Zet ze op volgorde.'
        : 'Kies een datum.'
    case 'sessions':
      return code === 'taken'
        ? told
        : code === 'too_long'
          ? `Een reeks heeft hooguit ${limits.NewDate.sessions.maxItems} bijeenkomsten.`
          : 'Elke datum heeft één bijeenkomst. Haal de andere weg, of kies voor een reeks.'
    case 'id':
      return 'Deze datum bestaat al. Haal hem weg en voeg hem opnieuw toe.'
    case 'newDates':
      return `Voeg hooguit ${limits.ActivityDraft.newDates.maxItems} datums tegelijk toe.`
    case 'capacity':
      return code === 'taken'
        ? 'Er staan mensen op de wachtlijst. Vul een aantal plekken in.'
        : 'Vul een heel getal in van 1 of meer.'
    case 'opens':
    case 'closes':
      return code === 'order'
        ? 'Kies een moment vóór het begin.'
        : 'Vul in wanneer, of kies iets anders.'
    case 'title':
      return `Geef de activiteit een titel van 3 tot ${limits.ActivityDraft.title.maxLength} tekens.`
    case 'summary':
      return code === 'too_long'
        ? `Maak de korte uitleg korter: hooguit ${limits.ActivityDraft.summary.maxLength} tekens.`
        : 'Schrijf een korte uitleg. Die staat in het programma.'
    case 'category':
      return 'Kies een soort.'
    case 'audience':
      return 'Kies voor wie dit is.'
    case 'mode':
      return 'Kies hoe mensen binnenkomen.'
    case 'minParticipants':
      return 'Vul een heel getal in, niet meer dan het aantal plekken.'
    case 'waitlistLimit':
      return 'Vul een heel getal in van 1 of meer.'
    case 'maxGuests':
      return 'Kies een getal van 0 tot en met 3.'
    case 'ownSentence':
      return code === 'link_text' ? 'Zet geen link in deze zin.' : undefined
    case 'cost':
      return 'Schrijf een bedrag, bijvoorbeeld 2,50.'
    case 'location':
      return code === 'choice' ? 'Kies een ruimte uit de lijst.' : 'Kies waar het is.'
    case 'host':
      return code === 'too_long'
        ? `Maak de naam korter: hooguit ${limits.ActivityDraft.host.maxLength} tekens.`
        : code === 'email' || code === 'phone'
          ? 'Vul alleen een voornaam in, zonder nummer of mailadres.'
          : code === 'choice'
            ? 'Dit account kan nu niet ontvangen. Kies iemand anders.'
            : 'Kies wie mensen ontvangt.'
    case 'slug':
      return code === 'taken'
        ? 'Dit korte adres is al van een andere activiteit. Kies een ander.'
        : 'Gebruik 2 tot 40 kleine letters, cijfers of streepjes.'
    case 'alt':
      return 'Beschrijf wat er op de foto te zien is, of kies "alleen versiering".'
    case 'image':
      return 'Kies een andere foto.'
  }
  return undefined
}

function sayRhythmFault(part: string, code: string): string {
  switch (part) {
    case 'weeks':
      return 'Vul een heel getal in van 1 tot en met 52.'
    case 'days':
      return 'Kies op welke dag.'
    case 'monthDay':
      return 'Vul een getal in van 1 tot en met 31.'
    case 'first':
      return 'Kies de eerste keer.'
    case 'until':
      return code === 'order'
        ? 'De laatste dag moet na de eerste keer liggen.'
        : 'Kies tot en met welke dag.'
    case 'count':
      return `Vul een heel getal in van 1 tot en met ${limits.Rhythm.skip.maxItems}.`
    case 'pause':
      return code === 'order'
        ? 'De laatste dag van de pauze moet na de eerste liggen.'
        : 'Kies de eerste en de laatste dag van de pauze.'
  }
  return code === 'too_long'
    ? `Zo worden het te veel datums: meer dan ${limits.Rhythm.skip.maxItems}. Kies een eerder einde.`
    : 'Zo komt er geen enkele datum. Kijk naar de eerste keer, het einde en de pauze.'
}

export const speech: Speech<Activity> = { labels, say: sayFault, show: { rhythm: sayRhythm } }

const told =
  'Er zijn al mensen aangemeld of ze wachten. Bel hen eerst: ' +
  'een andere tijd of ruimte kan hier alleen zolang niemand is aangemeld.'
export const toldFirst = told

/** In the form of a date with people: what a new time or room comes to. */
export const hearFirst =
  'Er zijn al mensen aangemeld of ze wachten. ' +
  'Verander je de tijd of de ruimte, dan horen zij het van ons. Je ziet eerst wie.'

/** What may be wrong with a date; it never keeps anybody from going on. */
export function sayWarning({ code, who = '', activity = '' }: DateWarning): string {
  switch (code) {
    case 'past':
      return 'Deze datum is al geweest. Klopt dat?'
    case 'closed':
      return 'Op deze dag zijn we dicht volgens de openingstijden.'
    case 'holiday':
      return 'Dit is een feestdag.'
    case 'room':
      return `In ${who} is dan ook ${activity || 'iets anders'}.`
    case 'host':
      return `${who} staat dan ook bij ${activity || 'iets anders'}.`
  }
}

export const sayModeKept = (n: number) =>
  many(n, 'Er is al 1 aanmelding. ') + 'Maak liever een nieuwe datum.'

/** Why an activity with people to come is not hidden. */
export const sayPeopleFirst = (n: number) =>
  plural(
    n,
    'Er is één mens. Bel die eerst en meld die af',
    `Er zijn ${n} mensen. Bel hen eerst en meld ze af`,
  ) + ', of zet de activiteit in het archief na de laatste datum.'

/** Why one with sign-ups is not thrown away, and what can be done. */
export const keptForPeople =
  'Er zijn of waren mensen aangemeld. Deze activiteit kan niet in de prullenbak. ' +
  'Maak de activiteit onzichtbaar na de laatste datum: dan staat die in het archief. ' +
  'Een datum zonder mensen kun je wel weghalen.'

/** What publishing one without dates comes to. */
export const nowhere =
  'is bewaard, maar nog nergens te zien: er is nog geen datum. Voeg een datum toe en publiceer opnieuw.'

/** A capacity below the people present. */
export const sayKeepPlaces = (n: number) =>
  plural(
    n,
    'Er is al één mens aangemeld. Die houdt de plek.',
    `Er zijn al ${n} mensen aangemeld. Zij houden hun plek.`,
  ) + ' Nieuwe mensen komen op de wachtlijst.'

/** dinsdag 1 december, 13.30 tot 16.00 uur */
export const sayWhen = (s: NewSession) =>
  `${s.day ? day(s.day) : 'Nog geen dag'}${s.from && s.to ? `, ${hours(s)}` : ''}`

/** Dinsdag 1 december, 13.30 uur. Nog 8 keer. */
export const sayComing = (c: Options['coming'][number] | undefined) =>
  c ? `${capital(day(c.next))}, ${clock(c.next)} uur. Nog ${c.sessions} keer.` : 'Geen datum meer.'

export function sayPlaces({
  capacity,
  taken,
  waiting,
  kind: k,
}: {
  capacity?: number | undefined
  taken: number
  waiting: number
  kind: string
}): string {
  const people =
    many(taken, '1 aanmelding') + (capacity === undefined ? '' : many(capacity, ' op 1 plek'))
  return (
    people +
    (waiting > 0 ? `, ${waiting} op de wachtlijst` : '') +
    (k === 'series' ? ' voor de hele reeks' : '')
  )
}
