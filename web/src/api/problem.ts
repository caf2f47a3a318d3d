// Every sentence a visitor reads when a form does not go through: by code, by field, and by form
// where it matters.
import { some } from './count'
import type { components } from './schema.gen'

export type Problem = components['schemas']['Problem']

/**
 * The part of a problem that has words. `offline` and `lost` come from the browser, not from the
 * API.
 */
export interface Trouble {
  code: string
  free?: number | undefined
}

/** What the sentences need to know about the form they stand above. */
export interface About {
  /** Value of the hidden field `form`. */
  form: string
  phone: string
  /** Words on the send button. */
  button: string
  words?: Words | undefined
}

/**
 * What one form says besides: the sentences by code, and the questions that a sentence repeats.
 * Apart from the others, so that no page carries the words of another.
 */
export interface Words {
  trouble?: Readonly<Record<string, Sentence>>
  labels?: Readonly<Record<string, string>>
  /** Sentences of fields that no other form has. */
  fields?: Readonly<Record<string, FieldSentence>>
}

type Sentence = (about: About, free: number) => string

/** A sentence that ends with the phone. */
export const called =
  (text: string): Sentence =>
  a =>
    `${text} Bel ons gerust: ${a.phone}.`
const fault: Sentence = a =>
  `Er ging bij ons iets mis. Je bericht is niet verstuurd. Wat je hebt ingevuld staat er nog. ` +
  `Probeer het opnieuw of bel ${a.phone}.`
const again =
  (why: string): Sentence =>
  a =>
    `${why} Kijk alles nog even na en druk nog een keer op '${a.button}'.`
const reload: Sentence = a =>
  `Deze pagina is niet meer goed. Laad hem opnieuw en probeer het nog eens. Bellen kan ook: ${a.phone}.`
/** Of every page behind a secret link. */
export const deadLink: Sentence = a =>
  `Deze link werkt niet meer. Je gegevens zijn verwijderd, zoals afgesproken, ` +
  `of je hebt een nieuwere link. Link kwijt? Bel ons op ${a.phone}.`

/** Sentences of the whole form, where every form says the same. */
const general: Record<string, Sentence> = {
  bad_request: reload,
  invalid: () => 'Kijk alles nog even na.',
  unauthorized: deadLink,
  forbidden: reload,
  not_found: () =>
    'We konden dit niet vinden. Misschien is de activiteit veranderd. Kijk in het programma of bel ons.',
  precondition_required: reload,
  precondition_failed: again('Je aanmelding is intussen veranderd.'),
  too_many: a =>
    `Er komt nu veel binnen. Wacht een paar minuten en probeer het nog eens. Bellen kan ook: ${a.phone}.`,
  internal: fault,
  unavailable: fault,
  too_fast: a => `Kijk alles nog even na en druk dan nog een keer op '${a.button}'.`,
  too_slow: again('Dat duurde te lang.'),
  form_expired: again('Je had deze pagina lang open.'),
  key_reused: () =>
    'Dit formulier is al verstuurd. Laad de pagina opnieuw als je nog iets wilt sturen.',
  busy: () => 'We zijn je bericht nog aan het opslaan. Wacht heel even en probeer het dan opnieuw.',
  too_large: a => `Je tekst is te lang. Kun je hem iets korter maken? Bellen kan ook: ${a.phone}.`,
  unsupported_type: reload,
  read_only: a => `We kunnen nu even niets opslaan. Bel ons op ${a.phone}.`,
  offline: () =>
    'Je hebt nu geen internet. We bewaren wat je hebt ingevuld zolang deze pagina open blijft.',
  lost: a =>
    `We kregen geen antwoord. Controleer je internet en probeer het opnieuw. Bellen kan ook: ${a.phone}.`,
}

/**
 * The sentence for a problem that belongs to no field. A code nobody knows reads as a fault of
 * ours.
 */
export function sayTrouble(t: Trouble, about: About): string {
  return (about.words?.trouble?.[t.code] ?? general[t.code] ?? fault)(about, t.free ?? 0)
}

/** One mistake in one field; `over` is how many characters the text is too long. */
export interface Mistake {
  name: string
  code: string
  over: number
}

type FieldSentence = (about: About, mistake: Mistake) => string

const labelOf = (name: string, about: About) => about.words?.labels?.[name]
/** For a question without an answer. */
export const choose: FieldSentence = (about, { name }) =>
  `Maak een keuze bij '${labelOf(name, about)}'.`
/** For a text that is too long. */
export const shorter: FieldSentence = (_, { over }) =>
  over > 0
    ? `Je tekst is ${some(over, 'teken', 'tekens')} te lang. Kun je hem iets korter maken?`
    : 'Je tekst is te lang. Kun je hem iets korter maken?'
const look: FieldSentence = a => `Kijk dit nog even na. Lukt het niet? Bel ${a.phone}.`

/** What each field says, whatever the code, except for the codes of `byCode`. */
const byField: Record<string, FieldSentence> = {
  name: (_, { code }) =>
    code === 'too_long'
      ? 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.'
      : 'Vul een naam in. Je voornaam of een bijnaam is genoeg.',
  contact: () =>
    'Vul een e-mailadres of een telefoonnummer in. Dan kunnen we je bereiken als er iets verandert.',
  email: () => 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
  phone: () =>
    'Dit telefoonnummer klopt nog niet. Een Nederlands nummer heeft 10 cijfers, bijvoorbeeld 06 12 34 56 78.',
  consent: a =>
    `Zet een vinkje als je dit goed vindt. Liever niet? Bel ons op ${a.phone} of loop binnen.`,
  consentVersion: a =>
    `De tekst over je gegevens is veranderd. Laad de pagina opnieuw en lees hem nog even. Bellen kan ook: ${a.phone}.`,
}

const byCode: Record<string, FieldSentence> = {
  too_long: shorter,
  too_short: () => 'Schrijf nog iets meer. Dan begrijpen we je beter.',
}

/** The sentence for one field, as it stands in the summary and at the field. */
export function sayField(mistake: Mistake, about: About): string {
  const { name, code } = mistake
  const asks = code === 'choice' || code === 'required'
  const words =
    code === 'unknown'
      ? look
      : (about.words?.fields?.[name] ??
        byField[name] ??
        byCode[code] ??
        (asks && labelOf(name, about) ? choose : look))
  return words(about, mistake)
}
