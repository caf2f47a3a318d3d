import { useEffect, useRef, useState } from 'react'
import { people } from '../../../../api/count'
import { capital, clock } from '../../../../api/moment'
import { bars } from '../../../../staff/bars'
import { pressAct, showAct, type Act } from '../../../../staff/press'
import { refusalOf } from '../../../../staff/drafts'
import { Waiting } from '../../../../staff/States'
import { sayAt } from '../../../../staff/words'
import { Icon } from '../../../../ui/Icon'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { printer } from '../peopleIcons'
import { sayRefusal, staffName } from '../peopleWords'
import { TakeBack } from '../TakeBack'
import { none, ShowTrouble, troubleOf, type Trouble } from '../Trouble'
import { CallNow } from './CallNow'
import { DoorNote } from './DoorNote'
import type { OnChange } from './onChange'
import { Hearing, Paused } from './Hearing'
import { Dates } from './Dates'
import { Scopes } from './HowMany'
import {
  backWords,
  names,
  sayBack,
  sayHeard,
  sayMeeting,
  sayTold,
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
  const [shown, show] = useState<TellCheck>()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [busy, setBusy] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>('on')
  const turn = useRef(0)
  const meeting = on.meeting?.id
  const about: Readonly<Record<string, string>> = meeting
    ? { session: meeting }
    : scope === 'this'
      ? {}
      : { scope }
  /** It goes on by now: a colleague took it back. There is nothing left to press. */
  const already = () => {
    bars.add({ id: 'al-door', what: 'Het gaat al door.', more: 'Je hoeft niets te doen.' })
    on.reload()
    on.go()
  }
  const look = async (): Promise<TellCheck | undefined> => {
    const mine = ++turn.current
    const answer = await on.auth
      .fetch(on.url + '/on/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(about),
      })
      .catch(() => undefined)
    const next = answer?.ok ? ((await answer.json()) as TellCheck) : undefined
    const code = answer && !answer.ok ? (await refusalOf(answer)).code : ''
    if (mine !== turn.current) return undefined // another choice was made since
    if (next) show(next)
    else if (code === 'conflict') already()
    else if (answer) setTrouble({ is: 'said', words: sayRefusal(code) })
    else setTrouble({ is: 'offline', not: 'verstuurd' })
    return next
  }
  useEffect(() => {
    setTrouble(none)
    void look()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it opens, and at a choice
  }, [scope])
  const again = async () => {
    setBusy(true)
    setTrouble(none)
    await look()
    setBusy(false)
  }
  const choose = (next: ScopeName) => {
    show(undefined) // its numbers are of other dates
    setScope(next)
  }
  const press = async (c: TellCheck) => {
    setBusy(true)
    setTrouble(none)
    const pressed = await pressAct(on.auth, on.url + '/on', {
      body: { fingerprint: c.fingerprint, ...about },
    })
    if (pressed.is === 'refused' && pressed.status === 412) {
      const next = await look()
      setBusy(false)
      if (next) setTrouble({ is: 'said', words: sayHeard(c, next) })
      return
    }
    setBusy(false)
    if (pressed.is === 'refused' && pressed.code === 'conflict') return already()
    setTrouble(troubleOf(pressed, 'verstuurd'))
    if (pressed.is !== 'done') return
    const { off } = on.of
    // there is nothing of it left to take back
    if (off && !off.dates && Object.keys(about).length === 0) bars.drop(off.id)
    showAct(on.auth, pressed.done, {
      what: `${on.of.date.title} gaat toch door.`,
      more: sayTold(pressed.done.act),
    })
    on.reload()
    on.go()
  }
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
            {shown.mail + shown.call === 0
              ? 'Nog niemand heeft gehoord dat het niet doorgaat. Niemand krijgt bericht.'
              : `${capital(people(shown.mail + shown.call, 'krijgt', 'krijgen'))} ` +
                'bericht dat het toch doorgaat.'}{' '}
            {!on.meeting && 'Iedereen heeft de plek weer.'}
          </p>
          {shown.away.length > 0 && (
            <p>
              {names(shown.away)} {shown.away.length === 1 ? 'heeft' : 'hebben'} zelf afgezegd en{' '}
              {shown.away.length === 1 ? 'komt' : 'komen'} er niet bij.
            </p>
          )}
          {shown.mail + shown.call > 0 ? <Hearing of={shown} /> : <Paused of={shown.paused} />}
        </>
      )}
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      {!shown && trouble.is === 'none' && <Waiting words="We tellen wie het hoort." />}
      <p className="facts-row">
        {shown ? (
          <PressButton press={() => void press(shown)} busy={busy}>
            {(shown.change ?? 1) > 1
              ? `Ja, deze ${shown.change} datums gaan toch door`
              : 'Ja, het gaat toch door'}
          </PressButton>
        ) : (
          trouble.is !== 'none' && (
            <PressButton press={() => void again()} busy={busy}>
              Probeer opnieuw
            </PressButton>
          )
        )}
        <PageLink className="btn btn-2" to={on.step()}>
          Nee, laat het zo
        </PageLink>
      </p>
    </section>
  )
}
