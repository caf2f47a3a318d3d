import { useEffect, useRef } from 'react'
import { clock, day, span } from '../../../../api/moment'
import { CannotUndo } from '../../../../staff/ActBars'
import { undoAct } from '../../../../staff/press'
import { staffName } from '../peopleWords'
import { CallNow } from './CallNow'
import type { OnChange } from './onChange'
import { sayTold } from './words'

/** It moved: who did that, the way back while there is one, and whom to call now. */
export function IsMoved({ on }: { on: OnChange }) {
  const { moved, date } = on.of
  const seen = useRef('')
  const known = useRef(on)
  known.current = on
  const { add } = on.bars
  useEffect(() => {
    if (!moved?.undoUntil || seen.current === moved.id) return
    seen.current = moved.id
    add({
      id: moved.id,
      text: (
        <>
          <b>
            {staffName(moved.by)} verplaatste dit om {clock(moved.at)} uur.
          </b>{' '}
          {sayTold(moved)}
        </>
      ),
      until: moved.undoUntil,
      undo: async () => {
        const { auth, reload } = known.current
        try {
          await undoAct(auth, moved.id)
        } catch (e) {
          if (e instanceof CannotUndo)
            throw new CannotUndo(
              'Iemand heeft het al gehoord. Terug? Verplaats het dan nog een keer.',
            )
          throw e
        }
        reload()
      },
    })
  }, [moved, add])
  if (!moved) return null
  return (
    <>
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
