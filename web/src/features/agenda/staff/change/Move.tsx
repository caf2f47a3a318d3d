import { useCallback, useEffect, useMemo, useState } from 'react'
import { day, fullDay, span } from '../../../../api/moment'
import { refusalOf } from '../../../../staff/drafts'
import { DayField, fieldId, TickField } from '../../../../staff/fields'
import { kept } from '../../../../staff/kept'
import { pressAct, showAct } from '../../../../staff/press'
import { Waiting } from '../../../../staff/States'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { sayRefusal } from '../peopleWords'
import { RoomField, TimeField } from '../SessionFields'
import { none, ShowTrouble, troubleOf, type Trouble } from '../Trouble'
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
import { sayChanged, sayTold, scopeOf, scopeWords } from './words'

type Faults = Readonly<Record<string, string>>
type Checked = { is: 'fine'; check: MoveCheck } | { is: 'wrong'; faults: Faults } | { is: 'no' }

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

/** Asks what a move comes to; says by itself why there is no answer. */
function useCheck(on: OnChange, setTrouble: (t: Trouble) => void) {
  const { auth, url, scope } = on
  return useCallback(
    async (to: NewPlace): Promise<Checked> => {
      const answer = await auth
        .fetch(url + '/move/check', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(to, scope)),
        })
        .catch(() => undefined)
      if (answer?.ok) return { is: 'fine', check: (await answer.json()) as MoveCheck }
      if (!answer) {
        setTrouble({ is: 'offline', not: 'bewaard' })
        return { is: 'no' }
      }
      const { code, fields } = await refusalOf(answer)
      if (fields.length > 0)
        return {
          is: 'wrong',
          faults: Object.fromEntries(fields.map(f => [f.name, sayMoveFault(f.name, f.code)])),
        }
      setTrouble({ is: 'said', words: sayNotNow(code) })
      return { is: 'no' }
    },
    [auth, url, scope, setTrouble],
  )
}

const bodyOf = ({ own, ...to }: NewPlace, scope: OnChange['scope']) => ({
  ...to,
  ...scopeOf(scope, own),
})

const sayNotNow = (code: string) =>
  code === 'conflict'
    ? 'Dit is net verplaatst. Maak dat eerst ongedaan, of wacht tot de mails weg zijn.'
    : sayRefusal(code)

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
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [shown, show] = useState<MoveCheck>()
  const [busy, setBusy] = useState(false)
  const check = useCheck(on, setTrouble)
  const { day: onDay, from, to: until, room } = to
  const touched = !same(to, firstPlace(on.of))
  useEffect(() => {
    show(undefined)
    if (!touched || !onDay || !from || !until) return
    let left = false
    const wait = setTimeout(() => {
      setTrouble(none)
      void check({ day: onDay, from, to: until, room }).then(c => {
        if (!left && c.is === 'fine') show(c.check)
      })
    }, 400)
    return () => {
      left = true
      clearTimeout(wait)
    }
  }, [touched, onDay, from, until, room, check])
  const put = (next: Partial<NewPlace>) => {
    setFaults({})
    change(next)
  }
  const next = async () => {
    setBusy(true)
    setTrouble(none)
    const c = await check(to)
    setBusy(false)
    if (c.is === 'fine') return on.go('kijk-verplaats')
    if (c.is === 'no') return
    setFaults(c.faults)
    const first = ['day', 'from', 'to', 'room'].find(name => c.faults[name])
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
        <PressButton press={() => void next()} busy={busy}>
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
  const [shown, show] = useState<MoveCheck>()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [busy, setBusy] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>('look-move')
  const check = useCheck(on, setTrouble)
  const look = async (): Promise<MoveCheck | undefined> => {
    const c = await check(to)
    if (c.is === 'wrong') wrong(c.faults)
    if (c.is !== 'fine') return undefined
    show(c.check)
    return c.check
  }
  useEffect(() => {
    void look()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it opens, and what it counts
  }, [to.own])
  const again = async () => {
    setBusy(true)
    setTrouble(none)
    await look()
    setBusy(false)
  }
  const press = async (c: MoveCheck) => {
    setBusy(true)
    setTrouble(none)
    const pressed = await pressAct(on.auth, on.url + '/move', {
      body: { ...bodyOf(to, on.scope), fingerprint: c.fingerprint },
    })
    if (pressed.is === 'refused' && pressed.status === 412) {
      const next = await look()
      on.reload() // what stands above it is of before, too
      setBusy(false)
      if (next) setTrouble({ is: 'said', words: sayChanged(c.last, next.last) })
      return
    }
    setBusy(false)
    if (pressed.is === 'refused' && pressed.fields.length > 0)
      return wrong(
        Object.fromEntries(pressed.fields.map(f => [f.name, sayMoveFault(f.name, f.code)])),
      )
    setTrouble(
      pressed.is === 'refused'
        ? { is: 'said', words: sayNotNow(pressed.code) }
        : troubleOf(pressed, 'bewaard'),
    )
    if (pressed.is !== 'done') return
    drop()
    on.setScope('this')
    showAct(on.auth, pressed.done, {
      what: `${on.of.date.title} is verplaatst.`,
      more: sayTold(pressed.done.act),
    })
    on.reload()
    on.go()
  }
  const { date } = on.of
  return (
    <section className="box stack" aria-labelledby="klopt">
      <h2 id="klopt" ref={heading} tabIndex={-1}>
        Klopt dit?
      </h2>
      {shown && (
        <>
          <dl className="answers">
            <div>
              <dt>Was</dt>
              <dd>
                {day(date.start)}, {span(date.start, date.end)}, {date.room}
              </dd>
            </div>
            <div>
              <dt>Wordt</dt>
              <dd>
                {fullDay(shown.start)}, {span(shown.start, shown.end)}, {shown.room}{' '}
                <PageLink to={on.step('waarheen')}>Verander</PageLink>
              </dd>
            </div>
            {shown.closes && (
              <div>
                <dt>Aanmelden</dt>
                <dd>{sayCloses(shown.closes)}</dd>
              </div>
            )}
          </dl>
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
          {shown.mail + shown.call > 0 && (
            <p>
              {shown.atOnce
                ? 'Het begint binnen 3 uur. De mails gaan meteen weg.'
                : 'Je kunt het daarna nog 10 minuten terugdraaien.'}
            </p>
          )}
        </>
      )}
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      {!shown && trouble.is === 'none' && <Waiting words="We tellen wie het hoort." />}
      <p className="facts-row">
        {shown ? (
          <PressButton press={() => void press(shown)} busy={busy}>
            {sayMovePress(shown)}
          </PressButton>
        ) : (
          trouble.is !== 'none' && (
            <PressButton press={() => void again()} busy={busy}>
              Probeer opnieuw
            </PressButton>
          )
        )}
        <PageLink className="btn btn-2" to={on.step('waarheen')}>
          Terug
        </PageLink>
      </p>
      <p className="small muted">
        Iedereen houdt de plek. Het verandert ook in het programma, op de voorpagina, op papier en
        in agenda’s van bezoekers.
      </p>
    </section>
  )
}
