// Where and when a moved date was before: only what really changed is struck through.
import { fullDay, span } from '../../../api/moment'
import { otherRoom, otherTime, type Line } from '../../../programme/words'

type Props = { line: Pick<Line, 'start' | 'end' | 'room' | 'moved'> }

export const OldTime = ({ line }: Props) =>
  otherTime(line) ? (
    <>
      <del>
        <Was />
        {fullDay(line.moved!.start)}, {span(line.moved!.start, line.moved!.end)}
      </del>
      <br />
    </>
  ) : null

export const OldRoom = ({ line }: Props) =>
  otherRoom(line) ? (
    <>
      <del>
        <Was />
        {line.moved!.room}
      </del>
      <br />
    </>
  ) : null

const Was = () => <span className="sr">Eerst was het: </span>
