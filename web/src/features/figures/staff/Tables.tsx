import { sayPeriod, shortDays, shortPeriod } from './periods'
import { sayNumber, type Report } from './words'

const big = ['dayParts', 'visits', 'perDayPart', 'meetings']

/** The four that say most. */
export const BigNumbers = ({ of }: { of: Report }) => (
  <dl className="nums">
    {of.rows
      .filter(r => big.includes(r.key))
      .map(r => (
        <div key={r.key}>
          <dt>{r.label.toLowerCase()}</dt>
          <dd>{sayNumber(r.now)}</dd>
        </div>
      ))}
  </dl>
)

export function Weeks({ of }: { of: Report }) {
  const most = Math.max(1, ...of.weeks.map(w => w.visits.value ?? 0))
  return (
    <section className="box" aria-labelledby="weken">
      <h2 id="weken">Bezoeken per week</h2>
      <table className="bars">
        <caption className="sr">Bezoeken per week in {sayPeriod(of)}</caption>
        <thead className="sr">
          <tr>
            <th scope="col">Week</th>
            <th scope="col">Staaf</th>
            <th scope="col">Bezoeken</th>
          </tr>
        </thead>
        <tbody>
          {of.weeks.map(w => (
            <tr key={w.from}>
              <th scope="row">{shortDays(w)}</th>
              <td>
                <svg aria-hidden="true">
                  <rect width={`${(100 * (w.visits.value ?? 0)) / most}%`} height="100%" />
                </svg>
              </td>
              <td className="n">
                {!of.own && w.dayParts === 0 && w.visits.value === 0
                  ? 'niet open'
                  : sayNumber(w.visits)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted">Alleen de dagen van deze periode tellen mee.</p>
    </section>
  )
}

export const AllNumbers = ({ of }: { of: Report }) => (
  <section className="box" aria-labelledby="alles">
    <h2 id="alles">Alles op een rij</h2>
    <div className="wide-table" tabIndex={0} role="region" aria-label="Alle cijfers">
      <table className="table table-figures">
        <caption className="sr">Alle cijfers, met die van de periode ervoor</caption>
        <thead>
          <tr>
            <th scope="col">Wat</th>
            <th scope="col" className="n">
              {shortPeriod(of)}
            </th>
            <th scope="col" className="n">
              {shortPeriod(of.before)}
            </th>
          </tr>
        </thead>
        <tbody>
          {of.rows.map(r => (
            <tr key={r.key}>
              <th scope="row">{r.label}</th>
              <td className="n">{sayNumber(r.now)}</td>
              <td className="n">{sayNumber(r.before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <p className="small">
      1 tot en met 4 laten we zien als “minder dan 5”. “Verborgen”: anders kun je het andere getal
      uitrekenen.
    </p>
  </section>
)
