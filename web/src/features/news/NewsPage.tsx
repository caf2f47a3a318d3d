import '../../ui/chips.css'
import { Drawing } from '../../drawings/Drawing'
import { coatRack } from '../../drawings/coatRack'
import type { Asked, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { NewsItem } from '../../programme/NewsItem'
import { EmptyState } from '../../ui/EmptyState'
import { Icon } from '../../ui/Icon'
import { arrowRight } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'

type Data = PageData<'news/NewsPage'>
type News = Data['news']

export default function NewsPage({ data: { news }, search }: PageProps<Data>) {
  const na = new URLSearchParams(search).get('na') ?? undefined
  return (
    <div className="wrap page stack">
      <link
        rel="alternate"
        type="application/rss+xml"
        title="Nieuws van Herstelruimte"
        href={to.newsFeed()}
      />
      <h1>Nieuws</h1>
      {news.items.length > 0 ? <List news={news} /> : <Nothing news={news} na={na} />}
      {(na || news.next) && <Pager news={news} na={na} />}
      {news.years.length > 0 && <Archive news={news} />}
      <p>
        <a href={to.newsFeed()}>Volg ons nieuws in je nieuwslezer (RSS)</a>
      </p>
    </div>
  )
}

const List = ({ news }: { news: News }) => (
  <section className="stack" aria-labelledby="berichten">
    <h2 id="berichten" className={news.year ? undefined : 'sr'}>
      {news.year ? `Nieuws uit ${news.year}` : 'Laatste berichten'}
    </h2>
    <ul className="items items-wide">
      {news.items.map(n => (
        <NewsItem key={n.id} of={n} first={n.pinned} />
      ))}
    </ul>
  </section>
)

function Nothing({ news: { year }, na }: { news: News; na: string | undefined }) {
  return (
    <EmptyState drawing={<Drawing of={coatRack} />}>
      <p>
        {na
          ? 'Er is geen ouder nieuws.'
          : year
            ? `Er is geen nieuws uit ${year}.`
            : 'Er is nu geen nieuws.'}
      </p>
      {year && (
        <p>
          <PageLink className="btn btn-2" to={to.news()}>
            Bekijk het laatste nieuws
          </PageLink>
        </p>
      )}
    </EmptyState>
  )
}

const Pager = ({ news, na }: { news: News; na: string | undefined }) => (
  <nav className="row" aria-label="Meer nieuws">
    {na && (
      <PageLink className="btn btn-2" to={to.news(news.year)}>
        Terug naar het begin
      </PageLink>
    )}
    {news.next && (
      <PageLink className="btn btn-2" to={to.news(news.year, news.next)}>
        Ouder nieuws
        <Icon of={arrowRight} />
      </PageLink>
    )}
  </nav>
)

const Archive = ({ news: { years, year } }: { news: News }) => (
  <nav className="stack" aria-labelledby="archief">
    <h2 id="archief">Nieuws per jaar</h2>
    <div className="chips">
      <PageLink className="chip" to={to.news()} aria-current={year ? undefined : 'true'}>
        Laatste nieuws
      </PageLink>
      {years.map(y => (
        <PageLink
          key={y}
          className="chip"
          to={to.news(y)}
          aria-current={y === year ? 'true' : undefined}
        >
          {y}
        </PageLink>
      ))}
    </div>
  </nav>
)

NewsPage.head = ({ news: { year } }: Data, _: object, { search }: Asked): Head => ({
  title: `${year ? `Nieuws uit ${year}` : 'Nieuws'} – Herstelruimte`,
  description: 'Het laatste nieuws van Herstelruimte.',
  canonical: to.news(),
  robots: search ? 'noindex' : undefined,
})
