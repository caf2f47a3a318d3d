import './people.css'
import { Fragment, useState, type ReactNode } from 'react'
import { nameOf, sayNeed, type PersonSeen } from './peopleWords'

/** What a row shows of somebody while it is closed. */
export type RowPerson = Pick<
  PersonSeen,
  'id' | 'firstName' | 'letter' | 'guests' | 'firstTime' | 'meet' | 'support' | 'diet'
>

/** The row that takes the focus after "Maak ongedaan". */
export const rowId = (person: string) => 'persoon-' + person

interface Props {
  person: RowPerson
  /** Said behind the name: "kijkt zelf". */
  tags?: readonly string[] | undefined
  /** The same, of what needs somebody: "mail komt niet aan". */
  late?: string | undefined
  /** Who changed something here just now: "Fatima, 13.44 uur". */
  recent?: string | undefined
  /** Until when a need is kept: "weg op 15 december". */
  needUntil?: string | undefined
  /** The one button beside the name, which stays where it is: "Er". */
  tick?: ReactNode
  /** Opened from the start. */
  opened?: boolean | undefined
  /** What opens under the name; made when it is opened. */
  children(): ReactNode
}

/** One person on a list: a name that opens, and at most one button. Belongs in a `ul.who`. */
export function PersonRow({
  person,
  tags,
  late,
  recent,
  needUntil,
  tick,
  opened = false,
  children,
}: Props) {
  const [open, setOpen] = useState(opened)
  const need = sayNeed(person)
  return (
    <li>
      <details open={open} onToggle={e => setOpen(e.currentTarget.open)}>
        <summary id={rowId(person.id)}>
          {/* the spaces are for who hears the words one behind the other */}
          <b>{nameOf(person)}</b>{' '}
          {person.guests > 0 && <span className="tag">+ {person.guests}</span>}{' '}
          {person.firstTime && <span className="tag tag-new">eerste keer</span>}{' '}
          {person.meet && <span className="tag">kennismaken</span>}{' '}
          {tags?.map(words => (
            <Fragment key={words}>
              <span className="tag tag-out">{words}</span>{' '}
            </Fragment>
          ))}
          {late && <span className="tag tag-late">{late}</span>}{' '}
          {recent && <span className="small muted">{recent}</span>}{' '}
          {need && (
            <span className="need">
              {need} {needUntil && <span className="small">({needUntil})</span>}
            </span>
          )}
        </summary>
        {open && <div className="who-open">{children()}</div>}
      </details>
      {tick ?? <span />}
    </li>
  )
}
