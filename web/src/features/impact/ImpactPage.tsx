import '../../ui/chips.css'
import './impact.css'
import { Drawing, type Shapes } from '../../drawings/Drawing'
import { coatRack } from '../../drawings/coatRack'
import { bell, chair, choose, coffee } from '../../drawings/steps'
import { table } from '../../drawings/table'
import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'
import { Stat } from '../../programme/Stat'
import { ChartCards } from './ChartCards'
import { Origin } from './Origin'
import { NothingYet, Quotes } from './parts'
import { isPublished, large, missingWords, pick, underneath, type Impact } from './words'

type Data = PageData<'impact/ImpactPage'>

/**
 * A published year in numbers, charts and words of visitors; or the month in which the first
 * numbers come.
 */
export default function ImpactPage({ data: { impact } }: PageProps<Data>) {
  return (
    <div className="wrap page stack-l">
      <div className="stack">
        <h1>Wat levert het op?</h1>
        <p className="lead">
          Cijfers vertellen niet alles. Ze laten wel zien of de deur open was, en voor hoeveel
          mensen.
        </p>
        {isPublished(impact) ? <Years impact={impact} /> : <NothingYet month={impact.firstMonth} />}
      </div>
      {isPublished(impact) && <Year impact={impact} />}
    </div>
  )
}

const Years = ({ impact: { year, years } }: { impact: Impact }) =>
  years.length > 1 && (
    <nav className="chips" aria-label="Kies een jaar">
      {years.map(y => (
        <PageLink
          key={y}
          className="chip"
          to={to.impact(y)}
          aria-current={y === year ? 'true' : undefined}
        >
          {y}
        </PageLink>
      ))}
    </nav>
  )

const Year = ({ impact }: { impact: Impact }) => (
  <>
    <section aria-labelledby="zes" className="stack">
      <h2 id="zes">Dit deden we samen in {impact.year}</h2>
      <Six impact={impact} />
      {impact.missing && <p>{missingWords(impact.year)}</p>}
      <p>
        <PageLink className="btn" to={to.printImpact(impact.year)}>
          Print de infographic
        </PageLink>
      </p>
    </section>
    <section aria-labelledby="hoe-het-ging" className="stack">
      <h2 id="hoe-het-ging">Hoe het ging</h2>
      <ChartCards impact={impact} />
    </section>
    <Quotes quotes={impact.quotes} />
    <Origin impact={impact} />
  </>
)

const drawings: readonly Shapes[] = [bell, chair, coatRack, choose, table, coffee]

const Six = ({ impact }: { impact: Impact }) => (
  <ul className="stats grid grid-3">
    {pick(impact.figures, large).map((f, i) => (
      <Stat key={f.key} of={f} drawing={<Drawing of={drawings[i]!} />}>
        {underneath(f, impact).map(t => (
          <p key={t}>{t}</p>
        ))}
      </Stat>
    ))}
  </ul>
)

ImpactPage.head = ({ impact }: Data): Head => ({
  title: 'Impact – Herstelruimte',
  description: 'Hoe vaak de deur open was, hoeveel mensen kwamen en wat zij ervan vinden.',
  canonical: impact.year && impact.year !== impact.years[0] ? to.impact(impact.year) : to.impact(),
})
