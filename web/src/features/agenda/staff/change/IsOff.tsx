import { useEffect, useRef, useState } from 'react'
import { clock, fullDay, span } from '../../../../api/moment'
import { CannotUndo } from '../../../../staff/ActBars'
import { pressAct, undoAct, type Act } from '../../../../staff/press'
import { refusalOf } from '../../../../staff/drafts'
import { Waiting } from '../../../../staff/States'
import { sayAt } from '../../../../staff/words'
import { Icon } from '../../../../ui/Icon'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { printer } from '../peopleIcons'
import { people, sayRefusal, staffName } from '../peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from '../Trouble'
import { CallNow } from './CallNow'
import type { OnChange } from './onChange'
import { Hearing } from './Hearing'
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

/** What does not go on; a meeting says which one it is. */
interface WasOff {
  act: Act
  what?: string
}

/** The bars that take it back that something does not go on, each once. */
export function useUndoOff(on: OnChange, offs: readonly WasOff[]) {
  const seen = useRef(new Set<string>())
  const known = useRef(on)
  known.current = on
  const { add } = on.bars
  useEffect(() => {
    for (const { act: off, what } of offs) {
      if (!off.undoUntil || seen.current.has(off.id)) continue
      seen.current.add(off.id)
      add({
        id: off.id,
        text: (
          <>
            {what && `${what}. `}
            <b>
              {staffName(off.by)} zei dit om {clock(off.at)} uur af.
            </b>{' '}
            {sayTold(off)}
          </>
        ),
        until: off.undoUntil,
        undo: async () => {
          const { auth, reload } = known.current
          try {
            await undoAct(auth, off.id)
          } catch (e) {
            if (e instanceof CannotUndo)
              throw new CannotUndo(
                'Iemand heeft het al gehoord. Gaat het toch door? Kies dat hieronder.',
              )
            throw e
          }
          reload()
        },
      })
    }
  }, [offs, add])
}

/** It does not go on: who said so, whom to call now, the note for the door, and the way back. */
export function IsOff({ on }: { on: OnChange }) {
  const { off, date } = on.of
  const heading = useFocusOn<HTMLHeadingElement>('off')
  useUndoOff(on, off ? [{ act: off }] : [])
  return (
    <>
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
          <PressButton second press={() => on.print(<DoorNote of={on} />)}>
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

/** Large, for the door. */
function DoorNote({ of: { of } }: { of: OnChange }) {
  const { date, phone } = of
  return (
    <>
      <h1>{date.title} gaat niet door</h1>
      <p>
        {fullDay(date.start)}, {span(date.start, date.end)}
      </p>
      <p>
        <b>{date.changeReason}</b>
      </p>
      {date.alternative?.text && <p>{date.alternative.text}</p>}
      <p>Vragen? Bel {phone}.</p>
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
    on.bars.add({ id: 'al-door', text: 'Het gaat al door. Je hoeft niets te doen.' })
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
    const { act, earlier } = pressed.done
    on.bars.add({
      id: act.id,
      text: earlier ? (
        `${staffName(act.by)} deed dit net ook. Dat is één keer gebeurd. Je hoeft niets te doen.`
      ) : (
        <>
          <b>{act.dates && act.dates > 1 ? 'Ze gaan toch door.' : 'Het gaat toch door.'}</b>{' '}
          {sayTold(act)}
        </>
      ),
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
              : `${people(shown.mail + shown.call)} ` +
                `${shown.mail + shown.call === 1 ? 'krijgt' : 'krijgen'} bericht dat het toch doorgaat.`}{' '}
            {!on.meeting && 'Iedereen heeft de plek weer.'}
          </p>
          {shown.away.length > 0 && (
            <p>
              {names(shown.away)} {shown.away.length === 1 ? 'heeft' : 'hebben'} zelf afgezegd en{' '}
              {shown.away.length === 1 ? 'komt' : 'komen'} er niet bij.
            </p>
          )}
          {shown.mail + shown.call > 0 && <Hearing of={shown} />}
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
