import * as to from '../../../paths'
import { Cancelled } from '../programme/Cancelled'
import type { Line } from '../../../programme/words'
import { PageLink } from '../../../ui/PageLink'

/** Why it does not go on, what there is instead, and the way on. */
export const CalledOff = ({ line }: { line: Line }) => (
  <>
    <Cancelled line={line} />
    <PageLink className="btn btn-wide" to={to.activity(line.activityId, line.id)}>
      Bekijk andere datums
    </PageLink>
  </>
)
