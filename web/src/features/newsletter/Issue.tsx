import { capital, fullDay, span } from '../../api/moment'
import type { components } from '../../api/schema.gen'
import * as to from '../../paths'
import { Icon } from '../../ui/Icon'
import { Soft } from '../../ui/Soft'
import { arrowLeft } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { RichText } from '../../ui/RichText'

export type Letter = components['schemas']['Newsletter']

/** One newsletter of the archive, as it was sent; what may not be seen any more says so. */
export function Issue({ of: l }: { of: Letter }) {
  return (
    <article className="stack-l">
      <PageLink className="back" to={to.newsletter()}>
        <Icon of={arrowLeft} />
        Naar alle nieuwsbrieven
      </PageLink>
      <div className="stack">
        <h1>
          <Soft>{l.subject}</Soft>
        </h1>
        <p className="muted">Verstuurd op {fullDay(l.day)}.</p>
        {l.greeting && <p className="lead as-typed">{l.greeting}</p>}
      </div>
      {l.story && (
        <section className="stack">
          {l.story.title && <h2>{l.story.title}</h2>}
          {l.story.displayName && <p className="muted">Het verhaal van {l.story.displayName}</p>}
          <p className="as-typed">{l.story.text}</p>
          {l.story.id && l.story.title && (
            <p>
              <PageLink to={to.story(l.story.id)}>Lees het hele verhaal: {l.story.title}</PageLink>
            </p>
          )}
        </section>
      )}
      {l.dates.length > 0 && (
        <section className="stack">
          <h2>Wat er kwam</h2>
          <ul className="list">
            {l.dates.map(d => (
              <li key={d.occurrenceId}>
                <PageLink to={to.activity(d.activityId, d.occurrenceId)}>{d.title}</PageLink>.{' '}
                {capital(fullDay(d.start))}, {span(d.start, d.end)}
                {d.room && `, ${d.room}`}.
              </li>
            ))}
          </ul>
        </section>
      )}
      {l.news.length > 0 && (
        <section className="stack">
          <h2>Nieuws</h2>
          {l.news.map(n => (
            <div key={n.id}>
              <h3>
                <PageLink to={to.newsItem(n.id)}>{n.title}</PageLink>
              </h3>
              <p>{n.summary}</p>
            </div>
          ))}
        </section>
      )}
      {l.text && (
        <div className="prose">
          <RichText doc={l.text} media={l.media} />
        </div>
      )}
      {l.call && <p className="panel as-typed">{l.call}</p>}
    </article>
  )
}
