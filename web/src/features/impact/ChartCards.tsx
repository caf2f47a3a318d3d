import type { ReactNode } from 'react'
import { capital } from '../../api/moment'
import { amount, number } from '../../api/number'
import { Icon } from '../../ui/Icon'
import { down } from '../../ui/icons'
import { Chairs, ShareBars, YearBars } from './Charts'
import {
  foundTitle,
  nearby,
  opinions,
  opinionTitle,
  perDayPart,
  pick,
  share,
  visitsTitle,
  type Figure,
  type Impact,
} from './words'

/**
 * The charts of a year, each with its conclusion above it and the same data in a table below it.
 * What has no data is left out.
 */
export const ChartCards = ({ impact }: { impact: Impact }) => {
  const said = pick(impact.figures, opinions).filter(f => f.value !== undefined)
  return (
    <div className="grid grid-3">
      {impact.visits.length > 0 && <VisitsCard impact={impact} />}
      {impact.found.length > 0 && <FoundCard impact={impact} />}
      {said.length > 0 && <OpinionCard said={said} />}
    </div>
  )
}

const VisitsCard = ({ impact: { visits, year } }: { impact: Impact }) => (
  <Card title={visitsTitle(visits, year)}>
    <YearBars
      visits={nearby(visits, year)}
      year={year}
      label="Staafdiagram: bezoeken per jaar. Dezelfde cijfers staan in de tabel eronder."
    />
    <Table
      caption="Bezoeken en dagdelen open, per jaar"
      heads={['Jaar', 'Bezoeken', 'Dagdelen open', 'Per dagdeel']}
      rows={nearby(visits, year).map(v => [
        String(v.year),
        number(v.visits),
        number(v.openDayParts),
        perDayPart(v),
      ])}
    />
  </Card>
)

const FoundCard = ({ impact: { found, year } }: { impact: Impact }) => (
  <Card title={foundTitle(found)}>
    <ShareBars
      found={found}
      label="Staafdiagram: hoe mensen ons vonden. Dezelfde cijfers staan in de tabel eronder."
    />
    <Table
      caption={`Hoe mensen ons vonden in ${year}`}
      heads={['Hoe', 'Deel']}
      rows={found.map(f => [capital(f.label), share(f)])}
    />
  </Card>
)

const OpinionCard = ({ said }: { said: readonly Figure[] }) => (
  <Card title={opinionTitle(said)}>
    <Opinions said={said} />
    <Table
      caption="Wat bezoekers zeggen"
      heads={['Zin', 'Deel', 'Antwoorden']}
      rows={said.map(f => [f.label, amount(f), f.n ? number(f.n) : '–'])}
    />
  </Card>
)

/** Each sentence with its share, in words and in chairs. */
export const Opinions = ({ said }: { said: readonly Figure[] }) => (
  <>
    {said.map(f => (
      <div key={f.key}>
        <p>
          <strong>{amount(f)}</strong> zegt: ‘{f.label}’
        </p>
        <Chairs of={f.value ?? 0} />
      </div>
    ))}
    <p className="small muted">Elke stoel staat voor 5 van de 100 mensen.</p>
  </>
)

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <figure className="chart">
    <figcaption>
      <h3>{title}</h3>
    </figcaption>
    {children}
  </figure>
)

interface TableProps {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/**
 * First column names the row; the others are numbers. It scrolls inside its own region when it does
 * not fit.
 */
const Table = ({ caption, heads, rows }: TableProps) => (
  <details>
    <summary>
      <Icon of={down} />
      Bekijk als tabel
    </summary>
    <div className="chart-table-wrap" tabIndex={0} role="region" aria-label={caption}>
      <table className="chart-table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {heads.map((h, i) => (
              <th key={h} scope="col" className={i > 0 ? 'n' : undefined}>
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...rest]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {rest.map((r, i) => (
                <td key={i} className="n">
                  {r}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
