import { useEffect, useState } from 'react'
import { date as dayOf } from '../../../api/moment'
import { pressAct, showAct } from '../../../staff/press'
import { Missed, Waiting } from '../../../staff/States'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import type { OnDate } from './onDate'
import { deskDates } from './OtherDates'
import { rowId } from './PersonRow'
import {
  nameOf,
  sayBefore,
  sayCaused,
  sayRoom,
  sayStart,
  type DeskDate,
  type PersonSeen,
} from './peopleWords'
import { ShowTrouble, usePress } from './Trouble'

interface Props {
  on: OnDate
  person: PersonSeen
  close(): void
}

/** "Andere datum": the next dates of the same activity, the first with a place chosen already. */
export function MovePerson({ on, person, close }: Props) {
  const { auth, date } = on
  const name = nameOf(person)
  const seats = 1 + person.guests
  const fits = (d: DeskDate) => d.free === undefined || d.free >= seats
  const [dates, setDates] = useState<readonly DeskDate[]>()
  const [missed, setMissed] = useState(0)
  const [tries, setTries] = useState(0)
  const [chosen, choose] = useState('')
  const { busy, trouble, press } = usePress('bewaard')
  const heading = useFocusOn<HTMLHeadingElement>('open')
  useEffect(() => {
    let here = true
    deskDates(auth, { activity: date.date.activityId }).then(
      d => here && setDates(d.items.filter(i => i.id !== date.date.id)),
      () => here && setMissed(tries + 1),
    )
    return () => {
      here = false
    }
  }, [auth, date.date.activityId, date.date.id, tries])
  const to = dates?.find(d => d.id === chosen) ?? dates?.find(fits) ?? dates?.[0]
  const move = async () => {
    if (!to) return
    const pressed = await press(
      pressAct(auth, `/api/people/${encodeURIComponent(person.id)}/move`, {
        body: { to: to.id },
      }),
    )
    if (pressed.is === 'offline') return
    if (pressed.is === 'done') {
      const waits = pressed.data.status === 'waiting'
      const more = waits
        ? `De plek van ${dayOf(date.desk.start)} blijft zolang.`
        : sayCaused(pressed.data)
      showAct(auth, pressed.data, {
        what: `${name} staat ${waits ? 'op de wachtlijst van' : 'nu op'} ${dayOf(to.start)}.`,
        more: `${date.date.title}. ${more}`,
        before: sayBefore(pressed.data.act, name),
        row: rowId(person.id),
        who: name,
      })
      close()
    }
    await on.reload()
  }
  return (
    <section className="box" aria-label={`Andere datum voor ${name}`}>
      <h3 ref={heading} tabIndex={-1}>
        Waar gaat {name} naartoe?
      </h3>
      {dates === undefined ? (
        missed > tries ? (
          <Missed what="de datums" again={() => setTries(missed)} busy={false} />
        ) : (
          <Waiting words="De datums worden geladen." />
        )
      ) : !to ? (
        <p>Er zijn geen andere datums van deze activiteit.</p>
      ) : (
        <>
          <fieldset>
            <legend className="sr">Kies een datum</legend>
            <div className="choices">
              {dates.map(d => (
                <label key={d.id} className={d === to ? 'choice choice-on' : 'choice'}>
                  <input
                    type="radio"
                    name={'naar-' + person.id}
                    checked={d === to}
                    onChange={() => choose(d.id)}
                  />
                  <span>
                    <b>{sayStart(d)}</b>
                    <span className="hint">
                      {fits(d)
                        ? sayRoom(d)
                        : `Vol. Komt op de wachtlijst; de plek van ${dayOf(date.desk.start)} blijft zolang.`}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {person.way === 'phone' && (
            <p>
              {name} heeft geen mail en komt op de bellijst. Vertel het nu meteen, als je{' '}
              {person.firstName} aan de telefoon hebt.
            </p>
          )}
          {person.way === 'none' && (
            <p>{name} heeft geen mail en geen telefoon. Vertel het zelf.</p>
          )}
          <ShowTrouble of={trouble}>Onthoud het even, en druk straks nog een keer.</ShowTrouble>
        </>
      )}
      <p className="facts-row">
        {to && (
          <PressButton press={() => void move()} busy={!!busy}>
            {fits(to)
              ? `Zet ${name} op ${dayOf(to.start)}`
              : `Zet ${name} op de wachtlijst van ${dayOf(to.start)}`}
          </PressButton>
        )}
        <PressButton
          second
          press={() => {
            close()
            document.getElementById(rowId(person.id))?.focus()
          }}
        >
          Laat het zo
        </PressButton>
      </p>
    </section>
  )
}
