import { useState } from 'react'
import { fullDay, span } from '../../../api/moment'
import { pressAct } from '../../../staff/press'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import type { OnDate } from './onDate'
import { printer } from './peopleIcons'
import { paperName, sayNeed, type DatePeople } from './peopleWords'
import { ShowTrouble, usePress } from './Trouble'
import { hostName } from './hostName'

const parts = [
  ['list', 'Deurlijst', 'Voornaam, met wie, eerste keer, een vakje om af te vinken.'],
  [
    'needs',
    'Ook wat mensen nodig hebben',
    'Alleen voor wie vandaag ontvangt. Gooi het papier daarna in de papiervernietiger.',
  ],
  ['lines', 'Drie lege regels', 'Voor wie zo binnenkomt.'],
] as const
type Part = (typeof parts)[number][0]
type Parts = Readonly<Record<Part, boolean>>

/** "Print de lijst": what goes on the paper, and a line in the log book before it does. */
export function PrintPanel({ on, close }: { on: OnDate; close(): void }) {
  const [chosen, choose] = useState<Parts>({ list: true, needs: false, lines: true })
  const { busy, trouble, press } = usePress('bewaard')
  const button = useFocusOn<HTMLButtonElement>('open')
  const print = async () => {
    const pressed = await press(
      pressAct(on.auth, `/api/occurrences/${encodeURIComponent(on.date.date.id)}/prints`),
    )
    if (pressed.is !== 'done') return
    on.print(<DoorList of={on.date} parts={chosen} />)
    await on.reload()
  }
  return (
    <section className="box" aria-label="Print de lijst">
      <h2>Op papier</h2>
      <fieldset>
        <legend className="sr">Wat komt op het papier?</legend>
        <div className="choices">
          {parts.map(([part, words, hint]) => (
            <label key={part} className={chosen[part] ? 'choice choice-on' : 'choice'}>
              <input
                type="checkbox"
                checked={chosen[part]}
                onChange={() => choose({ ...chosen, [part]: !chosen[part] })}
              />
              <span>
                {words}
                <span className="hint">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <ShowTrouble of={trouble}>Schrijf de voornamen over van dit scherm.</ShowTrouble>
      <p className="facts-row">
        <PressButton press={() => void print()} busy={!!busy} of={button}>
          <Icon of={printer} />
          <span>Print</span>
        </PressButton>
        <PressButton second press={close}>
          Laat het zo
        </PressButton>
      </p>
      <p className="small muted">
        Geen achternamen, nummers of adressen. Printen komt in het logboek.
      </p>
    </section>
  )
}

/** The list for the door: first names alone. */
function DoorList({ of: { date, host, people }, parts }: { of: DatePeople; parts: Parts }) {
  return (
    <>
      <h1>{date.title}</h1>
      <p>
        {fullDay(date.start)}, {span(date.start, date.end)}
        <br />
        {date.room}
        {host && ` · ${hostName(host)} ontvangt`}
      </p>
      <table>
        <thead>
          <tr>
            <th>Er</th>
            <th>Naam</th>
            <th>Met</th>
            <th>{parts.needs ? 'Let op' : ''}</th>
          </tr>
        </thead>
        <tbody>
          {parts.list &&
            people.map(p => (
              <tr key={p.id}>
                <td>
                  <span className="tick-box" />
                </td>
                <td className="whole">{paperName(p)}</td>
                <td>{p.guests > 0 && `+ ${p.guests}`}</td>
                <td>
                  {[
                    p.firstTime && 'eerste keer',
                    p.meet && 'kennismaken',
                    parts.needs && sayNeed(p),
                  ]
                    .filter(Boolean)
                    .join('. ')}
                </td>
              </tr>
            ))}
          {parts.lines &&
            [1, 2, 3].map(n => (
              <tr key={n} className="empty-line">
                <td>
                  <span className="tick-box" />
                </td>
                <td />
                <td />
                <td />
              </tr>
            ))}
        </tbody>
      </table>
    </>
  )
}
