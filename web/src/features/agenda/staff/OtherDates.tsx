import { useEffect, useState } from 'react'
import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { fieldId, TextField } from '../../../staff/fields'
import { Icon } from '../../../ui/Icon'
import { search as searchIcon } from './peopleIcons'
import { sayRoom, sayStart, type DeskDate } from './peopleWords'
import { get } from '../../../staff/api/useRead'

type DeskDates = components['schemas']['DeskDates']

/** The dates to come that this person may book: of one activity, with these words, or that one. */
export const deskDates = (
  auth: Auth,
  query: { activity?: string; zoek?: string; date?: string },
): Promise<DeskDates> => get(auth, '/api/desk-dates', { query }).then(known => known.data!)

/** "Andere datum": one search field over all dates to come. */
export function OtherDates({ auth, pick }: { auth: Auth; pick(date: DeskDate): void }) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <button className="link-btn" type="button" onClick={() => setOpen(true)}>
        <Icon of={searchIcon} />
        Andere datum
      </button>
    )
  return (
    <Search
      auth={auth}
      pick={date => {
        setOpen(false)
        pick(date)
      }}
    />
  )
}

function Search({ auth, pick }: { auth: Auth; pick(date: DeskDate): void }) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<readonly DeskDate[]>()
  const [missed, setMissed] = useState(false)
  useEffect(() => document.getElementById(fieldId('balie-zoek'))?.focus(), [])
  useEffect(() => {
    let here = true
    const timer = setTimeout(
      () =>
        void deskDates(auth, { zoek: words }).then(
          d => {
            if (!here) return
            setFound(d.items)
            setMissed(false)
          },
          () => here && setMissed(true),
        ),
      words ? 250 : 0,
    )
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [auth, words])
  return (
    // it stands in the form of the desk line, which Enter sends
    <div
      className="stack"
      onKeyDown={e => {
        if (e.key === 'Enter' && e.target instanceof HTMLInputElement) e.preventDefault()
      }}
    >
      <TextField
        name="balie-zoek"
        label="Andere datum"
        hint="Zoek op de naam van de activiteit."
        value={words}
        onChange={setWords}
      />
      <div role="status">
        {missed
          ? 'We konden de datums niet laden. Controleer je internet en probeer het opnieuw.'
          : found?.length === 0 && 'Niets gevonden.'}
      </div>
      <ul className="plain">
        {found?.map(d => (
          <li key={d.id}>
            <button className="link-btn" type="button" onClick={() => pick(d)}>
              <span>
                {d.title}, {sayStart(d)} <span className="hint">{sayRoom(d)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
