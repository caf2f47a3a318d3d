import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paragraph, type Doc, type Node } from './doc'
import { helpWith, namesIn, passiveIn, sentencesOf, type Asked, type Code } from './help'
import { sum } from './HelpPanel'

const codes = (text: string | Doc, asked?: Asked) => helpWith(text, asked).found.map(f => f.code)
const doc = (...content: Node[]): Doc => ({ type: 'doc', content })
const link = (...texts: string[]): Node => ({
  type: 'paragraph',
  content: texts.map(text => ({
    type: 'text',
    text,
    marks: [{ type: 'link', attrs: { href: '/agenda' } }],
  })),
})
const heading = (level: number, text: string): Node => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
})

describe('help with plain language', () => {
  it.each<[string, Code[]]>([
    ['We drinken samen koffie. Daarna praten we.', []],
    [
      'Je mag elke dag langskomen en je hoeft van tevoren helemaal niets af te spreken of te betalen.',
      ['long'],
    ],
    ['De deur gaat om 13.00 uur open. Koffie is gratis.', []],
    ['De kamer wordt elke week schoongemaakt.', ['passive']],
    ['Er werd veel gelachen.', ['passive']],
    ['De formulieren worden bewaard.', ['passive']],
    ['Het wordt gezellig.', []],
    ['Je wordt vanzelf rustig in dit gebied.', []],
    ['Ze worden vriendin van ons.', []],
    ['Je kunt hier participeren.', ['hard']],
    ['Indien je komt, drinken we koffie. Reeds jaren.', ['hard', 'hard']],
    ['Je dient te bellen.', ['hard']],
    ['Iemand die hem lijdt aan iets.', ['stigma']],
    ['Onze cliënten drinken koffie.', ['stigma']],
    ['De PATIËNT zit daar.', ['stigma', 'capitals']],
    ['Zij is een verslaafde.', ['stigma']],
    ['Hij wilde zelfmoord plegen.', ['stigma']],
    ['Wij helpen hen.', ['stigma']],
    ['Hij wil weer de oude worden.', ['stigma']],
    ['Er is een intake en dan een traject.', ['stigma', 'stigma']],
    ['De patiëntie is een ander woord.', []],
    ['KOM NU GAUW LANGS', ['capitals']],
    ['De ANBI en het WRAP-boek.', []],
    ['Leuk! Kom ook!', ['marks']],
    ['Leuk dat je er bent!', []],
    ['Stop met je medicijnen.', ['medicine']],
    ['Bouw de pillen langzaam af.', ['medicine']],
    ['Vraag je huisarts over minder medicijnen.', []],
    ['Ik nam toen minder medicatie.', []],
    ['Mail naar noor@voorbeeld.example.', ['personal']],
    ['Bel 0612345678 voor vragen.', ['personal']],
    ['Bel +31 6 12 34 56 78.', ['personal']],
    ['Hij woont in de Dorpsstraat 12.', ['personal']],
    ['Post naar 1234 AB.', ['personal']],
    ['Ik ben Jan de Vries.', ['personal']],
    ['Samen met Fatima Yilmaz maakt hij soep.', ['personal']],
    ['Samen met Fatima maakt hij soep.', []],
    ['In Nederland wonen we. Naar Den Haag is ver.', []],
  ])('%s', (text, want) => {
    expect(codes(text)).toEqual(want)
  })

  it('gives the simple word, and says it once', () => {
    expect(
      helpWith('Echter, het is echter zo. Teneinde dat te doen.').found.map(f => f.words),
    ).toEqual([
      'Moeilijk woord: "Teneinde". Schrijf liever: om te.',
      'Moeilijk woord: "Echter". Schrijf liever: maar.',
    ])
  })

  it('knows the words that staff added, taken literally', () => {
    expect(codes('Dat is a.b of axb.', { words: [['a.b', 'iets']] })).toEqual(['hard'])
  })

  it('does not ask about the number and the address of the house', () => {
    expect(
      codes('Bel 0123 45 67 89 of kom naar Kerkplein 12.', {
        own: ['0123 45 67 89', 'Kerkplein 12'],
      }),
    ).toEqual([])
  })

  it('finds a date before the end of visibility, also without a year', () => {
    const asked = { until: '2026-12-31T23:59:00+01:00', today: '2026-11-22' }
    expect(codes('Kom op 12 december langs.', asked)).toEqual(['date'])
    expect(codes('Kom op 12-12-2026 langs.', asked)).toEqual(['date'])
    expect(codes('Kom op 3 januari langs.', asked)).toEqual([])
    expect(codes('Kom op 31 december 2026 langs.', asked)).toEqual([])
    expect(codes('Kom op 12 december langs.')).toEqual([])
  })

  it('blocks a skipped heading, a link that says nothing and a picture without words', () => {
    const blocked = (d: Doc) =>
      helpWith(d)
        .found.filter(f => f.blocks)
        .map(f => f.code)
    expect(blocked(doc(heading(3, 'Klein')))).toEqual(['heading'])
    expect(blocked(doc(heading(2, 'Groot'), heading(3, 'Klein')))).toEqual([])
    expect(blocked(doc(link('Klik hier!')))).toEqual(['link'])
    expect(blocked(doc(link('Lees', ' meer')))).toEqual(['link'])
    expect(blocked(doc(link('Lees meer over koffie')))).toEqual([])
    expect(blocked(doc({ type: 'image', attrs: { fileId: 'fil_1' } }))).toEqual(['alt'])
    expect(blocked(doc({ type: 'image', attrs: { fileId: 'fil_1', decorative: true } }))).toEqual(
      [],
    )
    expect(
      blocked(
        doc({ type: 'bulletList', content: [{ type: 'listItem', content: [link('klik hier')] }] }),
      ),
    ).toEqual(['link'])
    expect(blocked(doc(paragraph('Klik hier')))).toEqual([])
  })

  it('says how hard a text reads', () => {
    const easy =
      'We drinken koffie. Je mag gaan zitten. Soms doen we een spel. Je kunt ook niets doen.'
    const plain =
      'Op woensdag maken we samen een wandeling. ' +
      'Vrijwilligers helpen de deelnemers, en iedereen bepaalt zelf hoe lang hij blijft.'
    const difficult =
      'De ondersteuningsmogelijkheden binnen de geestelijke gezondheidszorg veronderstellen ' +
      'individuele verantwoordelijkheid alsmede bereidwilligheid tot samenwerking.'
    expect([easy, plain, difficult, 'Kort.'].map(t => helpWith(t).level)).toEqual([
      'Makkelijk',
      'Gewoon',
      'Moeilijk',
      undefined,
    ])
    expect(sum(helpWith(easy))).toBe(
      'Leest: Makkelijk. Gemiddeld 4 woorden per zin. Geen moeilijke woorden gevonden.',
    )
  })

  it('knows where a sentence ends', () => {
    expect(
      sentencesOf(
        'Dag. Om 13.00 uur begint het. Zie bijv. de agenda! "Leuk." Zei hij.\n- een\n1. twee\n123',
      ),
    ).toEqual([
      'Dag.',
      'Om 13.00 uur begint het.',
      'Zie bijv. de agenda!',
      '"Leuk."',
      'Zei hij.',
      'een',
      'twee',
    ])
    expect(passiveIn('Wij worden oud.')).toBeUndefined()
  })
})

describe('a hint quotes what it means, as it stands there', () => {
  it.each([
    ['De kamer wordt elke week schoongemaakt.', '"wordt schoongemaakt"'],
    ['Ik ben Jan de Vries.', '"Jan de Vries"'],
    ['Bel 06 12345678 voor vragen.', '"06 12345678"'],
    ['Hij woont in de Dorpsstraat 12.', '"Dorpsstraat 12"'],
    ['Leuk! Kom ook!', '"Leuk!"'],
    ['De Cliënt komt binnen.', '"Cliënt"'],
    ['Reeds klaar.', '"Reeds"'],
    ['Neem minder Oxazepam.', '"Oxazepam"'],
  ])('%s', (text, quoted) => {
    expect(helpWith(text).found.map(f => f.words)).toEqual([expect.stringContaining(quoted)])
  })
})

describe('a text that was pasted', () => {
  it.each([
    ['letters in two parts', 'De pati\u0065\u0308nt komt.'],
    ['a mark where it may break', 'De pati\u00adënt komt.'],
    ['a mark without width', 'De pati\u200bënt komt.'],
  ])('is read as it looks: %s', (_, text) => {
    expect(helpWith(text).found.map(f => f.words)).toEqual([expect.stringContaining('"patiënt"')])
  })

  /** How long the help takes over it, in ms: the best of three. */
  const took = (text: string) =>
    Math.min(
      ...[0, 0, 0].map(() => {
        const began = performance.now()
        helpWith(text)
        return performance.now() - began
      }),
    )

  it.each(['a', 'A', '0', '.', 'a-'])('without a space in it takes no long time: %s', part => {
    const small = took(part.repeat(2_000))
    // 16 times as long; with a search in a search it takes 256 times as long
    expect(took(part.repeat(32_000))).toBeLessThan(64 * Math.max(small, 1))
  })
})

it('finds nothing in what the site itself proposes to announce about a closure', () => {
  // made by internal/agenda/places, whose test holds them
  const texts = readFileSync(
    new URL('../../../../../internal/agenda/places/testdata/closing_texts.txt', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
  const until = ['2026-11-24', '2026-11-24', '2026-11-27', '2026-12-10', '2026-12-08']
  expect(texts).toHaveLength(until.length)
  texts.forEach((text, i) => {
    expect(codes(text, { until: until[i], today: '2026-11-22' }), text).toEqual([])
  })
})

it('finds what an own sentence tells to whoever reads along', () => {
  expect(namesIn('Neem een schort mee.', 'Open atelier')).toEqual([])
  expect(namesIn('Kom naar het atelier, ook als patiënt met pillen.', 'Open Atelier')).toEqual([
    'patiënt',
    'pillen',
    'atelier',
  ])
  expect(namesIn('Wat (dan) ook.', 'Eten: (samen)?')).toEqual([])
})
