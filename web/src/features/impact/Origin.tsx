import { amount } from '../../api/number'
import { sentence, source, type Figure, type Impact } from './words'

/** What the words mean, and where every figure comes from. */
export const Origin = ({ impact: { figures, year, found, foundSource, foundN, method } }: { impact: Impact }) => (
  <>
    <Definitions figures={figures} />
    <section className="panel" aria-labelledby="waar-vandaan">
      <h2 id="waar-vandaan">Waar komt dit vandaan?</h2>
      {method && <p>{method}</p>}
      <p>Een getal van 1 tot en met 4 laten we niet zien. Dan staat er ‘minder dan 5’. Een schatting is niet precies geteld.</p>
      <div className="table-wrap" tabIndex={0} role="region" aria-label={`Alle cijfers van ${year}, met hun bron`}>
        <table className="table">
          <caption>Alle cijfers van {year}</caption>
          <thead><tr><th scope="col">Cijfer</th><th scope="col" className="n">Aantal</th><th scope="col">Bron</th></tr></thead>
          <tbody>
            {figures.map(f => <Row key={f.key} figure={f} />)}
            {found.length > 0 && foundSource && <tr><th scope="row">Hoe mensen ons vonden</th><td className="n">–</td><td>{source(foundSource, foundN)}</td></tr>}
          </tbody>
        </table>
      </div>
    </section>
  </>
)

const Row = ({ figure: f }: { figure: Figure }) => (
  <tr>
    <th scope="row">{f.label}</th>
    <td className="n">{amount(f)}</td>
    <td>{source(f.source, f.n)}{f.estimate && ' Dit is een schatting.'}</td>
  </tr>
)

function Definitions({ figures }: { figures: readonly Figure[] }) {
  const defined = figures.filter(f => f.definition)
  if (defined.length === 0) return null
  return (
    <section aria-labelledby="betekenis">
      <h2 id="betekenis">Wat betekenen de woorden?</h2>
      <dl className="meanings">
        {defined.map(f => <div key={f.key}><dt>{f.label}</dt><dd>{sentence(f.definition!)}</dd></div>)}
      </dl>
    </section>
  )
}
