import { fullDay, span } from '../../../api/moment'
import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { RichText } from '../../../ui/RichText'
import { sayDates, titles, type IssueDoc } from './issueWords'

/** The newsletter as its readers get it, and what is not in it any more. */
export const Paper = ({ of: d, chosen }: { of: IssueDoc; chosen: IssueDoc }) => (
  <section className="stack" aria-labelledby="voorbeeld">
    <h2 id="voorbeeld">Zo ziet hij eruit</h2>
    <Dropped of={d} chosen={chosen} />
    <div className="issue-paper">
      <p className="small muted">{d.subject || 'Nog geen onderwerp'}</p>
      {d.preheader && <p className="small muted">{d.preheader}</p>}
      {d.greeting && <p className="as-typed">{d.greeting}</p>}
      {d.story && (
        <>
          <h3>Een verhaal</h3>
          <p>
            <b>{d.story.title}</b>
          </p>
          <p className="as-typed">{d.story.text}</p>
          {d.story.id && (
            <p>
              <PageLink to={to.story(d.story.id)}>
                Lees het verhaal van {d.story.displayName}
              </PageLink>
            </p>
          )}
        </>
      )}
      {d.dates.length > 0 && (
        <>
          <h3>Komende tijd</h3>
          <ul className="list">
            {d.dates.map(one => (
              <li key={one.occurrenceId}>
                {one.title}, {fullDay(one.start)}, {span(one.start, one.end)}
              </li>
            ))}
          </ul>
        </>
      )}
      {d.news.length > 0 && <h3>Nieuws</h3>}
      {d.news.map(n => (
        <p key={n.id}>
          <b>{n.title}</b>
          <br />
          {n.summary} <PageLink to={to.newsItem(n.id)}>Lees verder</PageLink>
        </p>
      ))}
      {d.text && <RichText doc={d.text} />}
      {d.call && (
        <>
          <h3>Oproep</h3>
          <p className="as-typed">{d.call}</p>
          <p>
            <PageLink to={to.volunteers()}>Doe je mee?</PageLink>
          </p>
        </>
      )}
      <p className="small muted">Geen nieuwsbrief meer? Meld je hier af: (link)</p>
    </div>
  </section>
)

function Dropped({ of, chosen }: { of: IssueDoc; chosen: IssueDoc }) {
  const dates = chosen.dates.filter(c => of.dates.every(d => d.occurrenceId !== c.occurrenceId))
  const news = chosen.news.filter(c => of.news.every(n => n.id !== c.id))
  if (dates.length === 0 && news.length === 0) return null
  return (
    <p className="alert">
      {dates.length > 0 && `${sayDates(dates)}: geweest, of gaat niet door. Dit gaat niet mee. `}
      {news.length > 0 && `${titles(news)}: staat niet meer op de site. Dit gaat niet mee.`}
    </p>
  )
}
