import { useState } from 'react'
import type { Auth } from '../../../auth/types'
import { calendar, check, circleX } from '../../../staff/icons'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'
import type { Activity, StaffDate } from './model'
import { ChangeLink } from './ChangeLink'
import { Notes } from './Notes'
import { sayPlaces, sayWhen } from './words'
import { hostName } from './hostName'
import { DateForm } from './DateForm'
import { leftOf } from './dateValues'

interface Props {
  auth: Auth
  /** Of the activity. */
  id: string
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  still: boolean
  /** There is no other date to come: nothing is asked about which. */
  alone: boolean
  changed(): void
}

/** As in the programme: a badge for what is not as planned. */
const looks = {
  planned: undefined,
  moved: ['few', calendar, 'Verplaatst'],
  cancelled: ['off', circleX, 'Gaat niet door'],
  done: ['past', check, 'Geweest'],
} as const

/** A gastheer comes there from the day itself. */
const mayMeet = ({ user }: Auth) =>
  user?.roles.some(r => r === 'begeleider' || r === 'coordinator') ?? false

/** One date that exists, and the form that changes it at once. */
export function DateRow({ auth, id, date, doc, rooms, still, alone, changed }: Props) {
  // what was typed before one left the screen is still there
  const [open, setOpen] = useState(() => leftOf(auth, date) !== undefined)
  const [said, say] = useState('')
  const first = date.sessions[0]!
  const look = looks[date.status]
  const can = !still && date.status !== 'done' && date.status !== 'cancelled'
  return (
    <li>
      <div>
        <p>
          <strong>{sayWhen(first)}</strong>
          {date.sessions.length > 1 && `, ${date.sessions.length} bijeenkomsten`} · {first.room}{' '}
          {look && (
            <span className={`badge badge-${look[0]}`}>
              <Icon of={look[1]} />
              {look[2]}
            </span>
          )}
        </p>
        <p className="small">
          {doc.mode === 'walkin' ? 'Inloop' : sayPlaces(date)}
          {date.hostName && ` · ${hostName(date.hostName)} ontvangt`}
        </p>
        {date.note && <p className="small">{date.note}</p>}
        {doc.mode !== 'walkin' && mayMeet(auth) && (
          <p className="small">
            <PageLink to={at('date', date.id)} aria-label={`Wie komt er op ${sayWhen(first)}?`}>
              Wie komt er?
            </PageLink>
          </p>
        )}
        {date.status !== 'done' && (
          <p className="small">
            <ChangeLink
              className="more"
              occurrence={date.id}
              off={date.status === 'cancelled'}
              name={sayWhen(first)}
            />
          </p>
        )}
        <Notes of={date.warnings} />
        {/* Stays when the form goes: what was said is read out. */}
        <p role="status" className="small">
          {said}
        </p>
        {open && (
          <DateForm
            auth={auth}
            id={id}
            date={date}
            doc={doc}
            rooms={rooms}
            alone={alone}
            close={words => {
              setOpen(false)
              say(words)
              // the button is back by then
              requestAnimationFrame(() => document.getElementById('wijzig-' + date.id)?.focus())
            }}
            changed={changed}
          />
        )}
      </div>
      {can && !open && (
        <button
          type="button"
          className="btn btn-2"
          id={'wijzig-' + date.id}
          aria-label={`Verander ${sayWhen(first)}`}
          onClick={() => {
            say('')
            setOpen(true)
          }}
        >
          Verander
        </button>
      )}
    </li>
  )
}
