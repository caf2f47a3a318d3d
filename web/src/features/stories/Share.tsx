import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'

/** The last card of the list. */
export const ShareCard = () => (
  <div className="card share">
    <div className="card-body">
      <h3>
        <PageLink className="cover" to={to.contact('verhaal')}>
          Wil jij je verhaal delen? Wij helpen je.
        </PageLink>
      </h3>
      <p>Jij leest het eerst zelf terug. Een andere naam mag.</p>
    </div>
  </div>
)

/** Below a story. */
export const Share = () => (
  <section className="panel panel-leaf" aria-labelledby="delen">
    <h2 id="delen">Je eigen verhaal</h2>
    <p>
      <PageLink to={to.contact('verhaal')}>Wil jij je verhaal delen? Wij helpen je.</PageLink>
    </p>
    <p>Jij leest het eerst zelf terug. Een andere naam mag.</p>
  </section>
)
