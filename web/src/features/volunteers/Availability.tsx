import { ChoiceRow } from '../../ui/Choices'
import { describedBy, FieldError, inputId, useError } from '../../ui/Field'
import { useForm } from '../../ui/useForm'
import { list } from '../../ui/values'
import { days, parts, talk, talkWords } from './body'

/**
 * Days by parts of the day: a grid where there is room, a plain list of ticks where there is not.
 * Each tick says its day.
 */
export function Availability({ label }: { label: string }) {
  const { values } = useForm()
  const name = 'availability'
  const error = useError(name)
  const id = inputId(name)
  const chosen = list(values, name)
  return (
    <fieldset
      className={error ? 'field field-error' : 'field'}
      aria-describedby={describedBy(id, undefined, error)}
    >
      <legend className="label">{label}</legend>
      <FieldError of={id}>{error}</FieldError>
      <div className="times">
        {days.map(([n, day]) => (
          <div key={n} className="times-day" role="group" aria-label={day}>
            <span className="times-name" aria-hidden="true">
              {day}
            </span>
            {parts.map(([part, words], i) => {
              const value = `${n}-${part}`
              return (
                <ChoiceRow
                  key={value}
                  type="checkbox"
                  name={name}
                  value={value}
                  id={n === 1 && i === 0 ? id : undefined}
                  chosen={chosen.includes(value)}
                >
                  <span className="sr">{day} </span>
                  {words}
                </ChoiceRow>
              )
            })}
          </div>
        ))}
        <ChoiceRow type="checkbox" name={name} value={talk} chosen={chosen.includes(talk)}>
          {talkWords}
        </ChoiceRow>
      </div>
    </fieldset>
  )
}
