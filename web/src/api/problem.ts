// Every sentence a visitor reads when a form does not go through: by code, by field, and by form
// where it matters.
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

const called =
  (text: string): Sentence =>
  a =>
    `${text} Bel ons gerust: ${a.phone}.`
const noRoomForMore = called('Er is nu geen plek voor meer mensen.')
const tooLate: Sentence = () => 'De plek is nu voor iemand anders. Je kunt wel op de wachtlijst.'
const fault: Sentence = a =>
  `Er ging bij ons iets mis. Je bericht is niet verstuurd. Wat je hebt ingevuld staat er nog. Probeer het opnieuw of bel ${a.phone}.`
const again =
  (why: string): Sentence =>
  a =>
    `${why} Kijk alles nog even na en druk nog een keer op '${a.button}'.`
const reload: Sentence = a =>
  `Deze pagina is niet meer goed. Laad hem opnieuw en probeer het nog eens. Bellen kan ook: ${a.phone}.`
const deadLink: Sentence = a =>
  `Deze link werkt niet meer. Je gegevens zijn verwijderd, zoals afgesproken, of je hebt een nieuwere link. Link kwijt? Bel ons op ${a.phone}.`

/** Sentences of the whole form, where every form says the same. */
const general: Record<string, Sentence> = {
  bad_request: reload,
  invalid: () => 'Kijk alles nog even na.',
  unauthorized: deadLink,
  forbidden: reload,
  not_found: () =>
    'We konden dit niet vinden. Misschien is de activiteit veranderd. Kijk in het programma of bel ons.',
  gone: () => 'Deze activiteit gaat niet meer door. We hebben je niet aangemeld.',
  full: (_, free) =>
    free === 0
      ? 'Net voor jou is de laatste plek weggegaan. Wil je op de wachtlijst? Je hoeft niets opnieuw in te vullen.'
      : guestsDoNotFit(free),
  waitlist_full: called('De wachtlijst is ook vol.'),
  closed: () => 'Aanmelden kan niet meer. Bel ons, misschien is er nog plek.',
  conflict: () => 'Er is nog plek! Je kunt je meteen aanmelden.',
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

/** Sentences that one form says differently. */
const special: Record<string, Record<string, Sentence>> = {
  cancel: {
    closed: () => 'Deze activiteit is al begonnen. Afmelden hoeft niet meer.',
    not_found: deadLink,
  },
  change: {
    closed: called('Deze activiteit is al begonnen. Veranderen kan niet meer.'),
    not_found: deadLink,
    full: (a, free) =>
      free === 0
        ? noRoomForMore(a, free)
        : `Er ${free === 1 ? 'is nog 1 plek' : `zijn nog ${free} plekken`} vrij voor iemand die meekomt. Bel ons gerust: ${a.phone}.`,
  },
  restore: { closed: tooLate, full: tooLate, not_found: deadLink },
  answer: {
    closed: called('Antwoorden kan niet meer.'),
    not_found: deadLink,
    conflict: () => 'Nog even wachten kan één keer. Kies ja of nee.',
  },
  leave: { not_found: deadLink },
  notMe: { not_found: deadLink },
  erase: { not_found: deadLink },
}

function guestsDoNotFit(free: number): string {
  return free === 1
    ? 'Er is nog 1 plek. Je kunt alleen komen, of samen op de wachtlijst.'
    : `Er zijn nog ${free} plekken. Je kunt met minder mensen komen, of samen op de wachtlijst.`
}

/**
 * The sentence for a problem that belongs to no field. A code nobody knows reads as a fault of
 * ours.
 */
export function sayTrouble(t: Trouble, about: About): string {
  return (
    about.words?.trouble?.[t.code] ??
    special[about.form]?.[t.code] ??
    general[t.code] ??
    fault
  )(about, t.free ?? 0)
}

/** The labels of questions whose sentence repeats them. */
export const labels: Record<string, string> = {
  forOther: 'Meld je jezelf aan of iemand anders?',
  guests: 'Neem je iemand mee?',
  firstTime: 'Is dit je eerste keer bij ons?',
  diet: 'Waar letten we op bij het eten?',
  preferredWay: 'Hoe laten we het je weten?',
  shortNotice: 'Kun je ook op korte termijn?',
}

/** One mistake in one field; `over` is how many characters the text is too long. */
export interface Mistake {
  name: string
  code: string
  over: number
}

type FieldSentence = (about: About, mistake: Mistake) => string

const labelOf = (name: string, about: About) => about.words?.labels?.[name] ?? labels[name]
const choose: FieldSentence = (about, { name }) => `Maak een keuze bij '${labelOf(name, about)}'.`
const shorter: FieldSentence = (_, { over }) =>
  over > 0
    ? `Je tekst is ${over} ${over === 1 ? 'teken' : 'tekens'} te lang. Kun je hem iets korter maken?`
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
  otherKnows: () => 'Vraag het eerst even. We schrijven niemand in die het niet weet.',
  preferredWay: (a, m) =>
    m.code === 'invalid'
      ? 'Vul ook het adres of het nummer in dat bij je keuze hoort.'
      : choose(a, m),
  dietOther: (a, m) => (m.code === 'too_long' ? shorter(a, m) : 'Schrijf op waar we op letten.'),
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
