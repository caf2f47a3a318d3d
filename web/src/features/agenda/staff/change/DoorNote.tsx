import { fullDay, span } from '../../../../api/moment'
import type { DateChoices } from './words'

interface Props {
  of: DateChoices
  /** Of one meeting of a series: when that is, and why it does not go on. */
  at?: { start: string; end: string; reason: string | undefined }
}

/** Large, for the door. */
export function DoorNote({ of: { date, phone }, at }: Props) {
  const { start, end, reason } = at ?? { ...date, reason: date.changeReason }
  return (
    <>
      <h1>{date.title} gaat niet door</h1>
      <p>
        {fullDay(start)}, {span(start, end)}
      </p>
      <p>
        <b>{reason}</b>
      </p>
      {date.alternative?.text && <p>{date.alternative.text}</p>}
      <p>Vragen? Bel {phone}.</p>
    </>
  )
}
