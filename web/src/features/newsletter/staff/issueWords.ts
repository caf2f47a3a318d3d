import { listed, many, people } from '../../../staff/count'
import { capital, clock, date, day } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import type { DocOf, Fault } from '../../../staff/drafts'
import type { Speech } from '../../../staff/editor/speech'

type Schemas = components['schemas']
export type IssueDoc = DocOf<'issues'>
export type IssueProgress = Schemas['IssueProgress']
export type IssueRow = Schemas['IssueRow']
export type Choices = Schemas['IssueChoices']
export type Check = Schemas['IssueCheck']

export const freshIssue: IssueDoc = { subject: '', dates: [], news: [] }

export const speech: Speech<IssueDoc> = {
  labels: {
    subject: 'Onderwerp',
    preheader: 'Regel eronder',
    greeting: 'Begroeting',
    story: 'Verhaal',
    dates: 'Datums',
    news: 'Nieuws',
    call: 'Oproep',
    text: 'Vrije tekst',
  },
  say: sayFault,
  show: {
    story: v => (v as IssueDoc['story'])?.title ?? 'Geen verhaal',
    dates: v => titles(v as IssueDoc['dates']),
    news: v => titles(v as IssueDoc['news']),
  },
}

/** A newsletter as it would go now: what may not be told any more is not in it. */
export function asItGoes(doc: IssueDoc, s: IssueProgress | undefined): IssueDoc {
  if (!s) return doc
  const now = s.doc as IssueDoc
  const { story } = doc
  const goes = (id: string | undefined) => id === undefined || !s.dropped.includes(id)
  return {
    ...doc,
    story: story && goes(story.id) ? (now.story?.id === story.id ? now.story : story) : undefined,
    dates: doc.dates
      .filter(d => goes(d.occurrenceId))
      .map(d => now.dates.find(n => n.occurrenceId === d.occurrenceId) ?? d),
    news: doc.news.filter(n => goes(n.id)).map(n => now.news.find(m => m.id === n.id) ?? n),
  } as IssueDoc
}

/** Schrijfcafé op 1 december en 8 december: each activity once, with its dates. */
export function sayDates(of: IssueDoc['dates']): string {
  const days = new Map<string, string[]>()
  for (const d of of) days.set(d.title, [...(days.get(d.title) ?? []), date(d.start)])
  return [...days].map(([title, all]) => `${title} op ${listed(all)}`).join('; ')
}

export const titles = (of: readonly { title: string }[] | undefined) =>
  of?.length ? of.map(d => d.title).join(', ') : 'Nog niets gekozen'

export function sayFault({ name, code }: Fault): string | undefined {
  if (name === 'subject')
    return code === 'required'
      ? 'Schrijf een onderwerp.'
      : code === 'too_long'
        ? 'Maak het onderwerp korter: hooguit 70 tekens.'
        : 'Zet het onderwerp op één regel.'
  if (name === 'blocks') return 'Zet er eerst iets in.'
  if (name === 'greeting') return 'Maak de begroeting korter: hooguit 300 tekens.'
  if (name === 'call') return 'Maak de oproep korter: hooguit 600 tekens.'
  if (name === 'day') return code === 'order' ? 'Kies een dag binnen een jaar.' : 'Kies een dag.'
  if (name === 'time')
    return code === 'order'
      ? 'Dit moment is al geweest. Kies een later moment.'
      : code === 'choice'
        ? 'Tussen 22.00 en 8.00 uur versturen we niets. Kies een andere tijd.'
        : 'Vul een tijd in. Een voorbeeld: 10.00.'
  if (name === 'address') return 'We kennen je mailadres niet. Vraag de beheerder ernaar.'
  if (name === 'readers') return 'Er staat nog niemand op de lijst.'
  return undefined
}

const stateWords: Readonly<Record<IssueProgress['state'], string>> = {
  draft: 'Concept',
  scheduled: 'Staat klaar',
  sending: 'Onderweg',
  sent: 'Verstuurd',
}
export const sayState = (s: Pick<IssueProgress, 'state' | 'late'> | undefined) =>
  s?.late ? 'Te laat: wacht op jou' : stateWords[s?.state ?? 'draft']

export const sayFailed = (n: number) => many(n, '1 lukt niet')

/** "Dinsdag 1 december om 10.00 uur". */
export const sayWhen = (at: string) => `${capital(day(at))} om ${clock(at)} uur`

/** "over 6 dagen en 20 uur", of a moment that is still to come. */
export function sayAhead(at: string, now: number): string {
  const left = Math.max(0, Math.round((Date.parse(at) - now) / 60_000))
  const days = Math.floor(left / 1440)
  const hours = Math.floor((left % 1440) / 60)
  const words = [days && many(days, '1 dag'), hours && `${hours} uur`]
  const told = words.filter(Boolean).join(' en ')
  return 'over ' + (told || many(Math.max(1, left), '1 minuut'))
}

/** What a plan would do, in full. */
export function sayPlan(c: Check, now: number): string {
  const start = c.now ? 'Nu meteen.' : `${sayWhen(c.at)}, ${sayAhead(c.at, now)}.`
  const whom = c.now
    ? `Naar ${people(c.readers)}.`
    : `Naar iedereen die dan op de lijst staat: nu ${people(c.readers)}.`
  const often =
    c.lastYear < c.promised
      ? ''
      : ` In een jaar gingen er al ${c.lastYear} weg. We beloven er ongeveer ${c.promised}.`
  return `${start} ${whom} Het duurt ongeveer ${many(c.minutes, '1 minuut')}.${often}`
}

export const sayRest = (s: IssueProgress) =>
  s.goesOnAt
    ? `’s Nachts versturen we niets. Het gaat verder om ${clock(s.goesOnAt)} uur.`
    : `Nog ongeveer ${many(s.minutes, '1 minuut')}.`

export const whyWords: Readonly<Record<string, string>> = {
  address: 'Dit adres bestaat niet. We hebben het van de lijst gehaald.',
  box: 'De brievenbus is vol.',
  refused: 'Hun mailserver weigert.',
  spam: 'Hun mailserver ziet onze mail als ongewenst.',
  ours: 'Onze mail werkte even niet.',
}

/** A word that tells something about somebody's health, to whoever sees their inbox. */
export const tells = (subject: string) =>
  /herstel|verslav|psych|depress|terugval|ggz|angst|therap|crisis/i.exec(subject)?.[0]
