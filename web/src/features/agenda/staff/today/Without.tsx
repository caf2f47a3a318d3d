import { many } from '../../../../staff/count'
import { useId, useState } from 'react'
import { TextField } from '../../../../staff/fields'
import { pressAct, showAct, type Done, type Pressed } from '../../../../staff/press'
import { Icon } from '../../../../ui/Icon'
import { PressButton } from '../../../../ui/PressButton'
import { ShowTrouble, usePress } from '../Trouble'
import { armchair } from './icons'
import type { Session, Waiter } from './model'
import type { OnToday } from './onToday'
import { sayFree, sayFull, sayMissing, sayWhich } from './words'

const late = 10 * 60_000

/** Somebody who is not on the list: those who wait go first, then a free place or a chair. */
export function Without({
  on,
  session: s,
  again,
  chair: placed,
}: {
  on: OnToday
  session: Session
  /** A chair was put there before. */
  again: boolean
  /** Closes it: pressed once more on the same spot there is no second chair. */
  chair(): void
}) {
  const [name, setName] = useState('')
  const { busy, trouble, press } = usePress('bewaard')
  const field = 'zonder-' + useId()
  const line = s.line ?? []
  const full = !!s.capacity && s.free === 0
  const missing = (s.people ?? []).filter(p => p.state === 'open').length
  const said = name.trim()

  const run = async (button: string, pressing: Promise<Pressed>, show: (done: Done) => void) => {
    const pressed = await press(pressing, undefined, button)
    if (pressed.is === 'done') {
      setName('')
      show(pressed.data)
    }
    if (pressed.is !== 'offline') await on.reload()
  }
  const bar = (done: Done, what: string, more = '') =>
    showAct(on.auth, done, { what, more: `${s.title}. ${more}` })
  /** Who came in is there. */
  const here = (registration: string | undefined) =>
    registration &&
    on.tap({
      kind: 'attendance',
      day: on.today.day,
      session: s.id,
      registration,
      wanted: 'here',
    })
  const of = encodeURIComponent(s.occurrence)

  const give = (w: Waiter) =>
    void run(
      w.id,
      pressAct(on.auth, `/api/waitlist/${encodeURIComponent(w.id)}/give`, {
        body: { chair: true },
      }),
      done => {
        here(done.act.made)
        bar(done, `${w.firstName} heeft een plek.`, done.act.chair ? 'Met een stoel erbij.' : '')
      },
    )
  const enter = (chair: boolean) => {
    if (!said && !chair) {
      // counted like a visit: one less is the way back
      on.tap({ kind: 'unnamed', day: on.today.day, session: s.id, change: 1 })
      return
    }
    const pressing = said
      ? pressAct(on.auth, `/api/occurrences/${of}/people`, {
          body: { name: said, consent: true, source: 'balie', ifFull: chair ? 'chair' : 'tell' },
        })
      : pressAct(on.auth, `/api/occurrences/${of}/unnamed`, { body: { change: 1, chair: true } })
    void run('enter', pressing, done => {
      if (said) here(done.act.subject)
      bar(
        done,
        said ? `${done.firstName ?? said} schuift aan.` : 'Iemand zonder naam schuift aan.',
        done.act.chair
          ? `Met een stoel erbij: ${many(done.capacity ?? 0, '1 plek')}, alleen vandaag.`
          : '',
      )
      if (done.act.chair) placed()
    })
  }
  const words = !full ? 'Schuift aan' : again ? 'Nog een stoel erbij' : 'Zet een stoel erbij'
  return (
    <div className="without">
      <p>
        {full ? (
          <>
            <strong>{sayFull(s)}</strong>
            {line.length > 0 && ' Is één van hen er? Die gaat voor.'}
          </>
        ) : (
          <>
            <strong>{sayFree(s)}</strong>
            {line.length > 0 && ' Er wachten mensen. Is één van hen er? Die gaat voor.'}
          </>
        )}
      </p>
      {line.length > 0 && missing > 0 && on.now - Date.parse(s.start) > late && (
        <p>{sayMissing(missing)}</p>
      )}
      {line.length > 0 && (
        <>
          <ul className="q">
            {line.map((w, i) => (
              <li key={w.id}>
                <div>
                  <span className={i === 0 ? 'nr nr-on' : 'nr'}>{i + 1}</span>
                  <b>{w.firstName}</b>
                  {w.seats > 1 && <span className="tag">+ {w.seats - 1}</span>}
                </div>
                <PressButton second press={() => give(w)} busy={busy === w.id}>
                  Is er: geef een plek
                  <span className="sr">{` aan ${w.firstName}: ${sayWhich(s)}`}</span>
                </PressButton>
              </li>
            ))}
          </ul>
          <h4>Iemand anders</h4>
        </>
      )}
      <TextField
        name={field}
        label="Naam"
        optional
        hint="Voornaam is genoeg. Zonder naam mag ook."
        value={name}
        onChange={setName}
      />
      {said && (
        <div className="say">
          <b>Lees voor als je een naam opschrijft</b>“{on.today.say}”
        </div>
      )}
      <ShowTrouble of={trouble}>Schrijf de naam op papier, of tel met ‘1 bezoek’.</ShowTrouble>
      <p className="facts-row">
        <PressButton
          press={() => enter(full)}
          busy={busy === 'enter'}
          label={`${words}: ${sayWhich(s)}`}
        >
          <Icon of={armchair} />
          <span>{words}</span>
        </PressButton>
        {full && (
          <PressButton
            second
            press={() => on.desk(s.occurrence)}
            label={`Vandaag lukt het niet: ${sayWhich(s)}`}
          >
            Vandaag lukt het niet
          </PressButton>
        )}
      </p>
      {full && (
        <p className="small muted">
          Stoel erbij: dan zijn het {(s.capacity ?? 0) + 1} plekken, alleen vandaag. Dat komt in het
          logboek.
        </p>
      )}
    </div>
  )
}
