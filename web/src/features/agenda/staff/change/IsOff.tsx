import { listed, many, people } from '../../../../staff/count'
import { useState } from 'react'
import { capital, clock } from '../../../../api/moment'
import { bars } from '../../../../staff/bars'
import { pressAct, showAct, type Act, type Done } from '../../../../staff/press'
import { ask } from '../../../../staff/api/client'
import { sayAt } from '../../../../staff/words'
import { Icon } from '../../../../ui/Icon'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { printer } from '../peopleIcons'
import { staffName } from '../peopleWords'
import { TakeBack } from '../TakeBack'
import { none } from '../Trouble'
import { CallNow } from './CallNow'
import { DoorNote } from './DoorNote'
import type { OnChange } from './onChange'
import { Hearing, Paused } from './Hearing'
import { Dates } from './Dates'
import { Scopes } from './HowMany'
import { Confirm, useChange } from './useChange'
import {
  backWords,
  sayBack,
  sayHeard,
  sayMeeting,
  sayTold,
  scopeOf,
  type ScopeName,
  type TellCheck,
} from './words'

/** Who said that something does not go on, and the way back. */
export const TakeBackOff = ({ on, act }: { on: OnChange; act: Act }) => (
  <TakeBack
    auth={on.auth}
    act={act}
    what={`${staffName(act.by)} zei dit om ${clock(act.at)} uur af.`}
    more={sayTold(act)}
  />
)

/** It does not go on: who said so, whom to call now, the note for the door, and the way back. */
export function IsOff({ on }: { on: OnChange }) {
  const { off, date } = on.of
  const heading = useFocusOn<HTMLHeadingElement>('off')
  return (
    <>
      {off && <TakeBackOff on={on} act={off} />}
      <section className="box stack" aria-labelledby="uit">
        <h2 id="uit" ref={heading} tabIndex={-1}>
          Gaat niet door
        </h2>
        <p>{date.changeReason}</p>
        {off && !off.undoUntil && (
          <p>
            {staffName(off.by)} zei dit {sayAt(off.at)} af. {sayTold(off)}
          </p>
        )}
        <p className="facts-row">
          <PressButton second press={() => on.print(<DoorNote of={on.of} />)}>
            <Icon of={printer} />
            <span>Print een briefje voor de deur</span>
          </PressButton>
          <PageLink className="btn btn-2" to={on.step('toch')}>
            Gaat het toch door?
          </PageLink>
        </p>
      </section>
      <CallNow on={on} reason="cancelled" />
    </>
  )
}

/** "Gaat het toch door?": who hears it, and who stays away. */
export function GoOn({ on }: { on: OnChange }) {
  const [scope, setScope] = useState<ScopeName>('this')
  const heading = useFocusOn<HTMLHeadingElement>('on')
  const meeting = on.meeting?.id
  const about = meeting ? { session: meeting } : scopeOf(scope)
  const change = useChange<TellCheck, Done>({
    of: scope,
    look: () => ask(on.auth, on.url + '/on/check', about),
    send: ({ fingerprint }) =>
      pressAct(on.auth, on.url + '/on', { body: { fingerprint, ...about } }),
    not: 'verstuurd',
    refused({ code }) {
      if (code !== 'conflict') return undefined
      // a colleague took it back: there is nothing left to press
      bars.add({ id: 'al-door', what: 'Het gaat al door.', more: 'Je hoeft niets te doen.' })
      on.reload()
      on.go()
      return none
    },
    changed: sayHeard,
    done(done) {
      const { off, date } = on.of
      // there is nothing of it left to take back
      if (off && !off.dates && Object.keys(about).length === 0) bars.drop(off.id)
      showAct(on.auth, done, { what: `${date.title} gaat toch door.`, more: sayTold(done.act) })
      on.reload()
      on.go()
    },
  })
  const { shown, hide } = change
  const choose = (next: ScopeName) => {
    hide() // its numbers are of other dates
    setScope(next)
  }
  const hears = shown ? shown.mail + shown.call : 0
  return (
    <section className="box stack" aria-labelledby="toch">
      <h2 id="toch" ref={heading} tabIndex={-1}>
        Gaat het toch door?
      </h2>
      {on.meeting && <p>{sayMeeting(on.meeting)}</p>}
      {!on.meeting && on.of.canMany && on.of.scopes.length > 0 && (
        <Scopes of={on.of.scopes} words={backWords} chosen={scope} choose={choose} />
      )}
      {shown && (
        <>
          <Dates of={shown} said={sayBack(shown.change ?? 0)} />
          <p>
            {hears === 0
              ? 'Nog niemand heeft gehoord dat het niet doorgaat. Niemand krijgt bericht.'
              : `${capital(people(hears, 'krijgt'))} ` + 'bericht dat het toch doorgaat.'}{' '}
            {!on.meeting && 'Iedereen heeft de plek weer.'}
          </p>
          {shown.away.length > 0 && (
            <p>
              {listed(shown.away)}{' '}
              {many(shown.away.length, 'heeft zelf afgezegd en komt er niet bij.')}
            </p>
          )}
          {hears > 0 ? <Hearing of={shown} /> : <Paused of={shown.paused} />}
        </>
      )}
      <Confirm
        of={change}
        words={({ change: n = 1 }) =>
          n > 1 ? `Ja, deze ${n} datums gaan toch door` : 'Ja, het gaat toch door'
        }
      >
        <PageLink className="btn btn-2" to={on.step()}>
          Nee, laat het zo
        </PageLink>
      </Confirm>
    </section>
  )
}
