import { useEffect, useMemo, useState } from 'react'
import { day, fullDay, span } from '../../../../api/moment'
import { AnswerList } from '../../../../staff/AnswerList'
import { ask } from '../../../../staff/api/client'
import type { Refusal } from '../../../../staff/drafts'
import { DayField, fieldId, TickField } from '../../../../staff/fields'
import { kept } from '../../../../staff/kept'
import { pressAct, showAct, type Done } from '../../../../staff/press'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { RoomField, TimeField } from '../SessionFields'
import { none, said, ShowTrouble, troubleOf, usePress, type Say } from '../Trouble'
import { Dates } from './Dates'
import { Hearing } from './Hearing'
import {
  firstPlace,
  sayCloses,
  sayGoing,
  sayMovePress,
  sayMoveFault,
  type MoveCheck,
  type NewPlace,
} from './moveWords'
import type { OnChange } from './onChange'
import { Confirm, useChange, WhenMailed } from './useChange'
import { sayChanged, sayTold, scopeOf, scopeWords } from './words'

type Faults = Readonly<Record<string, string>>

/** The answers of this tab, kept when the screen is left or somebody goes back. */
function useNewPlace(on: OnChange) {
  const store = useMemo(() => kept('verplaats.' + on.of.date.id), [on.of.date.id])
  const [to, set] = useState<NewPlace>(() => {
    const known = store.read()
    return { ...firstPlace(on.of), ...(known && (JSON.parse(known) as Partial<NewPlace>)) }
  })
  const change = (next: Partial<NewPlace>) => {
    const all = { ...to, ...next }
    set(all)
    store.keep(JSON.stringify(all))
  }
  return { to, change, drop: store.drop }
}

const bodyOf = ({ own, ...to }: NewPlace, scope: OnChange['scope']) => ({
  ...to,
  ...scopeOf(scope, own),
})

const look = (on: OnChange, to: NewPlace) =>
  ask<MoveCheck>(on.auth, on.url + '/move/check', bodyOf(to, on.scope))

const sayNotNow = ({ code }: Refusal) =>
  code === 'conflict'
    ? said('Dit is net verplaatst. Maak dat eerst ongedaan, of wacht tot de mails weg zijn.')
    : undefined

const faultsOf = ({ fields }: Refusal): Faults =>
  Object.fromEntries(fields.map(f => [f.name, sayMoveFault(f.name, f.code)]))

/** A fault of a field is told there. */
const sayWhy: Say = why => (why.fields.length > 0 ? none : sayNotNow(why))

/** "Verplaatsen": day, times and room with the check at once, then who hears it. */
export function Move({ on, look }: { on: OnChange; look: boolean }) {
  const { to, change, drop } = useNewPlace(on)
  const [faults, setFaults] = useState<Faults>({})
  if (look)
    return (
      <Look
        on={on}
        to={to}
        drop={drop}
        change={change}
        wrong={f => {
          setFaults(f)
          on.go('waarheen', 'instead')
        }}
      />
    )
  return <Where on={on} to={to} change={change} faults={faults} setFaults={setFaults} />
}

interface WhereProps {
  on: OnChange
  to: NewPlace
  change(next: Partial<NewPlace>): void
  faults: Faults
  setFaults(f: Faults): void
}

/** Screen 2: where it goes. */
function Where({ on, to, change, faults, setFaults }: WhereProps) {
  const heading = useFocusOn<HTMLHeadingElement>('where')
  const { busy, trouble, setTrouble, press } = usePress('bewaard')
  const [shown, show] = useState<MoveCheck>()
  const { day: onDay, from, to: until, room } = to
  const touched = !same(to, firstPlace(on.of))
  useEffect(() => {
    show(undefined)
    if (!touched || !onDay || !from || !until) return
    let left = false
    const wait = setTimeout(() => {
      void look(on, { day: onDay, from, to: until, room }).then(asked => {
        if (left) return
        show(asked.data)
        setTrouble((asked.is === 'refused' && sayWhy(asked)) || troubleOf(asked, 'bewaard'))
      })
    }, 400)
    return () => {
      left = true
      clearTimeout(wait)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the new place is all that counts
  }, [touched, onDay, from, until, room, on.scope])
  const put = (next: Partial<NewPlace>) => {
    setFaults({})
    change(next)
  }
  const next = async () => {
    const asked = await press(look(on, to), sayWhy)
    if (asked.is === 'done') return on.go('kijk-verplaats')
    if (asked.fields.length === 0) return
    const wrong = faultsOf(asked)
    setFaults(wrong)
    const first = ['day', 'from', 'to', 'room'].find(name => wrong[name])
    if (first) document.getElementById(fieldId(first))?.focus()
  }
  return (
    <section className="box stack" aria-labelledby="waarheen">
      <h2 id="waarheen" ref={heading} tabIndex={-1}>
        Waarheen verplaats je het?
      </h2>
      <div className="grid grid-3 session">
        <DayField
          name="day"
          label="Datum"
          error={faults.day}
          value={onDay}
          onChange={day => put({ day })}
        />
        <TimeField
          name="from"
          label="Van"
          error={faults.from}
          value={from}
          onChange={from => put({ from })}
        />
        <TimeField
          name="to"
          label="Tot"
          error={faults.to}
          value={until}
          onChange={to => put({ to })}
        />
        <RoomField
          name="room"
          label="Ruimte"
          none={`Zoals nu: ${on.of.date.room}`}
          value={room}
          onChange={room => put({ room })}
          rooms={on.of.rooms}
        />
      </div>
      {faults.room && <p className="msg-error">{faults.room}</p>}
      <div role="status">
        {shown && (
          <>
            {sayGoing(shown).map(line => (
              <p key={line}>{line}</p>
            ))}
          </>
        )}
      </div>
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      <p className="facts-row">
        <PressButton press={() => void next()} busy={busy !== ''}>
          Verder
        </PressButton>
        <PageLink className="btn btn-2" to={on.step()}>
          Terug
        </PageLink>
      </p>
    </section>
  )
}

const same = (a: NewPlace, b: NewPlace) =>
  a.day === b.day && a.from === b.from && a.to === b.to && a.room === b.room

interface LookProps {
  on: OnChange
  to: NewPlace
  drop(): void
  change(next: Partial<NewPlace>): void
  wrong(faults: Faults): void
}

/** Screen 3: who hears it, and the press that does it. */
function Look({ on, to, drop, change, wrong }: LookProps) {
  const heading = useFocusOn<HTMLHeadingElement>('look-move')
  const moving = useChange<MoveCheck, Done>({
    of: to.own ?? false,
    look: () => look(on, to),
    send: ({ fingerprint }) =>
      pressAct(on.auth, on.url + '/move', { body: { ...bodyOf(to, on.scope), fingerprint } }),
    not: 'bewaard',
    refused(why) {
      if (why.fields.length === 0) return sayNotNow(why)
      wrong(faultsOf(why))
      return none
    },
    changed: (was, now) => sayChanged(was.last, now.last),
    reload: on.reload,
    done(done) {
      drop()
      on.setScope('this')
      showAct(on.auth, done, {
        what: `${on.of.date.title} is verplaatst.`,
        more: sayTold(done.act),
      })
      on.reload()
      on.go()
    },
  })
  const { shown } = moving
  const { date } = on.of
  return (
    <section className="box stack" aria-labelledby="klopt">
      <h2 id="klopt" ref={heading} tabIndex={-1}>
        Klopt dit?
      </h2>
      {shown && (
        <>
          <AnswerList
            of={[
              ['Was', `${day(date.start)}, ${span(date.start, date.end)}, ${date.room}`],
              [
                'Wordt',
                <>
                  {fullDay(shown.start)}, {span(shown.start, shown.end)}, {shown.room}{' '}
                  <PageLink to={on.step('waarheen')}>Verander</PageLink>
                </>,
              ],
              ['Aanmelden', shown.closes && sayCloses(shown.closes)],
            ]}
          />
          {on.scope === 'this' && sayGoing(shown).map(line => <p key={line}>{line}</p>)}
          {on.scope !== 'this' && (
            <p>
              {scopeWords[on.scope]}. <PageLink to={on.step()}>Verander</PageLink>
            </p>
          )}
          <Dates of={shown} />
          {(to.own || shown.dates?.some(d => d.own)) && (
            <TickField
              name="own"
              label="Neem de uitzondering ook mee"
              value={to.own ?? false}
              onChange={own => change({ own })}
            />
          )}
          <Hearing of={shown} />
          {shown.mail + shown.call > 0 && <WhenMailed of={shown} />}
        </>
      )}
      <Confirm of={moving} words={sayMovePress}>
        <PageLink className="btn btn-2" to={on.step('waarheen')}>
          Terug
        </PageLink>
      </Confirm>
      <p className="small muted">
        Iedereen houdt de plek. Het verandert ook in het programma, op de voorpagina, op papier en
        in agenda’s van bezoekers.
      </p>
    </section>
  )
}
