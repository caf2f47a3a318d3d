import '../../../ui/chips.css'
import './agenda.css'
import { useLocation } from '../../../router'
import { range } from '../../../api/moment'
import { Drawing } from '../../../drawings/Drawing'
import { coatRack } from '../../../drawings/coatRack'
import { SearchForm } from '../../../layout/SearchForm'
import { useLayout } from '../../../layout/site'
import type { Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { EmptyState } from '../../../ui/EmptyState'
import { Icon } from '../../../ui/Icon'
import { arrowLeft, arrowRight } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { Through } from '../../../ui/Through'
import { Filters } from './Filters'
import { isFiltered, readQuery } from './filters'
import { openWords } from './openWords'
import { perDay } from './perDay'
import { alsoWords, countWords } from './weekWords'
import { NothingFound, partlyWords } from '../../../programme/NothingFound'
import { Day, PastDays, ProgrammeRow } from './Rows'
import { calendarPlus } from '../../../programme/calendarIcon'

type Data = PageData<'agenda/programme/AgendaPage'>
type Programme = Data['agenda']

export default function AgendaPage({ data: { agenda } }: PageProps<Data>) {
  const query = { ...readQuery(useLocation().search), zoek: agenda.search }
  const { zoek } = query
  if (agenda.items.length === 0 && zoek && !isFiltered({ ...query, zoek: undefined }))
    return (
      <div className="wrap page stack">
        <h1>Programma</h1>
        <SearchForm key={zoek} zoek={zoek} />
        <NothingFound zoek={zoek} of={agenda} at={zoek => to.agenda({ zoek })} />
        <p>
          <PageLink className="more" to={to.agenda()}>
            Bekijk het programma
          </PageLink>
        </p>
      </div>
    )
  return (
    <div className="wrap page stack-l">
      <div className="stack">
        <div>
          <h1>Programma</h1>
          <p className="lead">Voor de inloop hoef je je niet aan te melden.</p>
        </div>
        <Filters query={query} />
        {!agenda.week && agenda.items.length > 0 && <p role="status">{foundWords(agenda)}</p>}
      </div>
      {agenda.week ? (
        <WeekList agenda={agenda} week={agenda.week} />
      ) : (
        <Found agenda={agenda} query={query} />
      )}
    </div>
  )
}

function WeekList({ agenda, week }: { agenda: Programme; week: NonNullable<Programme['week']> }) {
  const isThisWeek = week.from <= week.today && week.today <= week.to
  const days = perDay(agenda.items)
  const past = days.filter(([l]) => isThisWeek && l!.day < week.today)
  const coming = agenda.items.filter(l => !l.over).length
  return (
    <>
      <div className="stack">
        {week.over && (
          <p>
            Deze week is voorbij.{' '}
            <PageLink to={to.agenda({ week: week.over })}>Kijk toch in deze week</PageLink>
          </p>
        )}
        <p className="sr" role="status">
          {countWords(agenda.items.length, isThisWeek ? coming : undefined)}
        </p>
        {agenda.items.length === 0 && <EmptyWeek />}
        {days.slice(past.length).map(lines => (
          <Day key={lines[0]!.day} lines={lines} />
        ))}
        <PastDays days={past} />
      </div>
      <WeekPager week={week} />
      <div className="row no-print">
        <PageLink className="btn btn-2" to={to.printAgenda({ week: week.value })}>
          Print deze week
        </PageLink>
        <a className="btn btn-2" href={to.programmeFeed()}>
          <Icon of={calendarPlus} />
          Zet in mijn agenda
        </a>
      </div>
      {agenda.soon.length > 0 && (
        <section aria-labelledby="binnenkort">
          <h2 id="binnenkort">Binnenkort: hier kun je je voor aanmelden</h2>
          <ul className="acts">
            {agenda.soon.map(l => (
              <ProgrammeRow key={l.id} line={l} level={3} dated also={alsoWords(l)} />
            ))}
          </ul>
          <p>
            <PageLink className="more" to={to.agenda({ vrij: '1' })}>
              Bekijk alles waarvoor je je kunt aanmelden
              <Icon of={arrowRight} />
            </PageLink>
          </p>
        </section>
      )}
    </>
  )
}

function WeekPager({ week }: { week: NonNullable<Programme['week']> }) {
  const [from, until] = range(week.from, week.to)
  return (
    <nav className="pager" aria-label="Kies een week">
      <PageLink className="btn btn-2" to={to.agenda({ week: week.previous })}>
        <Icon of={arrowLeft} />
        <span>
          Vorige<span className="sr"> week</span>
        </span>
      </PageLink>
      <p>
        <strong>
          {from} <Through /> {until}
        </strong>
      </p>
      <PageLink className="btn btn-2" to={to.agenda({ week: week.next })}>
        <span>
          Volgende<span className="sr"> week</span>
        </span>
        <Icon of={arrowRight} />
      </PageLink>
    </nav>
  )
}

const EmptyWeek = () => (
  <EmptyState drawing={<Drawing of={coatRack} />}>
    <p>In deze week staat er nog niets in het programma.{openWords(useLayout().hours)}</p>
  </EmptyState>
)

const foundWords = ({ items: { length: n }, next, partly }: Programme) =>
  (partly ? partlyWords + ' ' : '') +
  (n === 1
    ? '1 activiteit gevonden'
    : next
      ? `${n} activiteiten op deze pagina`
      : `${n} activiteiten gevonden`)

function Found({ agenda, query }: { agenda: Programme; query: to.AgendaQuery }) {
  if (agenda.items.length === 0)
    return (
      <EmptyState drawing={<Drawing of={coatRack} />}>
        <p role="status">Niets gevonden met deze keuzes. Haal een keuze weg.</p>
        <p>
          <PageLink className="btn btn-2" to={to.agenda()}>
            Wis alle keuzes
          </PageLink>
        </p>
      </EmptyState>
    )
  return (
    <>
      <div>
        {perDay(agenda.items).map(lines => (
          <Day key={lines[0]!.day} lines={lines} />
        ))}
      </div>
      {agenda.next && (
        <p>
          <PageLink className="btn btn-2" to={to.agenda({ ...query, na: agenda.next })}>
            Volgende
            <Icon of={arrowRight} />
          </PageLink>
        </p>
      )}
    </>
  )
}

AgendaPage.head = ({ agenda }: Data): Head => ({
  title: 'Programma – Herstelruimte',
  description:
    'Wat er te doen is bij Herstelruimte, week voor week. Voor de inloop hoef je je niet aan te melden.',
  canonical: agenda.week ? to.agenda() : undefined,
  robots: agenda.week ? undefined : 'noindex',
})
