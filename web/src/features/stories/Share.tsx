import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'

/** Below the list, and below each story. */
export const Share = () => (
  <section className="panel come" aria-labelledby="delen">
    <h2 id="delen" className="box-title">
      Je eigen verhaal
    </h2>
    <p>
      <PageLink to={to.contact('verhaal')}>Wil jij je verhaal delen? Wij helpen je.</PageLink>
    </p>
    <p>Jij leest het eerst zelf terug. Een andere naam mag.</p>
  </section>
)
