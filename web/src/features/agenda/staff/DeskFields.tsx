import { TextField, TickField } from '../../../staff/fields'
import { DeskGuests } from './DeskGuests'
import { names, type DeskFaults, type DeskValues } from './deskValues'
import type { DeskDate } from './peopleWords'

interface Props {
  date: DeskDate
  /** What to read aloud. */
  say: string
  values: DeskValues
  faults: DeskFaults
  put(next: Partial<DeskValues>): void
}

/** What is asked of who phones or stands at the desk. */
export function DeskFields({ date, say, values, faults, put }: Props) {
  return (
    <>
      <TextField
        name={names.name}
        label="Naam"
        hint="Voornaam is genoeg."
        error={faults.name}
        value={values.name}
        onChange={name => put({ name })}
      />
      <TextField
        name={names.contact}
        label="Telefoon of e-mail"
        hint="Niets? Laat leeg."
        error={faults.contact}
        value={values.contact}
        onChange={contact => put({ contact })}
      />
      {date.maxGuests > 0 && (
        <DeskGuests
          most={date.maxGuests}
          value={values.guests}
          onChange={guests => put({ guests })}
        />
      )}
      <div className="all say">
        <b>Lees voor</b>“{say}”
      </div>
      <div className="all">
        <TickField
          name={names.consent}
          label="Ja, dat vindt de beller goed"
          error={faults.consent}
          value={values.consent}
          onChange={consent => put({ consent })}
        />
      </div>
      <div className="all">
        <TickField
          name="balie-eerste"
          label="Het is de eerste keer"
          value={values.firstTime}
          onChange={firstTime => put({ firstTime })}
        />
      </div>
    </>
  )
}
