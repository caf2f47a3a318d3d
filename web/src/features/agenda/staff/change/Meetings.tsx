import { sayAt } from '../../../../staff/words'
import { PageLink } from '../../../../ui/PageLink'
import { staffName } from '../peopleWords'
import { CallNow } from './CallNow'
import { TakeBackOff } from './IsOff'
import type { OnChange } from './onChange'
import { sayMeeting, sayTold, type MeetingSeen } from './words'

/** Of a series: one meeting does not go on. Each choice is the next button; the rest goes on. */
export function Meetings({ on }: { on: OnChange }) {
  const { meetings } = on.of
  if (meetings.length === 0) return null
  return (
    <>
      <section className="box stack" aria-labelledby="bijeenkomst">
        <h2 id="bijeenkomst">Gaat één bijeenkomst niet door?</h2>
        <p className="small muted">De reeks gaat door. Iedereen houdt de plek.</p>
        <ul className="stack">
          {meetings.map(m => (
            <li key={m.id}>{m.off ? <Off on={on} of={m} /> : <Goes on={on} of={m} />}</li>
          ))}
        </ul>
      </section>
      {meetings.some(m => m.off) && <CallNow on={on} reason="cancelled" />}
    </>
  )
}

interface MeetingProps {
  on: OnChange
  of: MeetingSeen
}

const Goes = ({ on, of }: MeetingProps) => (
  <>
    <p>{sayMeeting(of)}</p>
    <PageLink className="btn btn-2" to={on.step('waarom', of.id)}>
      Gaat niet door<span className="sr">: {sayMeeting(of)}</span>
    </PageLink>
  </>
)

const Off = ({ on, of }: MeetingProps) => (
  <>
    <p>
      <s>{sayMeeting(of)}</s> <b>Gaat niet door.</b> {of.reason}
    </p>
    {of.act && <TakeBackOff on={on} act={of.act} />}
    {of.act && !of.act.undoUntil && (
      <p>
        {staffName(of.act.by)} zei dit {sayAt(of.act.at)} af. {sayTold(of.act)}
      </p>
    )}
    <PageLink className="btn btn-2" to={on.step('toch', of.id)}>
      Gaat het toch door?<span className="sr"> {sayMeeting(of)}</span>
    </PageLink>
  </>
)
