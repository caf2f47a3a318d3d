import * as limits from '../../../api/limits.gen'
import type { DocOf, Fault } from '../../../staff/drafts'
import { emptyDoc, ofPlain, type Doc, type Node } from '../../../staff/editor/rich/doc'
import { at } from '../../../screens'

export type Page = DocOf<'pages'>
export type Section = Page['blocks'][number]

/** How a page is written whose texts the site shows in a form of its own. */
export interface Shape {
  /** What staff call it, where the title is a sentence for visitors. */
  name?: string
  title: string
  titleHint?: string
  /** A sentence or three stand under the title: the label, and what to know of it. */
  lead?: readonly [label: string, hint: string]
  /** What one part is called. */
  part: string
  /** Texts are plain words, of at most so many characters. */
  plain?: number
  /** At most so many parts. */
  most?: number
  /** There is one part, and the title is its heading. */
  bare?: true
  /** No pictures. */
  words?: true
  /** What to know before writing. */
  about?: string
  /** Parts whose words are written elsewhere, by id. */
  elsewhere?: Readonly<Record<string, { words: string; to: string; link: string }>>
}

const any: Shape = { title: 'Titel', part: 'Stuk' }

const shapes: Readonly<Record<string, Shape>> = {
  home: {
    name: 'Startpagina',
    title: 'Belofte',
    titleHint: 'De zin bovenaan de startpagina.',
    lead: [
      'Wat, waar en voor wie',
      'Dit staat onder de belofte. Laat je het leeg, dan staat daar de zin van de site zelf.',
    ],
    part: 'Stap',
    plain: limits.PageShapes.home.body.maxLength,
    most: limits.PageShapes.home.blocks.maxItems,
    about:
      "Dit staat op de startpagina. Onder 'Voor het eerst? Zo gaat het' staan hooguit " +
      `${limits.PageShapes.home.blocks.maxItems} stappen.`,
  },
  registrationsequel: {
    name: 'Na het aanmelden',
    title: 'Kopje',
    part: 'Tekst',
    plain: limits.PageShapes.registrationsequel.body.maxLength,
    most: limits.PageShapes.registrationsequel.blocks.maxItems,
    bare: true,
    about:
      'Dit leest iemand na het aanmelden, onder de plek en de route. Die komen van de activiteit en van Instellingen.',
  },
  huisregels: {
    name: 'Huisregels',
    title: 'Kopje',
    part: 'Tekst',
    most: limits.PageShapes.huisregels.blocks.maxItems,
    bare: true,
    about: 'De huisregels staan op de pagina Over ons.',
  },
  privacy: {
    ...any,
    words: true,
    about:
      'Deze stukken staan tussen de stukken die de site zelf maakt. ' +
      'Een oude versie blijft te lezen, daarom kan er geen foto in.',
  },
  contact: {
    ...any,
    about:
      "Dit staat onder het adres. Het adres en hoe je binnenkomt, staan bij Instellingen, 'Naam, adres en contact'.",
  },
  about: {
    ...any,
    elsewhere: {
      huisregels: {
        words: 'De huisregels hebben een eigen tekst.',
        to: at('page', 'huisregels'),
        link: 'Verander de huisregels',
      },
      anbi: {
        words:
          'Deze gegevens komen uit Instellingen. De coördinator en de beheerder kunnen ze veranderen.',
        to: at('settingsBlock', 'anbi'),
        link: 'Gegevens van de stichting (ANBI)',
      },
    },
  },
}

export const shapeOf = (key: string): Shape => shapes[key] ?? any

/**
 * The whole page as one text, for the help with language: headings above their parts, as visitors
 * read them.
 */
export function wholeOf(page: Pick<Page, 'key' | 'lead' | 'blocks'>): Doc {
  const heading = (words: string): Node => ({
    type: 'heading',
    attrs: { level: 2 },
    content: [{ type: 'text', text: words }],
  })
  const own = page.blocks.filter(b => !shapeOf(page.key).elsewhere?.[b.id])
  return {
    ...emptyDoc(),
    content: [
      ...(page.lead ? ofPlain(page.lead).content : []),
      ...own.flatMap(b => [...(b.heading ? [heading(b.heading)] : []), ...b.body.content]),
    ],
  }
}

/** The sentence of a fault, at its place. */
export function sayFault({ name, code }: Fault, { key }: Pick<Page, 'key'>): string | undefined {
  const of = shapeOf(key)
  if (name === 'title')
    return `Vul '${of.title}' in, met hooguit ${limits.Page.title.maxLength} tekens.`
  if (name === 'lead' && of.lead)
    return `Maak '${of.lead[0]}' korter, hooguit ${limits.Page.lead.maxLength} tekens.`
  const [, n, field] = /^blocks\.(\d+)\.(\w+)/.exec(name) ?? []
  if (n === undefined)
    return name !== 'blocks'
      ? undefined
      : code === 'too_long' && of.most
        ? `Zet er hooguit ${of.most} in.`
        : 'Een pagina heeft minstens één stuk.'
  const where = of.bare ? '' : `${of.part} ${+n + 1}: `
  if (field === 'heading')
    return capital(
      where +
        (code === 'required'
          ? 'vul het kopje in.'
          : `kijk het kopje na. Het mag hooguit ${limits.Section.heading.maxLength} tekens zijn.`),
    )
  if (code === 'too_long' && of.plain)
    return capital(`${where}maak de tekst korter, hooguit ${of.plain} tekens.`)
  if (of.words && code === 'invalid')
    return capital(where + 'haal de foto weg. Op deze pagina kan geen foto staan.')
  return capital(where + (code === 'required' ? 'schrijf de tekst.' : 'kijk de tekst na.'))
}

const capital = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)
