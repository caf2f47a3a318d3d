import './impact.css'
import './infographic.css'
import { capital, fullDay } from '../../api/moment'
import { Drawing } from '../../drawings/Drawing'
import { plein } from '../../drawings/plein'
import { Logo } from '../../layout/Logo'
import { useLayout } from '../../layout/site'
import { useStore, type Head, type PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { Icon } from '../../ui/Icon'
import { arrowLeft } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { PrintButton } from '../../ui/PrintButton'
import { Big } from '../../programme/Stat'
import { Opinions } from './ChartCards'
import { ShareBars, YearBars } from './Charts'
import { NothingYet } from './parts'
import {
  foundTitle,
  isPublished,
  large,
  missingWords,
  nearby,
  opinions,
  opinionTitle,
  pick,
  sentence,
  sources,
  underneath,
  visitsTitle,
  type Impact,
} from './words'

type Data = PageData<'impact/PrintInfographicPage'>

/** A published year on one sheet of paper. */
export default function PrintInfographicPage({ data: { impact } }: PageProps<Data>) {
  const shown = isPublished(impact)
  return (
    <>
      <div className="sheet-tools no-print">
        <PageLink className="back" to={to.impact(shown ? impact.year : undefined)}>
          <Icon of={arrowLeft} />
          Terug naar Impact
        </PageLink>
        {shown && (
          <p className="row">
            <PrintButton />
          </p>
        )}
      </div>
      <div className="infographic">
        <Top />
        <div className="sheet-head">
          <div className="sheet-lead">
            <h1>{shown ? `Dit deden we samen in ${impact.year}` : 'Wat levert het op?'}</h1>
            {shown ? (
              <p>Een plek voor wie het moeilijk heeft, en voor naasten.</p>
            ) : (
              <NothingYet month={impact.firstMonth} />
            )}
          </div>
          <div className="sheet-art">
            <Drawing of={plein} />
          </div>
        </div>
        {shown && <Year impact={impact} />}
      </div>
    </>
  )
}

function Top() {
  const { address, phone } = useLayout()
  return (
    <div className="sheet-top">
      <Logo />
      <span>{[...address, phone].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

const Year = ({ impact }: { impact: Impact }) => (
  <>
    <ul className="sheet-six">
      {pick(impact.figures, large).map(f => (
        <li key={f.key}>
          <Big of={f} />
          {underneath(f, impact).map(t => (
            <p key={t}>{t}</p>
          ))}
        </li>
      ))}
    </ul>
    <Charts impact={impact} />
    {impact.quotes.length > 0 && (
      <div className="sheet-quotes">
        {impact.quotes.slice(0, 2).map(q => (
          <blockquote key={q.text}>
            “{q.text}”<footer>{capital(q.by)}</footer>
          </blockquote>
        ))}
      </div>
    )}
    <End impact={impact} />
  </>
)

function Charts({ impact: { visits, found, figures, year } }: { impact: Impact }) {
  const said = pick(figures, opinions).filter(f => f.value !== undefined)
  return (
    <div className="sheet-charts">
      {visits.length > 0 && (
        <section>
          <h2>{visitsTitle(visits, year)}</h2>
          <YearBars
            visits={nearby(visits, year)}
            year={year}
            label="Staafdiagram: bezoeken per jaar."
          />
        </section>
      )}
      {found.length > 0 && (
        <section>
          <h2>{foundTitle(found)}</h2>
          <ShareBars found={found} label="Staafdiagram: hoe mensen ons vonden." />
        </section>
      )}
      {said.length > 0 && (
        <section>
          <h2>{opinionTitle(said)}</h2>
          <Opinions said={said} />
        </section>
      )}
    </div>
  )
}

function End({ impact }: { impact: Impact }) {
  const { origin } = useStore()
  const meanings = pick(impact.figures, large).flatMap(f =>
    f.definition ? sentence(f.definition) : [],
  )
  return (
    <div className="sheet-end">
      <p>
        <b>Waar komt dit vandaan?</b> {[...sources(impact), ...meanings].join(' ')}
        {impact.missing && ' ' + missingWords(impact.year)}
      </p>
      <p className="sheet-url">
        {origin.replace(/^https?:\/\//, '') + to.impact(impact.year)}
        <br />
        Stand van {fullDay(impact.today)}
      </p>
    </div>
  )
}

PrintInfographicPage.head = ({ impact }: Data): Head => ({
  title: `Infographic ${impact.year ? impact.year + ' ' : ''}– Herstelruimte`,
  description: 'De cijfers van een jaar Herstelruimte op één vel papier.',
  robots: 'noindex',
})
