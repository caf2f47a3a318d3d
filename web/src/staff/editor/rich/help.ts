// Help with plain language: hints beside a text, for any text of staff. Only what
// says `blocks` keeps a text from being published, and the server finds that too.
import { plain, type Doc, type Node } from './doc'
import { hard, noParticiple, noPeople, openers, stigma, type Pair } from './helpWords'

export type Level = 'Makkelijk' | 'Gewoon' | 'Moeilijk'
export type Code =
  | 'long'
  | 'passive'
  | 'hard'
  | 'stigma'
  | 'heading'
  | 'link'
  | 'alt'
  | 'personal'
  | 'capitals'
  | 'marks'
  | 'medicine'
  | 'date'

export interface Found {
  code: Code
  /** What is the matter and what to do. */
  words: string
  /** Keeps the text from being published. */
  blocks: boolean
}

export interface Help {
  /** Nothing, for a text of a few words. */
  level: Level | undefined
  /** Words in a sentence, on average, rounded. */
  average: number
  found: readonly Found[]
}

export interface Asked {
  /** Last day on which the text is visible: "2026-12-31", or a moment of that day. */
  until?: string | undefined
  /** The day on which somebody looks, for dates without a year. */
  today?: string
  /** Hard words that staff added. */
  words?: readonly Pair[]
  /** Telephone numbers and addresses that everybody may know: those of the house. */
  own?: readonly string[]
}

/** Most words a sentence may have. */
export const longest = 15

/** Everything that could be better in a text. */
export function helpWith(text: string | Doc, asked: Asked = {}): Help {
  const words = readable(typeof text === 'string' ? text : plain(text))
  const sentences = sentencesOf(words)
  const counts = sentences.map(s => wordsIn(s).length)
  return {
    level: levelOf(words, sentences),
    average: counts.length ? Math.round(counts.reduce((a, b) => a + b, 0) / counts.length) : 0,
    found: [
      ...(typeof text === 'string' ? [] : form(text)),
      ...sentences.flatMap(ofSentence),
      ...ofWords(words, asked),
      ...ofWhole(words),
      ...personal(words, asked.own),
      ...dates(words, asked),
    ],
  }
}

/** Most characters of one word that are looked at. */
const widest = 200

/**
 * A text as it is looked through: letters in one form, and without marks that nobody sees, or a
 * word that was pasted would be another one than it looks. What goes on without a space is no word,
 * and would keep the search busy.
 */
const readable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .split(/(\s+)/)
    .map(w => (w.length > widest && w.trim() ? w.slice(0, widest) : w))
    .join('')

const hint = (code: Code, words: string): Found => ({ code, words, blocks: false })
const block = (code: Code, words: string): Found => ({ code, words, blocks: true })

/**
 * The sentences of a text, as internal/wording finds them: the end of a line ends one, a mark
 * before a small letter does not.
 */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap(line =>
      line
        .replace(/([.?!…]["')”’]*|:["')]*)\s+(?=(.))/gu, (whole, mark: string, next: string) =>
          /\p{Ll}/u.test(next) && !mark.startsWith(':') ? whole : mark + '\n',
        )
        .split('\n'),
    )
    .map(s => s.replace(/^\s*(?:-|\d+\.)\s+/, '').trim())
    .filter(s => /\p{L}/u.test(s))
}

export const wordsIn = (text: string): string[] =>
  text.split(/\s+/).filter(w => /[\p{L}\p{N}]/u.test(w))

/** The beginning of a sentence, to find it again. */
const start = (s: string) => (wordsIn(s).length > 6 ? wordsIn(s).slice(0, 6).join(' ') + ' …' : s)

function ofSentence(s: string): Found[] {
  const n = wordsIn(s).length
  const passive = passiveIn(s)
  return [
    ...(n > longest
      ? [hint('long', `Deze zin heeft ${n} woorden: "${start(s)}" Maak er twee van.`)]
      : []),
    ...(passive
      ? [hint('passive', `In "${start(s)}" staat "${passive}". Zeg liever wie het doet.`)]
      : []),
  ]
}

/** A form of "worden" with a participle, as they stand there: somebody does it, but who? */
export function passiveIn(sentence: string): string | undefined {
  const words = sentence.match(/\p{L}+/gu) ?? []
  const form = words.find(w => /^(?:word|wordt|worden|werd|werden)$/i.test(w))
  const done = words.find(w => isParticiple(w.toLowerCase()))
  return form && done ? `${form} ${done}` : undefined
}

const isParticiple = (w: string) =>
  !noParticiple.has(w) &&
  ((/^(?:\p{L}{0,6}ge)\p{L}{2,}(?:d|t|en)$/u.test(w) && !/^\p{L}{1,6}gen$/u.test(w)) ||
    /^(?:be|ver|ont|her)\p{L}{2,}(?:d|t)$/u.test(w))

const whole = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')

/** Each once, as it stands there first, whatever its capitals. */
const once = (found: readonly string[]) =>
  found.filter((w, i) => found.findIndex(o => o.toLowerCase() === w.toLowerCase()) === i)

function ofWords(text: string, { words = [] }: Asked): Found[] {
  const find = (list: readonly Pair[], say: (found: string, better: string) => Found) =>
    list.flatMap(([pattern, better]) =>
      once(text.match(whole(pattern)) ?? []).map(w => say(w, better)),
    )
  return [
    ...find(stigma, (w, better) =>
      hint('stigma', `Liever niet: "${w}". Schrijf liever: ${better}.`),
    ),
    ...find(
      [...hard, ...words.map(([w, b]) => [w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), b] as const)],
      (w, better) => hint('hard', `Moeilijk woord: "${w}". Schrijf liever: ${better}.`),
    ),
  ]
}

const medicine =
  'medicijn(?:en)?|medicatie|pil(?:len)?|antidepressiva|antipsychotica|lithium|oxazepam|diazepam|' +
  'sertraline|quetiapine|methadon|dosis|dosering'
const advice =
  'stop|stoppen|neem|nemen|slik|slikken|afbouwen|bouw|verhoog|verhogen|verlaag|verlagen|' +
  'minder|meer|gebruik|probeer|zonder|moet|beter'

/**
 * Words of a text that tell whoever reads along what it is about: of health, and of its title.
 */
export function namesIn(text: string, title: string): string[] {
  const named = wordsIn(title).filter(w => w.length > 3)
  const words = named.map(w => w.replace(/[^\p{L}\p{N}]/gu, '.?'))
  return [...stigma.map(([pattern]) => pattern), medicine, ...words].flatMap(pattern =>
    once(readable(text).match(whole(pattern)) ?? []),
  )
}

function ofWhole(text: string): Found[] {
  const shouted =
    text.match(
      /(?<!\p{L})\p{Lu}{5,}(?!\p{L})|(?<!\p{L})\p{Lu}{2,}(?:[ ,]+\p{Lu}{2,}){2,}(?!\p{L})/gu,
    ) ?? []
  const told = sentencesOf(text).find(
    s =>
      whole(medicine).test(s) &&
      whole(advice).test(s) &&
      !/huisarts|behandelaar|apotheek|\bik\b|mijn\b/i.test(s),
  )
  const called = sentencesOf(text).filter(s => s.includes('!'))
  const drug = told?.match(whole(medicine))?.[0]
  return [
    ...(shouted.length
      ? [
          hint(
            'capitals',
            `"${shouted[0]}" staat in hoofdletters. Dat leest als schreeuwen. Schrijf gewone letters.`,
          ),
        ]
      : []),
    ...((text.match(/!/g) ?? []).length > 1
      ? [
          hint(
            'marks',
            `Er staat meer dan één uitroepteken in, bijvoorbeeld bij "${start(called[0] ?? '!')}" Eén is genoeg.`,
          ),
        ]
      : []),
    ...(told
      ? [
          hint(
            'medicine',
            `"${drug}" in "${start(told)}" Dit lijkt op advies over medicijnen. ` +
              `Verwijs naar de huisarts of behandelaar.`,
          ),
        ]
      : []),
  ]
}

const phone = /(?<![\d])(?:\+31|0031|0)[\s-]?(?:\(0\)[\s-]?)?[1-9](?:[\s-]?\d){8}(?!\d)/g
const place =
  /\p{Lu}\p{L}*(?:straat|laan|weg|plein|gracht|kade|hof|dijk|singel|steeg|pad|dreef|markt)\s+\d{1,4}|(?<!\d)[1-9]\d{3}\s?[A-Z]{2}(?!\p{L})|[\w.+-]+@[\w-]+\.[\w.]+/gu
const name =
  /(?<!\p{L})(\p{Lu}\p{Ll}+)((?:\s(?:van|de|der|den|ten|ter|te|het|'t|el|al))*)\s(\p{Lu}\p{Ll}{2,})(?!\p{L})/gu

/** A telephone number, an address or a surname of somebody: a question, because it may be meant. */
function personal(text: string, own: readonly string[] = []): Found[] {
  const rest = own.filter(Boolean).reduce((left, o) => left.replaceAll(o, ' '), text)
  const called = [...rest.matchAll(name)].find(
    m => !openers.has(m[1]!.toLowerCase()) && !noPeople.test(m[0]),
  )
  const found = called?.[0] ?? rest.match(phone)?.[0] ?? rest.match(place)?.[0]
  return found
    ? [
        hint(
          'personal',
          `Er staat een achternaam, adres of telefoonnummer in: "${found.trim()}". Is dat de bedoeling?`,
        ),
      ]
    : []
}

const months = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
]
const dated = new RegExp(
  `(?<!\\d)(\\d{1,2}) (${months.join('|')})(?: (\\d{4}))?|(?<!\\d)(\\d{1,2})-(\\d{1,2})-(\\d{4})(?!\\d)`,
  'giu',
)

/** Dates that have passed while the text still stands there. */
function dates(text: string, { until, today = new Date().toISOString() }: Asked): Found[] {
  if (!until) return []
  const last = until.slice(0, 10)
  const early = [...text.matchAll(dated)].filter(m => dayOf(m, today) < last)
  return early
    .slice(0, 1)
    .map(m =>
      hint(
        'date',
        `In de tekst staat "${m[0]}", maar de tekst blijft daarna nog zichtbaar. Klopt dat?`,
      ),
    )
}

function dayOf(m: RegExpExecArray, today: string): string {
  const two = (n: number | string) => String(n).padStart(2, '0')
  if (m[4]) return `${m[6]}-${two(m[5]!)}-${two(m[4])}`
  const rest = `-${two(months.indexOf(m[2]!.toLowerCase()) + 1)}-${two(m[1]!)}`
  if (m[3]) return m[3] + rest
  const year = Number(today.slice(0, 4))
  const far = (y: number) => Math.abs(Date.parse(y + rest) - Date.parse(today))
  return [year - 1, year, year + 1].sort((a, b) => far(a) - far(b))[0] + rest
}

const saysNothing = new Set(['klik hier', 'lees meer'])
const bare = (s: string) =>
  s
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/**
 * What of its form keeps a text from being published, as Doc.PublishFaults of internal/richtext.
 */
function form(doc: Doc): Found[] {
  let under = 1
  return doc.content.flatMap(n => {
    const skipped = n.type === 'heading' && n.attrs!.level! > under + 1
    if (n.type === 'heading') under = n.attrs!.level!
    return [
      ...(skipped
        ? [
            block(
              'heading',
              `"${plain({ type: 'doc', content: [n] })}" is een kleine tussenkop zonder grote ` +
                `erboven. Maak er een gewone tussenkop van.`,
            ),
          ]
        : []),
      ...(n.type === 'image' && !n.attrs?.decorative && !n.attrs?.alt?.trim()
        ? [block('alt', "Beschrijf de foto in één zin, of kies 'alleen versiering'.")]
        : []),
      ...linksIn(n)
        .filter(words => saysNothing.has(bare(words)))
        .map(words =>
          block(
            'link',
            `De link "${words.trim()}" zegt niet waar je uitkomt. Noem het, bijvoorbeeld: "Bekijk het programma".`,
          ),
        ),
    ]
  })
}

const hrefOf = (n: Node | undefined) => n?.marks?.find(m => m.type === 'link')?.attrs?.href

/** The words of each link below a node; neighbours that lead to the same place are one. */
function linksIn(n: Node): string[] {
  const out: string[] = []
  let before: string | undefined
  for (const c of n.content ?? []) {
    const href = hrefOf(c)
    if (href && href === before) out.push(out.pop()! + (c.text ?? ''))
    else if (href) out.push(c.text ?? '')
    else out.push(...linksIn(c))
    before = href
  }
  return out
}

/**
 * How hard a text reads, by the Dutch reading ease of Douma: short words in short sentences are
 * easy.
 */
function levelOf(text: string, sentences: readonly string[]): Level | undefined {
  const words = wordsIn(text)
  if (words.length < 10) return undefined
  const syllables = words.reduce((n, w) => n + syllablesIn(w), 0)
  const ease =
    206.84 - 77 * (syllables / words.length) - 0.93 * (words.length / Math.max(1, sentences.length))
  return ease >= 75 ? 'Makkelijk' : ease >= 55 ? 'Gewoon' : 'Moeilijk'
}

const syllablesIn = (word: string) =>
  Math.max(1, (word.toLowerCase().match(/ij|[aeiouyáéíóúàèäëïöü]+/g) ?? []).length)
