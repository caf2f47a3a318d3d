import { useContext } from 'react'
import { describedBy, FieldError } from '../../../ui/Field'
import { DayField, fieldId, ReadOnly, SelectField, useFault } from '../../../staff/fields'
import { fromWall, toWall, type NewSession } from './model'

interface Props {
  /** Of the faults: "newDates.0.sessions.0". */
  name: string
  value: NewSession
  onChange(next: NewSession): void
  rooms: readonly string[]
  /** Where it is when nothing else is chosen. */
  usual?: string | undefined
  errors?: Readonly<Record<string, string>> | undefined
}

/** When and where one meeting is. */
export const SessionFields = ({ name, value, onChange, rooms, usual, errors = {} }: Props) => (
  <div className="grid grid-3 session">
    <DayField
      name={name + '.day'}
      label="Datum"
      error={errors[name + '.day']}
      value={value.day}
      onChange={day => onChange({ ...value, day })}
    />
    <TimeField
      name={name + '.from'}
      label="Van"
      error={errors[name + '.from']}
      value={value.from}
      onChange={from => onChange({ ...value, from })}
    />
    <TimeField
      name={name + '.to'}
      label="Tot"
      error={errors[name + '.to']}
      value={value.to}
      onChange={to => onChange({ ...value, to })}
    />
    <RoomField
      name={name + '.room'}
      label="Ruimte"
      value={value.room ?? ''}
      onChange={room => onChange({ ...value, room })}
      rooms={rooms}
      none={usual ? `Zoals de activiteit: ${usual}` : 'Zoals de activiteit'}
    />
  </div>
)

interface TimeProps {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onChange(next: string): void
}

/** A time on the clock of the house, "13.30". */
export function TimeField({ name, label, error, value, onChange }: TimeProps) {
  const fault = useFault(name)
  const still = useContext(ReadOnly)
  const words = error ?? fault
  const id = fieldId(name)
  return (
    <div className={words ? 'field field-error' : 'field'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <FieldError of={id}>{words}</FieldError>
      <input
        id={id}
        name={name}
        className="input input-short"
        type="time"
        readOnly={still}
        value={fromWall(value)}
        aria-invalid={words ? true : undefined}
        aria-describedby={describedBy(id, undefined, words)}
        onChange={e => onChange(toWall(e.target.value))}
      />
    </div>
  )
}

interface RoomProps {
  name: string
  label: string
  hint?: string
  none: string
  value: string
  onChange(next: string): void
  rooms: readonly string[]
}

/** One of the rooms of the house; one that is no longer in the list stays to be chosen. */
export const RoomField = ({ rooms, none, ...field }: RoomProps) => (
  <SelectField
    {...field}
    options={[
      ['', none],
      ...[...new Set([...rooms, ...(field.value ? [field.value] : [])])].map(r => [r, r] as const),
    ]}
  />
)
