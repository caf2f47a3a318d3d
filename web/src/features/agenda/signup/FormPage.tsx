import type { ReactNode } from 'react'
import { capital, clock, fullDay, shortDay, span } from '../../../api/moment'
import { costHelp, costWords } from '../../../programme/aboutWords'
import { Status } from '../../../programme/Status'
import type { ActivityDate } from '../../../programme/words'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { arrowLeft } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { OldRoom, OldTime } from '../programme/Moved'
import './forms.css'

interface Props {
  title: string
  date: ActivityDate
  /** The page tells the status in a sentence. */
  said: boolean
  children: ReactNode
}

/** A form about a date: what it is about in two lines, the rest folded, so that it can begin. */
export const FormPage = ({ title, date, said, children }: Props) => (
  <div className="wrap page">
    <PageLink className="back" to={to.activity(date.activityId, date.id)}>
      <Icon of={arrowLeft} />
      Naar de activiteit
    </PageLink>
    <h1>{title}</h1>
    <About date={date} said={said} />
    {children}
  </div>
)

const About = ({ date: d, said }: Pick<Props, 'date' | 'said'>) => (
  <section className="about" aria-label={d.title}>
    <p>
      <strong>{d.title}</strong> ·{' '}
      <time dateTime={d.start} className="nowrap">
        {shortDay(d.day)}, {clock(d.start)} uur
      </time>
    </p>
    <details className="fold">
      <summary>Meer over deze activiteit</summary>
      <div>
        <OldTime line={d} />
        <p>
          {capital(fullDay(d.day))}, {span(d.start, d.end)}.
        </p>
        <p>
          <OldRoom line={d} />
          {d.place}.
        </p>
        <p>
          Kosten: {costWords(d)}.{costHelp(d)}
        </p>
        <p>
          {d.host === 'partner'
            ? 'Iemand van een andere organisatie ontvangt je.'
            : `${d.host ?? 'Iemand van ons'} ontvangt je.`}
        </p>
        <p>
          <Status line={d} waitlistOn={d.waitlistOn} said={said} />
        </p>
      </div>
    </details>
  </section>
)
