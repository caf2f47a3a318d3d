import { some } from '../../../api/count'
import { capital, date, day, weekday } from '../../../api/moment'
import { Row } from '../../../programme/Row'
import type { Line } from '../../../programme/words'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { Cancelled } from './Cancelled'

type Props = Omit<Parameters<typeof Row>[0], 'off'>

/** A row that says what there is instead when it does not go on. */
export const ProgrammeRow = (props: Props) => (
  <Row {...props} off={<Cancelled line={props.line} />} />
)

/** The rows of one day under its heading. */
export const Day = ({ lines }: { lines: Line[] }) => {
  const first = lines[0]!
  const id = `d${first.day}`
  return (
    <section className={first.dayLabel === 'today' ? 'day day-today' : 'day'} aria-labelledby={id}>
      <div className="day-head">
        <b aria-hidden="true">{+first.day.slice(8)}</b>
        <h2 id={id}>
          {dayName(first)}
          <span className="sr"> {date(first.day)}</span>
        </h2>
      </div>
      <ul className="acts">
        {lines.map(l => (
          <ProgrammeRow key={`${l.id} ${l.session}`} line={l} level={3} />
        ))}
      </ul>
    </section>
  )
}

/** The days of this week that were: folded, they are looked back at only. */
export const PastDays = ({ days }: { days: Line[][] }) =>
  days.length > 0 && (
    <details className="past">
      <summary>
        Eerder deze week ({some(days.length, 'dag', 'dagen')})
        <Icon of={down} />
      </summary>
      <div>
        {days.map(lines => (
          <section key={lines[0]!.day}>
            <h3>{capital(day(lines[0]!.day))}</h3>
            <ul className="acts">
              {lines.map(l => (
                <ProgrammeRow key={`${l.id} ${l.session}`} line={l} level={4} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )

/** Vandaag, dinsdag · Donderdag: the number of the day stands beside it. */
const dayName = ({ day: d, dayLabel }: Line) =>
  dayLabel
    ? { today: 'Vandaag, ', tomorrow: 'Morgen, ' }[dayLabel] + weekday(d)
    : capital(weekday(d))
