import './list.css'
import type { ReactNode } from 'react'
import { clock, date, day, shortDay } from '../api/moment'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { Soft } from '../ui/Soft'
import { costHelp, costWords } from './aboutWords'
import { KindDrawing } from './KindDrawing'
import { Status } from './Status'
import type { Line } from './words'

interface Props {
  line: Line
  /** Of its title. */
  level: 3 | 4
  /** The day stands before the time: the list is of many days. */
  dated?: boolean
  /** Time, status and title alone. */
  short?: boolean
  /** Why it does not go on, and what there is instead. */
  off?: ReactNode
  /** The other days it stands for. */
  also?: string | undefined
}

/** One item of the programme: day, time, status words, title, summary, place, cost. */
export function Row({ line, level, dated = false, short = false, off, also }: Props) {
  const Title = `h${level}` as const
  const look = { cancelled: ' act-off', done: ' act-past' }[line.status as string] ?? ''
  return (
    <li className={'act' + look}>
      <div className="act-when">
        <p className="act-time">
          <time dateTime={line.start}>
            {dated ? (
              <>
                <b aria-hidden="true">{shortDay(line.day)}</b>{' '}
                <span className="sr">{day(line.day)}</span> {clock(line.start)} uur
              </>
            ) : (
              <>
                <span className="sr">{date(line.day)}, </span>
                <b>{clock(line.start)}</b> <span className="nowrap">tot {clock(line.end)} uur</span>
              </>
            )}
          </time>
        </p>
        <p className="act-info">
          <Status line={line} />
        </p>
      </div>
      <KindDrawing of={line.category} />
      <div className="act-main">
        <Title>
          <PageLink className="cover" to={to.activity(line.activityId, line.id)}>
            <Soft>{line.title}</Soft>
          </PageLink>
        </Title>
        {line.status === 'cancelled' ? off : !short && <p>{line.summary}</p>}
        {!short && (
          <p className="small">
            {line.room} · {costWords(line)}
            {line.cost > 0 && '.' + costHelp(line)}
          </p>
        )}
        {also && <p className="small">{also}</p>}
      </div>
    </li>
  )
}
