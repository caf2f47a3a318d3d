import type { Auth } from '../../../auth/types'
import { ReadOnly, TextField } from '../../../staff/fields'
import { Missed, Waiting } from '../../../staff/States'
import type { Draft } from '../../../staff/editor/useDraft'
import type { useRead } from '../../../staff/useRead'
import { useContext } from 'react'
import { DateRow } from './DateRow'
import type { Activity, StaffDates, Warnings } from './model'
import { NewDates } from './NewDates'
import { RoomField } from './SessionFields'

interface Props {
  auth: Auth
  d: Draft<Activity>
  id: string
  dates: ReturnType<typeof useRead<StaffDates>>
  known: StaffDates | undefined
  rooms: readonly string[]
  warnings: Warnings
}

/** Wanneer: where and with whom, the dates that are there, and those to come. */
export function When({ auth, d, id, dates, known, rooms, warnings }: Props) {
  const still = useContext(ReadOnly)
  const { doc, set } = d
  return (
    <>
      <RoomField
        name="location"
        label="Waar"
        hint="Een ruimte, of een plek buiten waar je verzamelt."
        none="Kies een ruimte"
        value={doc.location}
        onChange={location => set({ location })}
        rooms={rooms}
      />
      <TextField
        name="host"
        label="Wie ontvangt je?"
        hint="Een voornaam. Komt er iemand van een andere organisatie? Schrijf dan: partner."
        short
        value={doc.host ?? ''}
        onChange={host => set({ host })}
      />
      {dates.read.is === 'loading' && d.draft && (
        <Waiting words="Even geduld, de datums worden geladen." />
      )}
      {dates.read.is === 'failed' && d.draft && (
        <Missed what="de datums" again={dates.again} busy={dates.busy} />
      )}
      {known && known.items.length > 0 && (
        <section className="stack" aria-labelledby="datums">
          <h3 id="datums">Datums die er zijn</h3>
          <p className="small muted">
            Wat je hier verandert, geldt meteen.{' '}
            {known.earlier > 0 &&
              (known.earlier === 1
                ? 'Eerder was er nog 1 datum.'
                : `Eerder waren er nog ${known.earlier} datums.`)}
          </p>
          <ul className="rows">
            {known.items.map(i => (
              <DateRow
                key={i.id}
                auth={auth}
                id={id}
                date={i}
                doc={doc}
                rooms={rooms}
                still={still}
                changed={dates.again}
              />
            ))}
          </ul>
        </section>
      )}
      {!still && <NewDates d={d} rooms={rooms} warnings={warnings} />}
    </>
  )
}
