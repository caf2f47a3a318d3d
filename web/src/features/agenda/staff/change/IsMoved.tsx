import { clock, day, span } from '../../../../api/moment'
import { staffName } from '../peopleWords'
import { TakeBack } from '../TakeBack'
import { CallNow } from './CallNow'
import type { OnChange } from './onChange'
import { sayTold } from './words'

/** It moved: who did that, the way back while there is one, and whom to call now. */
export function IsMoved({ on }: { on: OnChange }) {
  const { moved, date } = on.of
  if (!moved) return null
  return (
    <>
      <TakeBack
        auth={on.auth}
        act={moved}
        what={`${staffName(moved.by)} verplaatste dit om ${clock(moved.at)} uur.`}
        more={sayTold(moved)}
      />
      {date.moved && (
        <p>
          Dit stond op {day(date.moved.start)}, {span(date.moved.start, date.moved.end)},{' '}
          {date.moved.room}.
          {!moved.undoUntil && ` ${staffName(moved.by)} verplaatste het. ${sayTold(moved)}`}
        </p>
      )}
      <CallNow on={on} reason="moved" />
    </>
  )
}
