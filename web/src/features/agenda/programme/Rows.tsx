import '../../../programme/list.css'
import { capital, clock, date, day, weekday } from '../../../api/moment'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'
import {
  bookOpen,
  clipboardList,
  coffee,
  cookingPot,
  footprints,
  heartHandshake,
  messageCircle,
  palette,
  trainFront,
} from '../../../programme/kindIcons'
import { Cancelled } from './Cancelled'
import { Status } from '../../../programme/Status'
import { costHelp, costWords } from '../../../programme/aboutWords'
import type { Line } from '../../../programme/words'
import { Soft } from '../../../ui/Soft'

const marks: Record<Line['category'], [icon: string, tile: string]> = {
  ontmoeting: [coffee, 'm-leaf'],
  'praten-en-delen': [messageCircle, 'm-pink'],
  leren: [bookOpen, 'm-sky'],
  creatief: [palette, 'm-lamp'],
  bewegen: [footprints, 'm-leaf'],
  'samen-eten': [cookingPot, 'm-lamp'],
  naasten: [heartHandshake, 'm-pink'],
  praktisch: [clipboardList, 'm-sand'],
  uitstapje: [trainFront, 'm-sky'],
}

/**
 * One item of the programme: day, time, title, summary, place, status words, cost; also: the other
 * days it stands for.
 */
export function Row({ line, also }: { line: Line; also?: string }) {
  const [icon, tile] = marks[line.category]
  const off = line.status === 'cancelled'
  return (
    <li className={off ? 'act act-off' : 'act'}>
      <span className={`act-mark ${tile}`}>
        <Icon of={icon} />
      </span>
      <p className="act-time">
        <time dateTime={line.start}>
          <span className="act-day">{day(line.day)}</span> {clock(line.start)} tot {clock(line.end)}{' '}
          uur
        </time>
      </p>
      <div className="act-main">
        <h3>
          <PageLink className="cover" to={to.activity(line.activityId, line.id)}>
            <Soft>{line.title}</Soft>
          </PageLink>
        </h3>
        {off ? <Cancelled line={line} /> : <p>{line.summary}</p>}
        <p className="act-info">
          <Status line={line} />{' '}
          <span className="small">
            {line.room} · {costWords(line)}
            {line.cost > 0 && '.' + costHelp(line)}
          </span>
        </p>
        {also && <p className="small">{also}</p>}
      </div>
    </li>
  )
}

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
          <Row key={`${l.id} ${l.session}`} line={l} />
        ))}
      </ul>
    </section>
  )
}

/** Vandaag, dinsdag · Donderdag: the number of the day stands beside it. */
const dayName = ({ day: d, dayLabel }: Line) =>
  dayLabel
    ? { today: 'Vandaag, ', tomorrow: 'Morgen, ' }[dayLabel] + weekday(d)
    : capital(weekday(d))
