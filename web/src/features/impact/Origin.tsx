import { amount } from '../../api/number'
import { sentence, source, type Figure, type Impact } from './words'

/** What the words mean, and where every figure comes from. */
export const Origin = ({
  impact: { figures, year, found, foundSource, foundN, method },
}: {
  impact: Impact
}) => (
  <>
    <Definitions figures={figures} />
    <section className="panel" aria-labelledby="waar-vandaan">
      <h2 id="waar-vandaan">Waar komt dit vandaan?</h2>
      {method && <p>{method}</p>}
      <p>
        Een getal van 1 tot en met 4 laten we niet zien. Dan staat er ‘minder dan 5’. Een schatting
        is niet precies geteld.
      </p>
      <h3 id="alle-cijfers">Alle cijfers van {year}</h3>
      <ul className="origin" aria-labelledby="alle-cijfers">
        {figures.map(f => (
          <Row key={f.key} figure={f} />
        ))}
        {found.length > 0 && foundSource && (
          <li>
            <b>Hoe mensen ons vonden</b> <span>{source(foundSource, foundN)}</span>
          </li>
        )}
      </ul>
    </section>
  </>
)

const Row = ({ figure: f }: { figure: Figure }) => (
  <li>
    <b>
      {f.label}: {amount(f)}
    </b>{' '}
    <span>
      {source(f.source, f.n)}
      {f.estimate && ' Dit is een schatting.'}
    </span>
  </li>
)

function Definitions({ figures }: { figures: readonly Figure[] }) {
  const defined = figures.filter(f => f.definition)
  if (defined.length === 0) return null
  return (
    <section aria-labelledby="betekenis">
      <h2 id="betekenis">Wat betekenen de woorden?</h2>
      <dl className="meanings">
        {defined.map(f => (
          <div key={f.key}>
            <dt>{f.label}</dt>
            <dd>{sentence(f.definition!)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
