import type { PageData } from '../../pages'
import * as to from '../../paths'
import { NewsItem } from '../../programme/NewsItem'
import { StoryCard } from '../../programme/StoryCard'
import { Icon } from '../../ui/Icon'
import { arrowRight } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { Stat } from '../../programme/Stat'

type Latest = PageData<'home/HomePage'>['latest']

/**
 * The newest story beside the newest news; what is not there leaves no gap, and nothing leaves
 * nothing.
 */
export const Written = ({ latest: { story, news } }: { latest: Latest }) =>
  (story || news.length > 0) && (
    <div className={story && news.length > 0 ? 'grid split-even' : 'grid'}>
      {story && (
        <section aria-labelledby="verhaal" className="stack home-story">
          <h2 id="verhaal">Een verhaal van een bezoeker</h2>
          <StoryCard story={story} />
          <p>
            <PageLink className="more" to={to.stories()}>
              Alle verhalen
              <Icon of={arrowRight} />
            </PageLink>
          </p>
        </section>
      )}
      {news.length > 0 && <News news={news} />}
    </div>
  )

const News = ({ news }: { news: Latest['news'] }) => (
  <section aria-labelledby="nieuws">
    <h2 id="nieuws">Nieuws</h2>
    <ul className="items">
      {news.map(n => (
        <NewsItem key={n.id} of={n} />
      ))}
    </ul>
    <p>
      <PageLink className="more" to={to.news()}>
        Al het nieuws
        <Icon of={arrowRight} />
      </PageLink>
    </p>
  </section>
)

/** Three numbers of the newest published year. */
export const Numbers = ({ latest: { figures, year } }: { latest: Latest }) =>
  figures.length > 0 && (
    <section aria-labelledby="cijfers" className="stack">
      <h2 id="cijfers">Dit deden we samen in {year}</h2>
      <ul className="stats grid grid-auto">
        {figures.map(f => (
          <Stat key={f.key} of={f}>
            {f.estimate && <p>Dit is een schatting.</p>}
          </Stat>
        ))}
      </ul>
      <p>
        <PageLink className="more" to={to.impact()}>
          Alle cijfers
          <Icon of={arrowRight} />
        </PageLink>
      </p>
    </section>
  )
