import { sayMoment } from '../../../staff/words'
import type { Trouble } from './report'
import { sayMail, sayNext, sayTries } from './words'

interface Props {
  of: readonly Trouble[]
  /** When it was checked. */
  now: string
}

/** The last mails that did not go out. For whom they were is nobody's business here. */
export const Mails = ({ of, now }: Props) => (
  <section className="box" aria-labelledby="mails">
    <h2 id="mails">Mails die niet weggingen</h2>
    {of.length === 0 ? (
      <p>Er zijn nu geen mails blijven steken.</p>
    ) : (
      <ul className="rows checks">
        {of.map((m, i) => (
          <li key={i}>
            <div>
              <div className="row row-between">
                <h3>{sayMail(m.kind)}</h3>
                <span className="tag">{sayNext(m)}</span>
              </div>
              <p>{m.why}</p>
              <p className="small muted">
                Laatste keer op <time dateTime={m.at}>{sayMoment(m.at, now)}</time>. {sayTries(m)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)
