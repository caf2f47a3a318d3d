import type { ReactNode } from 'react'
import { sayRoom, sayStart, type DeskDate } from './peopleWords'

interface Props {
  dates: readonly DeskDate[]
  date: DeskDate
  pick(date: DeskDate): void
  /** Another way to choose one. */
  children?: ReactNode
}

/** What somebody is signed up for. */
export function DeskDates({ dates, date, pick, children }: Props) {
  return (
    <fieldset className="all">
      <legend className="label">Waarvoor?</legend>
      <div className="pick">
        {dates.map(d => (
          <label key={d.id} className={d.id === date.id ? 'choice choice-on' : 'choice'}>
            <input
              type="radio"
              name="balie-datum"
              checked={d.id === date.id}
              onChange={() => pick(d)}
            />
            <span>
              <b>{sayStart(d)}</b> {d.title}
              <span className="hint">{sayRoom(d)}</span>
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
