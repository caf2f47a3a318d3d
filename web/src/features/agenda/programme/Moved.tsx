// Where and when a moved date was before: only what really changed is struck through.
import type { ReactNode } from 'react'
import { clock, day } from '../../../api/moment'
import { otherRoom, otherTime, type Line } from '../../../programme/words'

type Props = { line: Pick<Line, 'start' | 'end' | 'room' | 'moved'> }

export const OldTime = ({ line }: Props) =>
  otherTime(line) && (
    <p>
      <Was>
        {day(line.moved!.start)}, {clock(line.moved!.start)} uur
      </Was>
    </p>
  )

export const OldRoom = ({ line }: Props) => otherRoom(line) && <Was>{line.moved!.room}</Was>

const Was = ({ children }: { children: ReactNode }) => (
  <>
    <del>
      <span className="sr">Eerst was het: </span>
      {children}
    </del>{' '}
  </>
)
