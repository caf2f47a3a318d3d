import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import type { Line } from '../../../programme/words'

/** Reason and alternative of a date that does not go on. */
export const Cancelled = ({ line }: { line: Pick<Line, 'changeReason' | 'alternative'> }) => (
  <>
    {line.changeReason && <p>{line.changeReason}</p>}
    {line.alternative && (
      <p>
        <Alternative of={line.alternative} />
      </p>
    )}
  </>
)

function Alternative({ of }: { of: NonNullable<Line['alternative']> }) {
  if (of.activityId && of.occurrenceId)
    return (
      <PageLink className="above" to={to.activity(of.activityId, of.occurrenceId)}>
        Bekijk wat er in plaats hiervan is
      </PageLink>
    )
  return of.text
}
