import { capital, day } from '../../api/moment'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { Icon } from '../../ui/Icon'
import { arrowRight } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { Row } from '../../programme/Row'
import { dayWords, type Line } from '../../programme/words'

type Home = PageData<'home/HomePage'>['home']

/** Today and tomorrow, or the first day on which there is something. */
export function Soon({ home }: { home: Home }) {
  const days = [
    home.items.filter(i => i.dayLabel === 'today'),
    home.items.filter(i => i.dayLabel !== 'today'),
  ].filter(d => d.length > 0)
  return (
    <section aria-labelledby="vandaag" className="stack">
      <h2 id="vandaag">Vandaag en morgen</h2>
      {days.length === 0 && <Nothing next={home.nextDay} />}
      <div className="stack-l">
        {days.map(lines => (
          <div key={lines[0]!.day}>
            <h3>{dayWords(lines[0]!)}</h3>
            <ul className="acts acts-home">
              {lines.map(l => (
                <Row
                  key={l.id}
                  line={l}
                  level={4}
                  short
                  off={l.changeReason && <p>{l.changeReason}</p>}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {home.more > 0 && (
        <p>
          <PageLink className="more" to={to.agenda()}>
            En nog {home.more} andere
            <Icon of={arrowRight} />
          </PageLink>
        </p>
      )}
    </section>
  )
}

const Nothing = ({ next }: { next: Line | undefined }) => (
  <p>
    Vandaag en morgen staat er niets in het programma.
    {next && (
      <>
        {' '}
        {capital(day(next.day))}:{' '}
        <PageLink to={to.activity(next.activityId, next.id)}>{next.title}</PageLink>.
      </>
    )}
  </p>
)
