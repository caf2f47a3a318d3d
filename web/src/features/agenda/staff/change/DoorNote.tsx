import '../people.css'
import { fullDay, span } from '../../../../api/moment'
import { doorSize } from './doorSize'
import type { DateChoices } from './words'

interface Props {
  of: DateChoices
  /** Of one meeting of a series: when that is, and why it does not go on. */
  at?: { start: string; end: string; reason: string | undefined; today: boolean }
}

/** For the door: readable from three metres. */
export function DoorNote({ of: { date, phone }, at }: Props) {
  const { start, end, reason, today } = at ?? {
    ...date,
    reason: date.changeReason,
    today: date.dayLabel === 'today',
  }
  return (
    <div className="door">
      <h1 className={`door-title door-${doorSize(date.title)}`}>{date.title}</h1>
      <p className="door-off">gaat {today && 'vandaag '}niet door</p>
      <p>
        {fullDay(start)}, {span(start, end)}
      </p>
      <p>
        <b>{reason}</b>
      </p>
      {date.alternative?.text && <p>{date.alternative.text}</p>}
      <p>Vragen? Bel {phone}.</p>
    </div>
  )
}
