import type { Speech } from '../../../staff/editor/speech'
import type { DocOf, Fault } from '../../../staff/drafts'
import { emptyDoc } from '../../../staff/editor/rich/doc'

export type News = DocOf<'news'>

export const freshNews: News = { title: '', summary: '', body: emptyDoc(), author: 'Redactie' }

const say = ({ name, code }: Fault, doc: News): string | undefined => {
  if (name.startsWith('image')) return "Beschrijf de foto in één zin, of kies 'alleen versiering'."
  if (name === 'until') return 'De einddatum ligt vóór de begindatum.'
  if (code === 'too_long') {
    const max = { title: 90, summary: 160, author: 60 }[name]
    const over =
      max === undefined ? 0 : [...doc[name as 'title' | 'summary' | 'author']].length - max
    if (over > 0) return `Maak dit ${over} ${over === 1 ? 'teken' : 'tekens'} korter.`
  }
  if (code === 'required')
    return {
      title: 'Geef het bericht een titel.',
      summary: 'Schrijf een korte samenvatting.',
      body: 'Schrijf de tekst van het bericht.',
      author: 'Schrijf op van wie het bericht is, bijvoorbeeld Redactie.',
    }[name]
  return undefined
}

export const newsSpeech: Speech<News> = {
  labels: {
    title: 'Titel',
    summary: 'Samenvatting',
    body: 'Tekst',
    image: 'Foto',
    author: 'Van wie',
  },
  say,
}

/** Told before publishing: there is one place on top. */
export const sayInstead = ({ title, status }: { title: string; status: string }) =>
  `Nu ${status === 'scheduled' ? 'komt' : 'staat'} ‘${title}’ bovenaan. Publiceer je dit bericht, dan gaat dat bericht gewoon in de lijst.`
