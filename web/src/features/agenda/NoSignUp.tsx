import { day, fullDay } from '../../api/moment'
import { Phone } from '../../layout/Phone'
import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'
import { Cancelled } from './Cancelled'
import { Status } from '../../programme/Status'
import { statusWords, type ActivityDate, type Line } from '../../programme/words'

/** What stands where the sign-up form would be, when there is nothing to fill in. */
export function NoSignUp({ date }: { date: ActivityDate }) {
  return (
    <div className="stack">
      <Words date={date} />
      {date.status !== 'walkin' && <Others list={date.others} />}
      <p><PageLink className="more" to={to.agenda()}>Bekijk het programma</PageLink></p>
    </div>
  )
}

function Words({ date }: { date: ActivityDate }) {
  const { words, more } = statusWords(date, date.waitlistOn)
  switch (date.status) {
    case 'walkin':
      return <p className="lead">Je hoeft je niet aan te melden. Kom gewoon langs.</p>
    case 'waitlist':
      return (
        <>
          <p className="lead">Alle plekken zijn bezet. Je kunt wel op de wachtlijst.</p>
          <p><PageLink className="btn" to={to.waitlist(date.id)}>Zet mij op de wachtlijst</PageLink></p>
        </>
      )
    case 'cancelled':
      return <><p className="lead">Gaat niet door.</p><Cancelled line={date} /></>
    case 'notOpen':
      return <p className="lead">Aanmelden kan vanaf {date.opensAt ? fullDay(date.opensAt) : 'later'}.</p>
    case 'done':
      return <p className="lead">{words}.</p>
    default:
      return <><p className="lead">{words}{words.endsWith('.') ? '' : '.'} {more}</p><p><Phone before="Bel " after="." /></p></>
  }
}

/** Coming dates of the same activity, as links. */
export function Others({ list, title = 'Andere datums' }: { list: readonly Line[]; title?: string }) {
  if (list.length === 0) return null
  return (
    <section className="stack">
      <h2 className="box-title">{title}</h2>
      <ul className="plain stack">
        {list.map(o => <li key={o.id}><PageLink to={to.activity(o.activityId, o.id)}>{day(o.day)}</PageLink> <Status line={o} /></li>)}
      </ul>
    </section>
  )
}
