import * as limits from '../../../api/limits.gen'
import type { DocOf, Fault } from '../../../staff/drafts'
import type { Speech } from '../../../staff/editor/speech'
import { emptyDoc, isEmpty, plain } from '../../../staff/editor/rich/doc'
import { sayRich } from '../../../staff/editor/rich/faults'
import { sayOver } from '../../../staff/words'
import { wordsIn } from '../../../staff/editor/rich/help'

export type Story = DocOf<'stories'>

export const freshStory: Story = {
  title: '',
  displayName: '',
  intro: '',
  body: emptyDoc(),
  helped: [''],
  themes: [],
  findable: false,
  minutes: 1,
}

/** Its texts with a limit. */
type Text = Exclude<keyof typeof limits.Story, 'helped' | 'themes'>

const missing: Readonly<Record<string, string>> = {
  title: 'Geef het verhaal een titel.',
  displayName: 'Schrijf op hoe de verteller heet: een pseudoniem of een voornaam.',
  intro: 'Schrijf een korte inleiding.',
  body: 'Schrijf het verhaal.',
  helped: 'Schrijf op wat de verteller hielp.',
  themes: "Kies één tot vier thema's.",
}

const say = (fault: Fault, doc: Story): string | undefined => {
  const { name, code } = fault
  if (name.startsWith('image')) return "Beschrijf de foto in één zin, of kies 'alleen versiering'."
  if (name === 'until') return 'De einddatum ligt vóór de begindatum.'
  if (name === 'title' && code === 'too_short') return 'Maak de titel langer: minstens 3 letters.'
  if (name === 'themes' && code === 'too_long') return "Kies hooguit vier thema's."
  if (name === 'helped' && code === 'too_long') return 'Schrijf hooguit vijf regels op.'
  if (name.startsWith('helped.'))
    return code === 'required'
      ? 'Vul deze regel in, of haal hem weg.'
      : `Maak deze regel korter: hooguit ${limits.Story.helped.items.maxLength} tekens.`
  if (code === 'required') return missing[name]
  if (code === 'too_long' && name in limits.Story)
    return sayOver(doc[name as Text] ?? '', limits.Story[name as Text].maxLength)
  return sayRich(fault, 'body')
}

export const storySpeech: Speech<Story> = {
  labels: {
    title: 'Titel',
    displayName: 'Naam van de verteller',
    intro: 'Inleiding',
    contentNote: 'Waar gaat het over?',
    body: 'Verhaal',
    inShort: 'In het kort',
    helped: 'Wat mij hielp',
    themes: "Thema's",
    quote: 'Citaat',
    image: 'Foto',
    relatedActivity: 'Activiteit die erbij past',
    findable: 'Zoekmachines',
    minutes: 'Leestijd',
  },
  say,
}

/** Only a hint: a story may be as long as its teller needs. */
export function lengthHint(doc: Story): string | undefined {
  const n = wordsIn(plain(doc.body)).length
  return isEmpty(doc.body) || (n >= 300 && n <= 900)
    ? undefined
    : `Een verhaal van 300 tot 900 woorden leest prettig. Dit verhaal heeft er nu ${n}.`
}
