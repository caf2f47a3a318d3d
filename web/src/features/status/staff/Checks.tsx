import { circleX } from '../../../staff/icons'
import { sayMoment } from '../../../staff/words'
import { Icon } from '../../../ui/Icon'
import { circleCheck, triangleAlert } from '../../../ui/noticeIcons'
import { circleHelp, circleMinus } from './icons'
import type { Check, State } from './report'
import { stateWords } from './words'

interface Props {
  id: string
  title: string
  of: readonly Check[]
  /** When it was checked. */
  now: string
  /** Shut at first: there is nothing to do about these. */
  folded?: boolean
}

/** Some checks under one heading; nothing at all when there are none. */
export function Checks({ id, title, of, now, folded }: Props) {
  if (of.length === 0) return null
  const heading = <h2 id={id}>{title}</h2>
  const list = (
    <ul className="rows checks">
      {of.map(c => (
        <li key={c.key}>
          <One of={c} now={now} />
        </li>
      ))}
    </ul>
  )
  return (
    <section className="box checks-box" aria-labelledby={id}>
      {folded ? (
        <details>
          <summary>
            {heading} ({of.length})
          </summary>
          {list}
        </details>
      ) : (
        <>
          {heading}
          {list}
        </>
      )}
    </section>
  )
}

/** What was found, since when, and what to do. */
const One = ({ of, now }: { of: Check; now: string }) => (
  <div>
    <div className="row row-between">
      <h3>{of.title}</h3>
      <StateBadge of={of.state} />
    </div>
    <p>{of.says}</p>
    {of.since && (
      <p className="small muted">
        Sinds <time dateTime={of.since}>{sayMoment(of.since, now)}</time>.
      </p>
    )}
    {of.todo && (
      <p>
        <strong>Wat je kunt doen:</strong> {of.todo}
      </p>
    )}
  </div>
)

const looks: Record<State, [look: string, icon: string]> = {
  good: ['open', circleCheck],
  warn: ['few', triangleAlert],
  bad: ['off', circleX],
  off: ['draft', circleMinus],
  unknown: ['draft', circleHelp],
}

/** The state in words, with an icon: never by colour alone. */
function StateBadge({ of }: { of: State }) {
  const [look, icon] = looks[of]
  return (
    <span className={`badge badge-${look}`}>
      <Icon of={icon} />
      {stateWords[of]}
    </span>
  )
}
