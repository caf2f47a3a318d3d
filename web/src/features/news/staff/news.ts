import * as limits from '../../../api/limits.gen'
import type { Speech } from '../../../staff/editor/speech'
import type { DocOf, Fault } from '../../../staff/drafts'
import { sayOver } from '../../../staff/words'
import { emptyDoc } from '../../../staff/editor/rich/doc'

export type News = DocOf<'news'>

export const freshNews: News = { title: '', summary: '', body: emptyDoc(), author: 'Redactie' }

const say = ({ name, code }: Fault, doc: News): string | undefined => {
  if (name.startsWith('image')) return "Beschrijf de foto in één zin, of kies 'alleen versiering'."
  if (name === 'until') return 'De einddatum ligt vóór de begindatum.'
  if (code === 'too_long' && name in limits.NewsItem) {
    const field = name as keyof typeof limits.NewsItem
    return sayOver(doc[field], limits.NewsItem[field].maxLength)
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
  `Nu ${status === 'scheduled' ? 'komt' : 'staat'} ‘${title}’ bovenaan. ` +
  `Publiceer je dit bericht, dan gaat dat bericht gewoon in de lijst.`
