import { HostField } from './HostField'
import { ActError } from '../../../staff/ActError'
import { NumberField, TextField } from '../../../staff/fields'
import type { Values } from './dateValues'
import { LimitField } from './LimitField'
import type { Activity, StaffDate } from './model'
import { SessionFields } from './SessionFields'

interface Props {
  /** In front of the name of each field. */
  name: string
  date: StaffDate
  doc: Activity
  rooms: readonly string[]
  /** Sentences by the name of a field. */
  errors: Readonly<Record<string, string>>
  values: Values
  put(next: Partial<Values>): void
}

/** When, where, for how many and by whom: the fields of one date. */
export function DateFields({ name, date, doc, rooms, errors, values, put }: Props) {
  const { sessions, capacity, host, note, opens, closes } = values
  const taken = date.taken + date.waiting > 0
  return (
    <>
      {(!taken || date.kind === 'date') &&
        sessions.map((s, i) => (
          <SessionFields
            key={i}
            name={`${name}.${i}`}
            errors={errors}
            value={s}
            rooms={rooms}
            usual={doc.location}
            onChange={next => put({ sessions: sessions.map((o, j) => (j === i ? next : o)) })}
          />
        ))}
      <ActError>{errors[name + '.sessions']}</ActError>
      {doc.mode !== 'walkin' && (
        <>
          <NumberField
            name={name + '.capacity'}
            label="Aantal plekken"
            optional
            hint="Leeg: geen grens."
            error={errors[name + '.capacity']}
            value={capacity}
            onChange={capacity => put({ capacity })}
          />
          <LimitField
            name={name + '.opens'}
            label="Aanmelden kan vanaf"
            optional
            none="Meteen"
            error={errors[name + '.opens']}
            value={opens}
            onChange={opens => put({ opens })}
          />
          <LimitField
            name={name + '.closes'}
            label="Aanmelden kan tot"
            none="Tot het begin"
            error={errors[name + '.closes']}
            value={closes}
            onChange={closes => put({ closes })}
          />
        </>
      )}
      <HostField
        name={name + '.host'}
        none="Zoals de activiteit"
        optional
        value={host}
        onChange={host => put({ host })}
      />
      <TextField
        name={name + '.note'}
        label="Notitie"
        optional
        hint="Voor het team."
        value={note}
        onChange={note => put({ note })}
      />
    </>
  )
}
