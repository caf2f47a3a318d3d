import { span } from '../../../api/moment'
import * as to from '../../../paths'
import { dayWords, type Line } from '../../../programme/words'
import { PageLink } from '../../../ui/PageLink'

/** Dates of other activities, for who finds that this one has none. */
export function Similar({ list }: { list: readonly Line[] }) {
  if (list.length === 0) return null
  return (
    <section className="stack" aria-labelledby="anders">
      <h2 id="anders">Misschien vind je dit ook fijn</h2>
      <ul className="plain stack">
        {list.map(l => (
          <li key={l.id}>
            <PageLink to={to.activity(l.activityId, l.id)}>{l.title}</PageLink>
            <br />
            {dayWords(l)}, {span(l.start, l.end)}
          </li>
        ))}
      </ul>
    </section>
  )
}
