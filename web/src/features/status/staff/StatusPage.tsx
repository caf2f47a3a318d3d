import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import { Back } from '../../../staff/Back'
import { Missed, Waiting } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { PressButton } from '../../../ui/PressButton'
import { Checks } from './Checks'
import { Mails } from './Mails'
import { ClockStopped } from './ClockStopped'
import { inState } from './report'
import { Summary } from './Summary'
import { TestMail } from './TestMail'
import { Versions } from './Versions'
import './status.css'

/**
 * `/beheer/status`: what works and what does not, and what to do about it. Only a beheerder sends a
 * test mail.
 */
export default function StatusPage({ auth, user }: ScreenProps) {
  const { is, data: report, again, busy } = useRead(auth, '/api/status')
  return (
    <div className="wrap page stack">
      <Back to={to.staff()} words="Terug naar Meer" />
      <h1>Status</h1>
      <div role="status">{report && <Summary of={report} />}</div>
      {is === 'loading' && <Waiting words="Even geduld, we kijken of alles werkt." />}
      {is === 'failed' && (
        <Missed what="de status" busy={busy}>
          <p>
            Blijft dit zo? Vraag de vrijwilliger van de techniek om op de server te kijken, met{' '}
            <code>deploy/doctor</code>.
          </p>
        </Missed>
      )}
      {is !== 'loading' && (
        <p>
          <PressButton second press={again} busy={busy}>
            {report ? 'Kijk opnieuw' : 'Probeer opnieuw'}
          </PressButton>
        </p>
      )}
      <div className="grid split">
        {report && (
          <div className="stack">
            <Checks
              id="aandacht"
              title="Dit vraagt aandacht"
              of={inState(report.checks, 'bad', 'warn', 'unknown')}
              now={report.checkedAt}
            />
            <Checks
              id="werkt"
              title="Dit werkt"
              of={inState(report.checks, 'good')}
              now={report.checkedAt}
            />
            <Checks
              id="uit"
              title="Dit gebruiken we niet"
              of={inState(report.checks, 'off')}
              now={report.checkedAt}
              folded
            />
          </div>
        )}
        <div className="stack">
          {report && <Mails of={report.mails} now={report.checkedAt} auth={auth} look={again} />}
          {user.roles.includes('beheerder') && <ClockStopped auth={auth} />}
          {user.roles.includes('beheerder') && <TestMail auth={auth} />}
          {report && <Versions of={report.versions} />}
        </div>
      </div>
    </div>
  )
}
