import { day } from '../../../api/moment'
import * as to from '../../../paths'
import { Status } from '../../../programme/Status'
import type { Line } from '../../../programme/words'
import { PageLink } from '../../../ui/PageLink'

/** Coming dates of the same activity, as links. */
export function Others({
  list,
  title = 'Andere datums',
}: {
  list: readonly Line[]
  title?: string
}) {
  if (list.length === 0) return null
  return (
    <section className="stack">
      <h2 className="box-title">{title}</h2>
      <ul className="plain stack">
        {list.map(o => (
          <li key={o.id}>
            <PageLink to={to.activity(o.activityId, o.id)}>{day(o.day)}</PageLink>{' '}
            <Status line={o} />
          </li>
        ))}
      </ul>
    </section>
  )
}
