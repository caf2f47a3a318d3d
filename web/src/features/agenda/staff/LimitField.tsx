import { DayField, NumberField, SelectField } from '../../../staff/fields'
import type { TermLimit } from './model'
import { TimeField } from './SessionFields'

interface Props {
  name: string
  label: string
  optional?: boolean
  /** What no choice means. */
  none: string
  value: TermLimit | undefined
  onChange(next: TermLimit | undefined): void
  error?: string | undefined
}

/** From or until when people can sign up: a moment, hours before, or the day before. */
export function LimitField({ name, label, optional, none, value, onChange, error }: Props) {
  const choose = (by: string) =>
    onChange(
      by === ''
        ? undefined
        : {
            by,
            ...(by === 'dayBefore'
              ? { time: '12.00' }
              : by === 'hours'
                ? { hours: 2 }
                : { day: value?.day ?? '', time: value?.time ?? '' }),
          },
    )
  return (
    <>
      <SelectField
        name={name}
        label={label}
        optional={optional}
        error={error}
        value={value?.by ?? ''}
        onChange={choose}
        options={[
          ['', none],
          ['dayBefore', `De dag ervoor, ${name.endsWith('opens') ? 'vanaf' : 'tot'} een tijd`],
          ['hours', 'Een aantal uren voor het begin'],
          ['moment', 'Een vast moment'],
        ]}
      />
      {value?.by === 'moment' && (
        <DayField
          name={name + '-dag'}
          label="Dag"
          value={value.day ?? ''}
          onChange={day => onChange({ ...value, day })}
        />
      )}
      {(value?.by === 'moment' || value?.by === 'dayBefore') && (
        <TimeField
          name={name + '-tijd'}
          label="Tijd"
          value={value.time ?? ''}
          onChange={time => onChange({ ...value, time })}
        />
      )}
      {value?.by === 'hours' && (
        <NumberField
          name={name + '-uren'}
          label="Uren voor het begin"
          value={value.hours}
          onChange={n => onChange({ ...value, hours: n ?? 0 })}
        />
      )}
    </>
  )
}
