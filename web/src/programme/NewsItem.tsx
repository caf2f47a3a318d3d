import { fullDay } from '../api/moment'
import drawings from '../drawings/news.svg'
import * as to from '../paths'
import { Item } from './Item'

interface News {
  id: string
  title: string
  summary: string
  day: string
  pinned?: boolean
}

/** What news is about, by whole words that mean one thing; other news is about people. */
const subjects: readonly (readonly [words: RegExp, drawing: string])[] = [
  [/\b(gesloten|lift|openingstijden|verbouwing|verbouwen|verhuizing|verhuizen)\b/i, 'huis'],
  [/\b(tuin|wandelen|wandelgroep|wandeling|fietsen|fietstocht|uitstapje)\b/i, 'buiten'],
  [/\b(groep|groepen|cursus|cursussen|training|programma)\b/i, 'programma'],
]
export const subjectOf = (title: string) =>
  subjects.find(([words]) => words.test(title))?.[1] ?? 'mensen'

/**
 * The drawing of a piece of news; its words stand elsewhere. Four for all news,
 * in one file, which is fetched once.
 */
export const NewsDrawing = ({ of }: { of: Pick<News, 'title'> }) => (
  <img src={`${drawings}#${subjectOf(of.title)}`} alt="" width="200" height="140" loading="lazy" />
)

/** A piece of news to choose. */
export const NewsItem = ({ of: n, first }: { of: News; first?: boolean | undefined }) => (
  <Item drawing={<NewsDrawing of={n} />} path={to.newsItem(n.id)} title={n.title} first={first}>
    <p className="small muted">
      {first && (
        <>
          <strong>Belangrijk</strong> ·{' '}
        </>
      )}
      <time dateTime={n.day}>{fullDay(n.day)}</time>
    </p>
    <p>{n.summary}</p>
  </Item>
)
